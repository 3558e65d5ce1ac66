import { assert } from '../../../../test/lib/suite.ts'
import { parseAllDocuments } from 'yaml'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import { remainingQuotas } from '../../sizes/quota.ts'
import { onEveryGeneration } from '../../../../test/conformance/clusters.ts'
import { answerCases, answersOf, requestFor } from '../wizard-answers.ts'
import { expectedFields } from '../expected-fields.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { addStorageClass, kind, secretKind, nodeKind, poolOf, tenant, keys, vault, useTenants } from './new-tenant.ts'

onEveryGeneration('creating tenants', (test, cluster, generation) => {
  const { port, secretsIn, tenantIn, poolNames } = useTenants(cluster)

  /** The additional secret that operators of generation 4 require. */
  const former = generation === 'v4' ? ['harbour-secret'] : []

  test('a tenant is created with its secrets, and its keys are returned', async () => {
    const ns = await cluster().namespace(uniqueName('made'))
    const created = await (await port()).create(tenant(ns, { idp: { keys }, encryption: { vault } }), false)
    assert.equal(created, { console: keys })
    assert.equal(await secretsIn(cluster(), ns), [
      'harbour-env-configuration',
      ...former,
      'harbour-secret-kes-configuration',
      'harbour-user-0',
    ])
    const { spec } = (await tenantIn(ns)) as unknown as { spec: Record<string, unknown> }
    assert.equal(
      [spec.users, spec.configuration],
      [[{ name: 'harbour-user-0' }], { name: 'harbour-env-configuration' }],
    )
    assert.equal(spec.kes, { replicas: 1, kesSecret: { name: 'harbour-secret-kes-configuration' } })
  })

  test('a dry run validates everything in the cluster, shows the resources without secrets, and creates nothing', async () => {
    const ns = await cluster().namespace(uniqueName('dry-run'))
    const { yaml = '' } = await (await port()).create(tenant(ns, { idp: { keys } }), true)
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
    assert.equal(await secretsIn(cluster(), ns), [])
    await expectFailure(404, tenantIn(ns))
  })

  test('existing resources of the same name are not changed', async () => {
    const ns = await cluster().namespace(uniqueName('taken'))
    const backend = await port()
    await backend.create(tenant(ns), false)
    await expectFailure(
      409,
      backend.create(tenant(ns, { name: 'second' }), false),
      /You can only create one tenant per namespace/,
    )
    await cluster().client.remove(pathOf(kind, { namespace: ns, name: 'harbour' }))
    for (const dryRun of [true, false])
      await expectFailure(
        409,
        backend.create(tenant(ns), dryRun),
        /Secrets of an earlier tenant "harbour".*delete them/,
      )
    assert.equal(await secretsIn(cluster(), ns), ['harbour-env-configuration', ...former])
  })

  test('after a failed step only the created resources are deleted', async () => {
    const ns = await cluster().namespace(uniqueName('broken'))
    const { client } = cluster()
    // without the label, so that the conflict is found only halfway
    await client.create(pathOf(secretKind, { namespace: ns }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'harbour-env-configuration' },
    })
    const failure = await (await port())
      .create(tenant(ns, { idp: { keys } }), false)
      .catch((error: unknown) => error as { status: number; message: string; detail: string })
    if ('console' in failure) throw new Error('It was made')
    assert.is(failure.status, 409)
    assert.match(failure.message, /^The secret harbour-env-configuration could not be created/)
    assert.match(failure.detail, /Resources created before were deleted$/)
    assert.equal(await secretsIn(cluster(), ns), ['harbour-env-configuration'])
  })

  test('resources that could not be deleted are named', async () => {
    const ns = await cluster().namespace(uniqueName('stuck'))
    const half = [
      { verbs: ['list', 'create'], resources: ['secrets'] },
      { verbs: ['list'], resources: ['tenants'], groups: ['minio.min.io'] },
    ]
    const { token } = await cluster().account(ns, 'half', { within: { [ns]: half } })
    const failure = await (await port(token))
      .create(tenant(ns), false)
      .catch((error: unknown) => error as { status: number; detail: string })
    if ('console' in failure) throw new Error('It was made')
    assert.is(failure.status, 403)
    assert.match(
      failure.detail,
      new RegExp(
        `These were created before and could not be deleted: ${[...former, 'harbour-env-configuration'].map((name) => `secret ${name}`).join(', ')}$`,
      ),
    )
  })

  test('a missing namespace is reported by name, and can be created', async () => {
    const ns = uniqueName('fresh')
    const backend = await port()
    await expectFailure(
      404,
      backend.create(tenant(ns), false),
      new RegExp(`namespace: the namespace "${ns}" does not exist`),
    )
    await expectFailure(404, backend.quota(ns, `${ns}-storagequota`))
    await backend.createNamespace(ns)
    await backend.create(tenant(ns), false)
    await expectFailure(409, backend.createNamespace(ns))
  })

  test('a pool gets the next free name, and concurrent additions get different names or are refused', async () => {
    const ns = await cluster().namespace(uniqueName('grown'))
    const backend = await port()
    await backend.create(tenant(ns), false)
    await backend.addPool(ns, 'harbour', poolOf())
    assert.equal(poolNames(await tenantIn(ns)), ['pool-0', 'pool-1'])
    await expectFailure(
      409,
      backend.addPool(ns, 'harbour', poolOf({ name: 'pool-1' })),
      /a pool "pool-1" already exists/,
    )
    await expectFailure(
      400,
      backend.addPool(ns, 'harbour', poolOf({ servers: 1 })),
      /servers: 1 server with 2 drives each are not enough/,
    )
    const both = await Promise.allSettled([
      backend.addPool(ns, 'harbour', poolOf()),
      backend.addPool(ns, 'harbour', poolOf()),
    ])
    const added = both.filter(({ status }) => status === 'fulfilled').length
    for (const one of both)
      if (one.status === 'rejected')
        assert.match(String((one.reason as Error).message), /changed in the meantime|already exists/)
    const names = poolNames(await tenantIn(ns))
    assert.is(names.length, 2 + added)
    assert.is(new Set(names).size, names.length)
  })

  test('a new pool is refused the name of a removed one whose volumes exist, and without a name gets another', async () => {
    const ns = await cluster().namespace(uniqueName('former'))
    const { client } = cluster()
    const backend = await port()
    await backend.create(tenant(ns, { idp: { keys } }), false)
    const claim = async (name: string, labels: object) =>
      client.create(pathOf(kindAt('v1', 'persistentvolumeclaims'), { namespace: ns }), {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name, labels },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      })
    await claim('data0-harbour-pool-1-0', { 'v1.min.io/tenant': 'harbour', 'v1.min.io/pool': 'pool-1' })
    await claim('data0-harbour-pool-2-0', { 'v1.min.io/tenant': 'harbour' })
    await claim('data0-other-pool-3-0', { 'v1.min.io/tenant': 'other', 'v1.min.io/pool': 'pool-3' })
    const { detail } = await expectFailure(
      409,
      backend.addPool(ns, 'harbour', poolOf({ name: 'pool-1' })),
      /volumes of a removed pool "pool-1" still exist/,
    )
    assert.is(detail, 'data0-harbour-pool-1-0')
    await expectFailure(409, backend.addPool(ns, 'harbour', poolOf({ name: 'pool-2' })), /removed pool "pool-2"/)
    await backend.addPool(ns, 'harbour', poolOf())
    assert.equal(poolNames(await tenantIn(ns)).at(-1), 'pool-3')
    await backend.addPool(ns, 'harbour', { ...poolOf({ name: 'pool-1' }), reuse_volumes: true })
    assert.equal(poolNames(await tenantIn(ns)).at(-1), 'pool-1')
  })

  test('volumes of a deleted tenant are found by pool, and unknown to callers who may not list them', async () => {
    const ns = await cluster().namespace(uniqueName('remains'))
    const { client } = cluster()
    for (const name of ['data0-harbour-pool-0-0', 'data1-harbour-pool-0-0', 'data0-harbour-zone-a-0'])
      await client.create(pathOf(kindAt('v1', 'persistentvolumeclaims'), { namespace: ns }), {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name, labels: { 'v1.min.io/tenant': 'harbour' } },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      })
    const backend = await port()
    assert.equal(await backend.remains(ns, 'harbour'), [
      { name: 'pool-0', volumes: ['data0-harbour-pool-0-0', 'data1-harbour-pool-0-0'] },
      { name: 'zone-a', volumes: ['data0-harbour-zone-a-0'] },
    ])
    assert.equal(await backend.remains(ns, 'other'), [])
    const { token } = await cluster().account(ns, 'blind', { within: { [ns]: [] } })
    await expectFailure(403, (await port(token)).remains(ns, 'harbour'))
  })

  test('available space is that of a quota, or of all storage classes without one', async () => {
    const ns = await cluster().namespace(uniqueName('room'))
    const { client } = cluster()
    const backend = await port()
    const name = await addStorageClass(client, uniqueName('class'))
    const free = await backend.quota(ns, `${ns}-storagequota`)
    assert.equal(
      remainingQuotas(free.elements).find((one) => one.name === name),
      { name, left: 2 ** 63 },
    )

    const key = `${name}.storageclass.storage.k8s.io/requests.storage`
    const quotaRef = { namespace: ns, name: `${ns}-storagequota` }
    const quotas = kindAt('v1', 'resourcequotas')
    const created = await client.create(pathOf(quotas, { namespace: ns }), {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: quotaRef.name },
      spec: { hard: { [key]: '1Ti', pods: '9' } },
    })
    await client.replace(pathOf(quotas, { ...quotaRef, sub: 'status' }), {
      ...created,
      status: { hard: { [key]: '1Ti', pods: '9' }, used: { [key]: '100Gi' } },
    })
    const quota = await backend.quota(ns, quotaRef.name)
    assert.equal(quota.elements, [{ name: key, hard: 1099511627776, used: 107374182400 }])
  })

  test('a quota without storage class entries limits all classes together, and a new one applies before its status is set', async () => {
    const ns = await cluster().namespace(uniqueName('room'))
    const { client } = cluster()
    const backend = await port()
    const name = await addStorageClass(client, uniqueName('class'))
    const quotaRef = { namespace: ns, name: `${ns}-storagequota` }
    const quotas = kindAt('v1', 'resourcequotas')
    const roomIn = async () =>
      remainingQuotas((await backend.quota(ns, quotaRef.name)).elements).find((one) => one.name === name)?.left
    const hard = { 'requests.storage': '1Ti', pods: '9' }
    const body = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: quotaRef.name }, spec: { hard } }
    const created = await client.create(pathOf(quotas, { namespace: ns }), body)
    assert.is(await roomIn(), 2 ** 40)
    const status = { hard, used: { 'requests.storage': '256Gi', pods: '1' } }
    await client.replace(pathOf(quotas, { ...quotaRef, sub: 'status' }), { ...created, status })
    assert.is(await roomIn(), 2 ** 40 - 2 ** 38)
    await client.patch(pathOf(quotas, quotaRef), { spec: { hard: { 'requests.storage': null } } })
    const now = await client.get(pathOf(quotas, quotaRef))
    await client.replace(pathOf(quotas, { ...quotaRef, sub: 'status' }), {
      ...now,
      status: { hard: { pods: '9' }, used: { pods: '1' } },
    })
    assert.is(await roomIn(), 2 ** 63)
  })

  test('memory is that of the nodes, and their labels are listed', async () => {
    const { client } = cluster()
    const backend = await port()
    await expectFailure(507, backend.memory(4), /there are not enough nodes/)
    for (const [index, memory] of ['16Gi', '32777124Ki', '128974848000', '64G'].entries()) {
      const name = uniqueName('node')
      const created = await client.create(pathOf(nodeKind), {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name, labels: { zone: `z${index % 2}` } },
      })
      await client.replace(pathOf(nodeKind, { name, sub: 'status' }), {
        ...created,
        status: { allocatable: { memory } },
      })
    }
    assert.is(await backend.memory(4), 16 * 1024 ** 3)
    assert.equal((await backend.labels()).zone, ['z0', 'z1'])
    await expectFailure(507, backend.memory(3), /at least 4 nodes are required/)
    await expectFailure(507, backend.memory(5), /there are not enough nodes/)
    for (const { metadata } of await client.list(pathOf(nodeKind)))
      await client.remove(pathOf(nodeKind, { name: metadata.name }))
  })

  test('resources created by the wizard match field by field, and can be cloned without their secrets', async () => {
    for (const [name, changes] of Object.entries(answerCases)) {
      const ns = await cluster().namespace(uniqueName('whole'))
      const backend = await port()
      await backend.create(requestFor(changes, await backend.offers(), ns), false)
      const created = await tenantIn(ns)
      const secrets = await cluster().client.list(pathOf(secretKind, { namespace: ns }))
      for (const [field, is, expected] of expectedFields[name]?.({ tenant: created, secrets }) ?? [])
        assert.equal(is, expected, `${name}: ${field}`)

      const { steps, reenter } = await backend.template(ns, 'harbour')
      assert.not.match(JSON.stringify(steps), /hidden|PRIVATE KEY/)
      for (const [step, answers] of Object.entries({
        ...changes,
        setup: { servers: 4, drives: 4, size: '1', unit: 'Ti', memory: 2, parity: 'EC:3', storage_class: 'fast' },
      })) {
        const copied = steps[step as keyof typeof steps]
        const answered = answersOf(changes)[step as keyof typeof steps] as Record<string, unknown>
        for (const [field, answer] of Object.entries(answers as Record<string, unknown>)) {
          const isSecret = reenter.includes(`${step}.${field}`) || (step === 'identity' && field === 'keys')
          if (isSecret) assert.is(copied[field], undefined, `${name}: ${step}.${field} is not copied`)
          else assert.equal(copied[field], answer, `${name}: ${step}.${field} of ${JSON.stringify(answered[field])}`)
        }
      }
    }
  })

  test('a tenant with unreadable secrets is cloned without them, and an unreadable tenant is refused', async () => {
    const ns = await cluster().namespace(uniqueName('veiled'))
    await (await port()).create(
      requestFor(answerCases['OpenID and AWS'] ?? {}, { logSearch: false, prometheus: false }, ns),
      false,
    )
    const { token } = await cluster().account(ns, 'reader', {
      within: { [ns]: [{ verbs: ['get'], resources: ['tenants'], groups: ['minio.min.io'] }] },
    })
    const { steps, left } = await (await port(token)).template(ns, 'harbour')
    assert.equal([steps.setup.servers, steps.identity], [4, { kind: 'keys' }])
    assert.match(
      left.join('\n'),
      /you may not read its configuration\nThe contents of these secrets, which you may not read: harbour-secret-kes-configuration/,
    )
    const { token: other } = await cluster().account(ns, 'stranger')
    await expectFailure(403, (await port(other)).template(ns, 'harbour'))
    await expectFailure(404, (await port()).template(ns, 'nobody'))
  })
})
