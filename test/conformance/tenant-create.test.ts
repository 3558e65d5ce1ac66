import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { parseAllDocuments } from 'yaml'
import { Failure } from '../../core/failure.ts'
import { type Client, kindAt, pathOf, type Resource } from '../../engines/kubernetes/client.ts'
import type { TenantsBackend } from '../../plugins/tenants/backend.ts'
import { NewPool, NewTenant } from '../../plugins/tenants/create/payload.ts'
import tenants from '../../plugins/tenants/server.ts'
import { makeAll } from '../../plugins/tenants/kubernetes/create/make.ts'
import { roomOf } from '../../plugins/tenants/sizes/quota.ts'
import { type Cluster, onEveryGeneration } from './clusters.ts'
import { answered, answersOf, requested, tables } from '../plugins/tenants/whole.ts'
import { refused, unique } from './engines.ts'

const kind = kindAt('minio.min.io/v2', 'tenants')
const secretKind = kindAt('v1', 'secrets')
const nodeKind = kindAt('v1', 'nodes')

const pool = {
  servers: 4,
  volumes_per_server: 2,
  volume_configuration: { size: 26843545600, storage_class_name: 'fast' },
}
const poolOf = (more: object = {}) => v.parse(NewPool, { ...pool, ...more })
const tenant = (namespace: string, more: object = {}) =>
  v.parse(NewTenant, { name: 'harbour', namespace, pools: [{ ...pool, name: 'pool-0' }], ...more })

const keys = [{ access_key: 'first-admin', secret_key: 'secret-0123' }]
const vault = { endpoint: 'https://vault.example', approle: { id: 'role', secret: 'its: #secret' } }

