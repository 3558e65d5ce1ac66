import { assert } from '../../../../test/lib/suite.ts'
import { parseAllDocuments } from 'yaml'
import { Failure } from '../../../../core/protocol/failure.ts'
import { type Client, kindAt, pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'
import { createAll } from '../../kubernetes/create/make.ts'
import { onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { secretKind, tenant, keys, useTenants } from './new-tenant.ts'

onEveryGeneration('creating tenants while the cluster refuses', (test, cluster, generation) => {
  const { port, secretsIn, tenantIn } = useTenants(cluster)

  /** The additional secret that operators of generation 4 require. */
  const former = generation === 'v4' ? ['harbour-secret'] : []

  test("fields that the cluster's operator does not support are neither offered nor written", async () => {
    const has = generation === 'v4'
    const ns = await cluster().namespace(uniqueName('former'))
    const backend = await port()
    assert.equal(await backend.offers(), { logSearch: has, prometheus: has })
    const request = tenant(ns, {
      enable_prometheus: true,
      logSearchConfiguration: { storageSize: 7 },
      prometheusConfiguration: { storageSize: 6 },
    })
    const { yaml = '' } = await backend.create(request, true)
    const [written = {}] = parseAllDocuments(yaml)
      .map((document) => document.toJS() as { kind: string; spec: Record<string, unknown> })
      .filter(({ kind: one }) => one === 'Tenant')
      .map(({ spec }) => spec)
    assert.equal(
      ['credsSecret', 'log', 'prometheus', 's3', 'poolsMetadata'].filter((name) => name in written),
      has ? ['credsSecret', 'log', 'prometheus'] : generation === 'v7' ? ['poolsMetadata'] : [],
    )
    await backend.create(request, false)
    const { spec: kept } = await tenantIn(ns)
    assert.equal(
      Object.keys(kept as object).sort(),
      Object.keys(written).sort(),
      'the cluster keeps all that is written',
    )
    if (has)
      assert.equal(
        [(kept as typeof written).prometheus, (kept as { log: { audit: object } }).log.audit],
        [{ diskCapacityGB: 6, storageClassName: 'fast' }, { diskCapacityGB: 7 }],
      )
  })

  test('after a failed step the created resources are kept, continued with, or deleted', async () => {
    const ns = await cluster().namespace(uniqueName('halved'))
    const { client } = cluster()
    const backend = await port()
    const blocker = pathOf(secretKind, { namespace: ns, name: 'harbour-env-configuration' })
    await client.create(pathOf(secretKind, { namespace: ns }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'harbour-env-configuration' },
    })
    const assertStopped = ({ stopped }: Awaited<ReturnType<typeof backend.create>>, state: string) =>
      assert.equal(
        stopped?.parts.map((part) => `${part.name} ${part.state}`),
        [
          ...[...former, 'harbour-user-0'].map((name) => `${name} ${state}`),
          'harbour-env-configuration failed',
          'harbour waiting',
        ],
      )
    const first = await backend.create(tenant(ns, { idp: { keys } }), false, 'removed')
    assertStopped(first, 'removed')
    const second = await backend.create(tenant(ns, { idp: { keys } }), false, 'preserved')
    assertStopped(second, 'exists')
    assert.match(second.stopped?.message ?? '', /^The secret harbour-env-configuration could not be created/)
    const uids = second.stopped?.parts.flatMap(({ uid }) => uid ?? []) ?? []

    assert.equal(await backend.cleanUp(ns, 'other', uids), [], 'cleaning up another tenant leaves these resources')
    assert.equal(await secretsIn(cluster(), ns), ['harbour-env-configuration', ...former, 'harbour-user-0'])
    await expectFailure(409, backend.create(tenant(ns, { idp: { keys } }), false), /[Ss]ecrets of an earlier tenant/)
    await client.remove(blocker)
    const uidOf = async () =>
      (await client.get(pathOf(secretKind, { namespace: ns, name: 'harbour-user-0' }))).metadata.uid
    const before = await uidOf()
    await backend.create(tenant(ns, { idp: { keys }, over: uids }), true)
    const created = await backend.create(tenant(ns, { idp: { keys }, over: uids }), false, 'removed')
    assert.equal(created, { console: keys })
    assert.is(await uidOf(), before, 'matching resources stay')
    await expectFailure(409, backend.cleanUp(ns, 'harbour', uids), /A tenant "harbour" exists now/)
  })

  test('a lost response undoes nothing, and creation continues from what was created', async () => {
    const ns = await cluster().namespace(uniqueName('cut'))
    const { client } = cluster()
    const secret = (name: string): Resource => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name, namespace: ns },
      data: { key: 'eA==' },
    })
    const losingResponse = (done: boolean): Client => ({
      ...client,
      create: async (path, body, query) => {
        const created =
          done || !JSON.stringify(body).includes('second') ? await client.create(path, body, query) : undefined
        if (created && !JSON.stringify(body).includes('second')) return created
        throw new Failure(503, 'The API server cannot be reached', { detail: 'aborted' })
      },
    })
    await createAll(losingResponse(true), [secret('first'), secret('second'), secret('third')])
    assert.equal(await secretsIn(cluster(), ns), ['first', 'second', 'third'])
    const other = await cluster().namespace(uniqueName('cut'))
    const stopped = await createAll(
      losingResponse(false),
      ['first', 'second', 'third'].map((name) => ({ ...secret(name), metadata: { name, namespace: other } })),
    ).catch((error: unknown) => error as Failure)
    assert.match(stopped?.message ?? '', /^The secret second could not be created: The API server cannot be reached/)
    assert.equal(await secretsIn(cluster(), other), [])
  })

  test('secrets are kept if the cluster may still create the tenant', async () => {
    const ns = await cluster().namespace(uniqueName('late'))
    const { client } = cluster()
    const secret: Resource = {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 'first', namespace: ns },
      data: { key: 'eA==' },
    }
    const late: Client = {
      ...client,
      create: (path, body, query) =>
        (body as Resource).kind === 'Tenant'
          ? Promise.reject(new Failure(503, 'The API server cannot be reached', { detail: 'aborted' }))
          : client.create(path, body, query),
    }
    const last = { apiVersion: 'minio.min.io/v2', kind: 'Tenant', metadata: { name: 'harbour', namespace: ns } }
    const failure = await expectFailure(
      503,
      createAll(late, [secret, last]),
      /^The tenant harbour could not be created/,
    )
    assert.match(failure.detail ?? '', 'first')
    assert.equal(await secretsIn(cluster(), ns), ['first'])
  })

  test('secrets of an earlier tenant that others created or use are not cleaned up', async () => {
    const ns = await cluster().namespace(uniqueName('kept'))
    const { client } = cluster()
    const backend = await port()
    const create = (name: string, labels: Record<string, string>) =>
      client.create(pathOf(secretKind, { namespace: ns }), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, labels: { 'v1.min.io/tenant': 'harbour', ...labels } },
      })
    const own = { 'app.kubernetes.io/managed-by': 'stowage' }
    await create('foreign', {})
    await create('in-use', own)
    await create('unused', own)
    await client.create(pathOf(kindAt('v1', 'pods'), { namespace: ns }), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'reader' },
      spec: {
        containers: [{ name: 'reader', image: 'reader' }],
        imagePullSecrets: [{ name: 'in-use' }],
      },
    })
    const { stopped } = await backend.create(tenant(ns), false, 'removed')
    const uids = stopped?.parts.flatMap(({ uid }) => uid ?? []) ?? []
    assert.is(uids.length, 3)
    assert.equal(await backend.cleanUp(ns, 'harbour', uids), [
      { name: 'foreign', keeps: 'foreign' },
      { name: 'in-use', used_by: ['Pod reader spec.imagePullSecrets[0].name'] },
    ])
    assert.equal(await secretsIn(cluster(), ns), ['foreign', 'in-use'])
  })

  test('leftovers of an earlier attempt are deleted, and outdated ones recreated', async () => {
    const ns = await cluster().namespace(uniqueName('swept'))
    const { client } = cluster()
    const backend = await port()
    const attempt = async (idp: object) => {
      const blocker = await client.create(pathOf(secretKind, { namespace: ns }), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'harbour-env-configuration' },
      })
      const { stopped } = await backend.create(tenant(ns, { idp }), false, 'preserved')
      await client.remove(pathOf(secretKind, { namespace: ns, name: blocker.metadata.name }))
      return stopped?.parts.flatMap(({ uid }) => uid ?? []) ?? []
    }
    const uids = await attempt({ keys: [...keys, { access_key: 'second-admin', secret_key: 'secret-4567' }] })
    assert.equal(await backend.cleanUp(ns, 'harbour', uids), [])
    assert.equal(await secretsIn(cluster(), ns), [])
    const over = await attempt({ keys: [...keys, { access_key: 'second-admin', secret_key: 'secret-4567' }] })
    await backend.create(
      tenant(ns, { idp: { keys: [{ access_key: 'other-admin', secret_key: 'secret-8901' }] }, over }),
      false,
    )
    assert.equal(await secretsIn(cluster(), ns), ['harbour-env-configuration', ...former, 'harbour-user-0'])
    const { data } = await client.get(pathOf(secretKind, { namespace: ns, name: 'harbour-user-0' }))
    assert.is((data as Record<string, string>).CONSOLE_ACCESS_KEY, Buffer.from('other-admin').toString('base64'))
  })
})
