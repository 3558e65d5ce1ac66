import { assert, type Test } from '../../../../test/lib/suite.ts'
import { kindAt, pathOf } from '../../../../engines/kubernetes/client.ts'
import type { TenantsBackend } from '../../backend.ts'
import type { LogOptions } from '../../details/backend.ts'
import tenants from '../../server.ts'
import { until } from '../../../../test/lib/until.ts'
import type { Cluster } from '../../../../test/conformance/clusters.ts'
import { expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'

const pods = kindAt('v1', 'pods')
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`)

/** Tests of pod logs, for any source of logs. */
export const defineLogs = (test: Test, cluster: () => Cluster) => {
  const port = (token?: string): Promise<TenantsBackend> => cluster().port(tenants, token)

  /**
   * Creates a pod of a tenant with two containers, the second of which serves; on a separate node, or not scheduled
   * yet.
   */
  const make = async (scheduling: 'on a node' | 'nowhere' = 'on a node') => {
    const { client, namespace, node } = cluster()
    const tenantRef = { namespace: await namespace(uniqueName('logs')), tenant: 'prod', pod: 'prod-pool-0-0' }
    const nodeName = uniqueName('node')
    const { vanish } = await node(nodeName)
    const containers = ['sidecar', 'minio'].map((name) => ({ name, image: 'a/b:c' }))
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: tenantRef.pod, labels: { 'v1.min.io/tenant': 'prod' } },
      spec: { containers, ...(scheduling === 'on a node' && { nodeName }) },
    }
    const created = await client.create(pathOf(pods, { namespace: tenantRef.namespace }), body)
    const containerStatuses = [{ name: 'minio', restartCount: 1, ready: true, image: '', imageID: '' }]
    if (scheduling === 'on a node')
      await client.replace(pathOf(pods, { namespace: tenantRef.namespace, name: tenantRef.pod, sub: 'status' }), {
        ...created,
        status: { phase: 'Running', containerStatuses },
      })
    return { at: tenantRef, nodeName, vanish }
  }

  const logRequest = (more: Partial<LogOptions> = {}): LogOptions => ({
    container: '',
    tail: 500,
    follow: 'no',
    previous: 'no',
    ...more,
  })

  const read = async (
    backend: TenantsBackend,
    at: Parameters<TenantsBackend['log']>[0],
    more?: Partial<LogOptions>,
  ) => {
    const lines: string[] = []
    for await (const part of backend.log(at, logRequest(more), new AbortController().signal)) lines.push(...part.lines)
    return lines
  }

  test('the last lines are of the main container, of a named container, or of the previous run', async () => {
    const { at } = await make()
    const { append } = cluster().podLogs
    append({ ...at, container: 'minio' }, ...numbered(1300))
    append({ ...at, container: 'sidecar' }, 'beside it')
    append({ ...at, container: 'minio', run: 'previous' }, 'It broke: é', 'at that')
    const backend = await port()
    assert.equal(await read(backend, at, { tail: 1200 }), numbered(1300).slice(100))
    assert.equal(await read(backend, at, { tail: 2 }), ['line 1299', 'line 1300'])
    assert.equal(await read(backend, at, { container: 'sidecar' }), ['beside it'])
    assert.equal(await read(backend, at, { previous: 'yes' }), ['It broke: é', 'at that'])
    assert.equal(
      await read(backend, at, { previous: 'yes', follow: 'yes' }),
      ['It broke: é', 'at that'],
      'what is over is not waited for',
    )
    await expectFailure(
      400,
      read(backend, at, { container: 'sidecar', previous: 'yes' }),
      /previous terminated container "sidecar" in pod "prod-pool-0-0" not found/,
    )
    await expectFailure(
      400,
      read(backend, at, { container: 'nobody' }),
      /container nobody is not valid for pod prod-pool-0-0/,
    )
    await expectFailure(404, read(backend, { ...at, pod: 'gone' }))
    await expectFailure(404, read(backend, { ...at, tenant: 'other' }), /The tenant other has no pod prod-pool-0-0/)
  })

  test('a log of more than 16 MiB is read up to its newest line', async () => {
    const { at } = await make()
    const lines = numbered(9000).map((line) => line.padEnd(2000, '.'))
    cluster().podLogs.append({ ...at, container: 'minio' }, ...lines)
    const received = await read(await port(), at, { tail: 9000 })
    assert.equal([received.length, received.at(-1)?.slice(0, 9)], [9000, 'line 9000'])
  })

  test('new lines are streamed until the subscriber leaves', async () => {
    const { at } = await make()
    const { append, listeners } = cluster().podLogs
    const minio = { ...at, container: 'minio' }
    append(minio, 'before', 'last')
    const before = listeners()
    const controller = new AbortController()
    const lines: string[] = []
    const backend = await port()
    const following = (async () => {
      for await (const part of backend.log(at, logRequest({ tail: 1, follow: 'yes' }), controller.signal))
        lines.push(...part.lines)
    })()
    await until(() => lines.length === 1 && listeners() === before + 1)
    append(minio, 'first of the new')
    await until(() => lines.length === 2)
    append(minio, 'and', 'more')
    await until(() => lines.length === 4)
    assert.equal(lines, ['last', 'first of the new', 'and', 'more'])
    controller.abort()
    await following.catch(() => undefined)
    await until(() => listeners() === before)
  })

  test('a caller who may see pods but not their logs is refused by the cluster, with a message', async () => {
    const { at } = await make()
    const see = { verbs: ['get'], resources: ['pods'] }
    const roles = { 'without-logs': [see], 'with-logs': [see, { verbs: ['get'], resources: ['pods/log'] }] }
    cluster().podLogs.append({ ...at, container: 'minio' }, 'heard')
    const as = async (name: keyof typeof roles) =>
      port((await cluster().account(at.namespace, name, { within: { [at.namespace]: roles[name] } })).token)
    await expectFailure(403, read(await as('without-logs'), at), /cannot get resource "pods\/log"/)
    assert.equal(await read(await as('with-logs'), at), ['heard'])
  })

  test('a pod waiting for a node has no logs, and an unreachable node is named', async () => {
    assert.equal(await read(await port(), (await make('nowhere')).at), [])
    const { at, nodeName, vanish } = await make()
    await vanish()
    const { detail } = await expectFailure(
      502,
      read(await port(), at),
      new RegExp(`^Node ${nodeName} does not return this log`),
    )
    assert.match(detail ?? '', /dial tcp.*connection refused/)
  })
}