onEveryGeneration('making tenants', (test, cluster, generation) => {
  const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)
  const secretsIn = async ({ client }: Cluster, namespace: string) =>
    (await client.list(pathOf(secretKind, { namespace }))).map(({ metadata }) => metadata.name).sort()
  const tenantIn = (namespace: string) => cluster().client.get(pathOf(kind, { namespace, name: 'harbour' }))
  const poolNames = ({ spec }: Resource) => (spec as { pools: { name: string }[] }).pools.map(({ name }) => name)

  /** The secret that operators of 4 want besides. */
  const former = generation === 'v4' ? ['harbour-secret'] : []

  test('a tenant is made with its secrets, and its keys are told', async () => {
    const at = await cluster().namespace(unique('made'))
    const made = await (await port()).create(tenant(at, { idp: { keys }, encryption: { vault } }), false)
    assert.equal(made, { console: keys })
    assert.equal(await secretsIn(cluster(), at), [
      'harbour-env-configuration',
      ...former,
      'harbour-secret-kes-configuration',
      'harbour-user-0',
    ])
    const { spec } = (await tenantIn(at)) as unknown as { spec: Record<string, unknown> }
    assert.equal(
      [spec.users, spec.configuration],
      [[{ name: 'harbour-user-0' }], { name: 'harbour-env-configuration' }],
    )
    assert.equal(spec.kes, { replicas: 1, kesSecret: { name: 'harbour-secret-kes-configuration' } })
  })

  test('a trial has the cluster check all of it, shows what would be made without secrets, and makes nothing', async () => {
    const at = await cluster().namespace(unique('trial'))
    const { yaml = '' } = await (await port()).create(tenant(at, { idp: { keys } }), true)
    assert.equal(
      parseAllDocuments(yaml).map((document) => `${document.get('kind')} ${document.getIn(['metadata', 'name'])}`),
      [
        ...former.map((name) => `Secret ${name}`),
        'Secret harbour-user-0',
        'Secret harbour-env-configuration',
        'Tenant harbour',
      ],
    )
    assert.not.match(yaml, /secret-0123/)
    assert.not.ok(yaml.includes(Buffer.from('secret-0123').toString('base64')))
    assert.equal(await secretsIn(cluster(), at), [])
    await refused(404, tenantIn(at))
  })

  test('where there is something of that name already nothing is touched', async () => {
    const at = await cluster().namespace(unique('taken'))
    const backend = await port()
    await backend.create(tenant(at), false)
    await refused(
      409,
      backend.create(tenant(at, { name: 'second' }), false),
      /You can only create one tenant per namespace/,
    )
    await cluster().client.remove(pathOf(kind, { namespace: at, name: 'harbour' }))
    for (const trial of [true, false])
      await refused(409, backend.create(tenant(at), trial), /secrets of an earlier tenant "harbour".*remove them/)
    assert.equal(await secretsIn(cluster(), at), ['harbour-env-configuration', ...former])
  })

  test('when a step fails what was made before is removed again, and only that', async () => {
    const at = await cluster().namespace(unique('broken'))
    const { client } = cluster()
    // of nobody's label, so that it is found out half-way
    await client.create(pathOf(secretKind, { namespace: at }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'harbour-env-configuration' },
    })
    const failure = await (await port())
      .create(tenant(at, { idp: { keys } }), false)
      .catch((error: unknown) => error as { status: number; message: string; detail: string })
    if ('console' in failure) throw new Error('It was made')
    assert.is(failure.status, 409)
    assert.match(failure.message, /^The secret harbour-env-configuration could not be made/)
    assert.match(failure.detail, /What was made before was removed again$/)
    assert.equal(await secretsIn(cluster(), at), ['harbour-env-configuration'])
  })

  test('what could not be removed again is named', async () => {
    const at = await cluster().namespace(unique('stuck'))
    const half = [
      { verbs: ['list', 'create'], resources: ['secrets'] },
      { verbs: ['list'], resources: ['tenants'], groups: ['minio.min.io'] },
    ]
    const { token } = await cluster().account(at, 'half', { within: { [at]: half } })
    const failure = await (await port(token))
      .create(tenant(at), false)
      .catch((error: unknown) => error as { status: number; detail: string })
    if ('console' in failure) throw new Error('It was made')
    assert.is(failure.status, 403)
    assert.match(
      failure.detail,
      new RegExp(
        `What was made before could not be removed: ${[...former, 'harbour-env-configuration'].map((name) => `secret ${name}`).join(', ')}$`,
      ),
    )
  })

  test('a namespace that there is not is told by its name, and can be made', async () => {
    const at = unique('fresh')
    const backend = await port()
    await refused(404, backend.create(tenant(at), false), new RegExp(`namespace: there is no namespace "${at}"`))
    await refused(404, backend.quota(at, `${at}-storagequota`))
    await backend.createNamespace(at)
    await backend.create(tenant(at), false)
    await refused(409, backend.createNamespace(at))
  })

  test('a pool is added with the next free name, and twice at once each gets its own or is told', async () => {
    const at = await cluster().namespace(unique('grown'))
    const backend = await port()
    await backend.create(tenant(at), false)
    await backend.addPool(at, 'harbour', poolOf())
    assert.equal(poolNames(await tenantIn(at)), ['pool-0', 'pool-1'])
    await refused(409, backend.addPool(at, 'harbour', poolOf({ name: 'pool-1' })), /there is a pool "pool-1" already/)
    await refused(
      400,
      backend.addPool(at, 'harbour', poolOf({ servers: 1 })),
      /servers: 1 server with 2 drives each are too few/,
    )
    const both = await Promise.allSettled([
      backend.addPool(at, 'harbour', poolOf()),
      backend.addPool(at, 'harbour', poolOf()),
    ])
    const added = both.filter(({ status }) => status === 'fulfilled').length
    for (const one of both)
      if (one.status === 'rejected')
        assert.match(String((one.reason as Error).message), /changed meanwhile|is there already/)
    const names = poolNames(await tenantIn(at))
    assert.is(names.length, 2 + added)
    assert.is(new Set(names).size, names.length)
  })

  test('room is that of a quota, or of all storage classes where there is none', async () => {
    const at = await cluster().namespace(unique('room'))
    const { client } = cluster()
    const backend = await port()
    const name = unique('class')
    await client.create(pathOf(kindAt('storage.k8s.io/v1', 'storageclasses')), {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name },
      provisioner: 'example.com/none',
    })
    const free = await backend.quota(at, `${at}-storagequota`)
    assert.equal(
      roomOf(free.elements).find((one) => one.name === name),
      { name, left: 2 ** 63 },
    )

    const key = `${name}.storageclass.storage.k8s.io/requests.storage`
    const place = { namespace: at, name: `${at}-storagequota` }
    const quotas = kindAt('v1', 'resourcequotas')
    const made = await client.create(pathOf(quotas, { namespace: at }), {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: place.name },
      spec: { hard: { [key]: '1Ti', pods: '9' } },
    })
    await client.replace(pathOf(quotas, { ...place, sub: 'status' }), {
      ...made,
      status: { hard: { [key]: '1Ti', pods: '9' }, used: { [key]: '100Gi' } },
    })
    const quota = await backend.quota(at, place.name)
    assert.equal(quota.elements, [{ name: key, hard: 1099511627776, used: 107374182400 }])
  })

  test('memory is that of the nodes, and their labels are told', async () => {
    const { client } = cluster()
    const backend = await port()
    await refused(507, backend.memory(4), /there are not enough nodes/)
    for (const [index, memory] of ['16Gi', '32777124Ki', '128974848000', '64G'].entries()) {
      const name = unique('node')
      const made = await client.create(pathOf(nodeKind), {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name, labels: { zone: `z${index % 2}` } },
      })
      await client.replace(pathOf(nodeKind, { name, sub: 'status' }), { ...made, status: { allocatable: { memory } } })
    }
    assert.is(await backend.memory(4), 16 * 1024 ** 3)
    assert.equal((await backend.labels()).zone, ['z0', 'z1'])
    await refused(507, backend.memory(3), /at least 4 nodes are required/)
    await refused(507, backend.memory(5), /there are not enough nodes/)
    for (const { metadata } of await client.list(pathOf(nodeKind)))
      await client.remove(pathOf(nodeKind, { name: metadata.name }))
  })

  test('what the operator of this cluster does not know is neither offered nor written, whatever is asked for', async () => {
    const has = generation === 'v4'
    const at = await cluster().namespace(unique('former'))
    const backend = await port()
    assert.equal(await backend.offers(), { logSearch: has, prometheus: has })
    const wish = tenant(at, {
      enable_prometheus: true,
      logSearchConfiguration: { storageSize: 7 },
      prometheusConfiguration: { storageSize: 6 },
    })
    const { yaml = '' } = await backend.create(wish, true)
    const [written = {}] = parseAllDocuments(yaml)
      .map((document) => document.toJS() as { kind: string; spec: Record<string, unknown> })
      .filter(({ kind: one }) => one === 'Tenant')
      .map(({ spec }) => spec)
    assert.equal(
      ['credsSecret', 'log', 'prometheus', 's3', 'poolsMetadata'].filter((name) => name in written),
      has ? ['credsSecret', 'log', 'prometheus'] : generation === 'v7' ? ['poolsMetadata'] : [],
    )
    await backend.create(wish, false)
    const { spec: kept } = await tenantIn(at)
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

  test('when a step fails what was made may be kept, gone on with, or cleaned up', async () => {
    const at = await cluster().namespace(unique('halved'))
    const { client } = cluster()
    const backend = await port()
    const blocker = pathOf(secretKind, { namespace: at, name: 'harbour-env-configuration' })
    await client.create(pathOf(secretKind, { namespace: at }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'harbour-env-configuration' },
    })
    const first = await backend.create(tenant(at, { idp: { keys } }), false, 'removed')
    assert.equal(
      first.stopped?.parts.map(({ name, state }) => `${name} ${state}`),
      [
        ...former.map((name) => `${name} removed`),
        'harbour-user-0 removed',
        'harbour-env-configuration failed',
        'harbour waiting',
      ],
    )
    const second = await backend.create(tenant(at, { idp: { keys } }), false, 'kept')
    assert.equal(
      second.stopped?.parts.map(({ name, state }) => `${name} ${state}`),
      [
        ...former.map((name) => `${name} there`),
        'harbour-user-0 there',
        'harbour-env-configuration failed',
        'harbour waiting',
      ],
    )
    assert.match(second.stopped?.message ?? '', /^The secret harbour-env-configuration could not be made/)
    const uids = second.stopped?.parts.flatMap(({ uid }) => uid ?? []) ?? []

    assert.equal(await backend.cleanUp(at, 'other', uids), [], "what is not of that tenant is nobody else's to remove")
    assert.equal(await secretsIn(cluster(), at), ['harbour-env-configuration', ...former, 'harbour-user-0'])
    await refused(409, backend.create(tenant(at, { idp: { keys } }), false), /secrets of an earlier tenant/)
    await client.remove(blocker)
    const uidOf = async () =>
      (await client.get(pathOf(secretKind, { namespace: at, name: 'harbour-user-0' }))).metadata.uid
    const before = await uidOf()
    await backend.create(tenant(at, { idp: { keys }, over: uids }), true)
    const made = await backend.create(tenant(at, { idp: { keys }, over: uids }), false, 'removed')
    assert.equal(made, { console: keys })
    assert.is(await uidOf(), before, 'what is as it should be stays')
    await refused(409, backend.cleanUp(at, 'harbour', uids), /There is a tenant "harbour" by now/)
  })

  test('an answer that is lost on its way undoes nothing: what was made all the same is gone on from', async () => {
    const at = await cluster().namespace(unique('cut'))
    const { client } = cluster()
    const secret = (name: string): Resource => ({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name, namespace: at },
      data: { key: 'eA==' },
    })
    const losing = (done: boolean): Client => ({
      ...client,
      create: async (path, body, query) => {
        const made =
          done || !JSON.stringify(body).includes('second') ? await client.create(path, body, query) : undefined
        if (made && !JSON.stringify(body).includes('second')) return made
        throw new Failure(503, 'The API server cannot be reached', 'aborted')
      },
    })
    await makeAll(losing(true), [secret('first'), secret('second'), secret('third')])
    assert.equal(await secretsIn(cluster(), at), ['first', 'second', 'third'])
    const other = await cluster().namespace(unique('cut'))
    const stopped = await makeAll(
      losing(false),
      ['first', 'second', 'third'].map((name) => ({ ...secret(name), metadata: { name, namespace: other } })),
    ).catch((error: unknown) => error as Failure)
    assert.match(stopped?.message ?? '', /^The secret second could not be made: The API server cannot be reached/)
    assert.equal(await secretsIn(cluster(), other), [])
  })

  test('what an attempt left is removed, and what it says no more is made anew', async () => {
    const at = await cluster().namespace(unique('swept'))
    const { client } = cluster()
    const backend = await port()
    const attempt = async (idp: object) => {
      const blocker = await client.create(pathOf(secretKind, { namespace: at }), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'harbour-env-configuration' },
      })
      const { stopped } = await backend.create(tenant(at, { idp }), false, 'kept')
      await client.remove(pathOf(secretKind, { namespace: at, name: blocker.metadata.name }))
      return stopped?.parts.flatMap(({ uid }) => uid ?? []) ?? []
    }
    const uids = await attempt({ keys: [...keys, { access_key: 'second-admin', secret_key: 'secret-4567' }] })
    assert.equal(await backend.cleanUp(at, 'harbour', uids), [])
    assert.equal(await secretsIn(cluster(), at), [])
    const over = await attempt({ keys: [...keys, { access_key: 'second-admin', secret_key: 'secret-4567' }] })
    await backend.create(
      tenant(at, { idp: { keys: [{ access_key: 'other-admin', secret_key: 'secret-8901' }] }, over }),
      false,
    )
    assert.equal(await secretsIn(cluster(), at), ['harbour-env-configuration', ...former, 'harbour-user-0'])
    const { data } = await client.get(pathOf(secretKind, { namespace: at, name: 'harbour-user-0' }))
    assert.is((data as Record<string, string>).CONSOLE_ACCESS_KEY, Buffer.from('other-admin').toString('base64'))
  })

  test('what the wizard makes is in the cluster field by field, and can be copied without its secrets', async () => {
    for (const [name, given] of Object.entries(answered)) {
      const at = await cluster().namespace(unique('whole'))
      const backend = await port()
      await backend.create(requested(given, await backend.offers(), at), false)
      const made = await tenantIn(at)
      const secrets = await cluster().client.list(pathOf(secretKind, { namespace: at }))
      for (const [place, is, hasToBe] of tables[name]?.({ tenant: made, secrets }) ?? [])
        assert.equal(is, hasToBe, `${name}: ${place}`)

      const { steps, anew } = await backend.template(at, 'harbour')
      assert.not.match(JSON.stringify(steps), /hidden|PRIVATE KEY/)
      for (const [step, answers] of Object.entries({
        ...given,
        setup: { servers: 4, drives: 4, size: '1', unit: 'Ti', memory: 2, parity: 'EC:3', storage_class: 'fast' },
      })) {
        const copied = steps[step as keyof typeof steps]
        const said = answersOf(given)[step as keyof typeof steps] as Record<string, unknown>
        for (const [field, answer] of Object.entries(answers as Record<string, unknown>)) {
          const isSecret = anew.includes(`${step}.${field}`) || (step === 'identity' && field === 'keys')
          if (isSecret) assert.is(copied[field], undefined, `${name}: ${step}.${field} is not copied`)
          else assert.equal(copied[field], answer, `${name}: ${step}.${field} of ${JSON.stringify(said[field])}`)
        }
      }
    }
  })

  test('of a tenant whose secrets may not be read the rest is copied, and one that may not be read says so', async () => {
    const at = await cluster().namespace(unique('veiled'))
    await (await port()).create(
      requested(answered['OpenID and AWS'] ?? {}, { logSearch: false, prometheus: false }, at),
      false,
    )
    const { token } = await cluster().account(at, 'reader', {
      within: { [at]: [{ verbs: ['get'], resources: ['tenants'], groups: ['minio.min.io'] }] },
    })
    const { steps, left } = await (await port(token)).template(at, 'harbour')
    assert.equal([steps.setup.servers, steps.identity], [4, { kind: 'keys' }])
    assert.match(
      left.join('\n'),
      /you may not read its configuration\nWhat these secrets hold, which you may not read: harbour-secret-kes-configuration/,
    )
    const { token: other } = await cluster().account(at, 'stranger')
    await refused(403, (await port(other)).template(at, 'harbour'))
    await refused(404, (await port()).template(at, 'nobody'))
  })
})
