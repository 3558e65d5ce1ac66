import { assert } from '../lib/suite.ts'
import { kindAt, pathOf, KubernetesError } from '../../engines/kubernetes/client.ts'
import { tenantAt, tenantKind } from '../../engines/kubernetes/tenant.ts'
import { onEveryCluster } from './clusters.ts'
import { uniqueName } from './engines.ts'

const secrets = kindAt('v1', 'secrets')

const pool = (name: string) => ({
  name,
  servers: 4,
  volumesPerServer: 1,
  volumeClaimTemplate: {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
})
const tenant = (name: string, pools: object[] = [pool('pool-0')]) => ({
  apiVersion: 'minio.min.io/v2',
  kind: 'Tenant',
  metadata: { name },
  spec: { pools },
})
const secret = (name: string, labels = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, labels },
  stringData: { key: name },
})

const refused = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof KubernetesError) return `${error.status} ${error.code}`
    throw error
  }
  return 'done'
}

onEveryCluster('the API', (test, cluster) => {
  const client = () => cluster().client
  const at = { namespace: '' }
  test.before(async () => {
    at.namespace = await cluster().namespace(uniqueName('team'))
  })

  test('an object is created once, by name or with a generated name', async () => {
    const created = await client().create(pathOf(secrets, at), secret('one'))
    assert.ok(created.metadata.uid)
    assert.equal(created.data, { key: Buffer.from('one').toString('base64') })
    assert.is(await refused(client().create(pathOf(secrets, at), secret('one'))), '409 AlreadyExists')
    const again = await client()
      .create(pathOf(secrets, at), secret('one'))
      .catch((error: Error) => error)
    assert.is((again as Error).message, '"one" exists already')
    const { metadata } = await client().create(pathOf(secrets, at), {
      ...secret(''),
      metadata: { generateName: 'some-' },
    })
    assert.match(metadata.name, /^some-[a-z0-9]{5}$/)
    assert.is(await refused(client().create(pathOf(secrets, { namespace: 'nowhere' }), secret('one'))), '404 NotFound')
    assert.is(await refused(client().create(pathOf(secrets, at), secret('No_Name'))), '400 Invalid')
  })

  test('a dry run of a creation creates nothing', async () => {
    await client().create(pathOf(secrets, at), secret('tried'), { dryRun: 'All' })
    assert.is(await refused(client().get(pathOf(secrets, { ...at, name: 'tried' }))), '404 NotFound')
  })

  test('lists are filtered by labels and names, and paged', async () => {
    for (const label of ['a', 'b', 'c'])
      await client().create(pathOf(secrets, at), secret(`listed-${label}`, { set: label }))
    const namesBy = async (query: Record<string, string | number>) =>
      (await client().list(pathOf(secrets, at), query)).map(({ metadata }) => metadata.name)
    assert.equal(await namesBy({ labelSelector: 'set=b' }), ['listed-b'])
    assert.equal(await namesBy({ labelSelector: 'set in (a,c)' }), ['listed-a', 'listed-c'])
    assert.equal(await namesBy({ labelSelector: 'set,set!=a', limit: 1 }), ['listed-b', 'listed-c'])
    assert.equal(await namesBy({ fieldSelector: 'metadata.name=listed-c' }), ['listed-c'])
  })

  test('a tenant has named pools', async () => {
    assert.is(
      await refused(client().create(pathOf(tenantKind, at), tenant('wrong', [{ ...pool(''), name: undefined }]))),
      '400 Invalid',
    )
    assert.is(
      await refused(client().create(pathOf(tenantKind, at), tenant('wrong', [pool('same'), pool('same')]))),
      '400 Invalid',
    )
  })

  test('a write with an old resource version is refused, and both kinds of patch change only the named fields', async () => {
    const created = await client().create(pathOf(tenantKind, at), tenant('kept'))
    const merged = await client().patch(tenantAt(at.namespace, 'kept'), {
      metadata: { labels: { new: 'yes' } },
      spec: { image: 'minio/minio:new' },
    })
    assert.equal(merged.spec, { ...(created.spec as object), image: 'minio/minio:new' })
    assert.is(await refused(client().replace(tenantAt(at.namespace, 'kept'), created)), '409 Conflict')
    const grown = await client().patch(tenantAt(at.namespace, 'kept'), [
      { op: 'test', path: '/spec/image', value: 'minio/minio:new' },
      { op: 'add', path: '/spec/pools/-', value: pool('pool-1') },
    ])
    assert.is((grown.spec as { pools: unknown[] }).pools.length, 2)
    assert.is(
      (
        await refused(
          client().patch(tenantAt(at.namespace, 'kept'), [{ op: 'test', path: '/spec/image', value: 'other' }]),
        )
      ).slice(0, 3),
      '400',
    )
  })

  test('watch events arrive in order', async () => {
    const { version: resourceVersion } = await client().listWithVersion(pathOf(secrets, at))
    const controller = new AbortController()
    await client().create(pathOf(secrets, at), secret('watched', { seen: 'yes' }))
    await client().patch(pathOf(secrets, { ...at, name: 'watched' }), { metadata: { annotations: { a: 'b' } } })
    await client().remove(pathOf(secrets, { ...at, name: 'watched' }))
    let text = ''
    for await (const chunk of await client().stream(
      pathOf(secrets, at),
      { watch: true, resourceVersion, labelSelector: 'seen' },
      controller.signal,
    )) {
      text += Buffer.from(chunk)
      if (text.includes('"DELETED"')) break
    }
    controller.abort()
    assert.equal(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
      ['ADDED', 'MODIFIED', 'DELETED'],
    )
  })

  test('an object is deleted only if its preconditions match', async () => {
    await client().create(pathOf(secrets, at), secret('gone'))
    const path = pathOf(secrets, { ...at, name: 'gone' })
    assert.is(
      await refused(
        client().remove(path, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'another' } }),
      ),
      '409 Conflict',
    )
    await client().remove(path)
    assert.is(await refused(client().remove(path)), '404 NotFound')
  })
})
