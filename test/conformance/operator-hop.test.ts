import { type IncomingHttpHeaders, request as ask } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { once } from 'node:events'
import { assert, suite } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { missingKube } from '../lib/kube.ts'
import { WebSocket } from 'ws'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { ownAddress } from '../lib/minio-cluster.ts'
import { startFormerConsole } from '../lib/former-console.ts'
import type { Kube } from '../lib/kube.ts'
import { type TestConsole, startTestConsole } from '../lib/test-console.ts'
import { type Send, signIn, startServer, type TestServer } from '../lib/server.ts'
import { uniqueName } from './engines.ts'

// endpoints of a service cannot be on loopback
const noAddress = ownAddress() === '127.0.0.1' ? 'this machine has no address but loopback' : undefined
const test = suite(
  'consoles of tenants through the API server, from outside of the cluster',
  missingKube() ?? noAddress,
)

const core = (plural: string, namespace: string) => pathOf(kindAt('v1', plural), { namespace })

let testConsole: TestConsole
let cluster: Kube
let server: TestServer
let former: Awaited<ReturnType<typeof startFormerConsole>>
let secure: typeof former
let relay: { port: number; stop(): void }

/** Forwards from this machine's own address to a server on loopback. */
const relayTo = async (url: string) => {
  const server = createServer((socket) => {
    const { hostname, port } = new URL(url)
    const forwarded = connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, forwarded],
      [forwarded, socket],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other)
  })
  server.listen(0, ownAddress())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() }
}

/** Creates a tenant whose console's service leads to a port of this machine. */
const make = async ({
  port,
  scheme = 'http',
  pair = { accessKey: 'root', secretKey: 'of-tenant' },
}: {
  port: number | undefined
  scheme?: string
  pair?: { accessKey: string; secretKey: string }
}) => {
  const { client } = cluster
  const ns = await cluster.namespace(uniqueName('hop'))
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const spec = {
    configuration: { name: 'prod-env' },
    requestAutoCert: scheme === 'https',
    pools: [{ name: 'pool-0', servers: 1, volumesPerServer: 4, volumeClaimTemplate: claim }],
  }
  const variables = `export MINIO_ROOT_USER="${pair.accessKey}"\nexport MINIO_ROOT_PASSWORD="${pair.secretKey}"\n`
  await client.create(core('secrets', ns), { metadata: { name: 'prod-env' }, stringData: { 'config.env': variables } })
  await createTenant(client, ns, { metadata: { name: 'prod' }, spec })
  const name = `${scheme}-console`
  await client.create(core('services', ns), {
    metadata: { name: 'prod-console' },
    spec: { ports: [{ name, port: scheme === 'https' ? 9443 : 9090 }] },
  })
  // an endpoint must belong to a ready pod
  const pod = await client.create(core('pods', ns), {
    metadata: { name: 'prod-pool-0-0' },
    spec: { containers: [{ name: 'minio', image: 'a/b:c' }] },
  })
  await client.replace(`${core('pods', ns)}/prod-pool-0-0/status`, {
    ...pod,
    status: { phase: 'Running', podIP: ownAddress(), podIPs: [{ ip: ownAddress() }] },
  })
  const addresses = [{ ip: ownAddress(), targetRef: { kind: 'Pod', namespace: ns, name: 'prod-pool-0-0' } }]
  await client.create(core('endpoints', ns), {
    metadata: { name: 'prod-console' },
    ...(port !== undefined && { subsets: [{ addresses, ports: [{ name, port }] }] }),
  })
  return `/api/proxy/${ns}/prod`
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends a request to an origin of this console that only browsers can resolve. */
const sendTo = (origin: URL, path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = ask(
      { host: '127.0.0.1', port: origin.port, path, method, agent: false, headers: { host: origin.host, ...headers } },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() })
      },
    )
    request.on('error', reject).end(body)
  })

/** Enters the tenant's console as the frame does; returns a function that sends requests as a page of it. */
const enter = async (send: Send, path: string) => {
  const { status, json, text } = await send('POST', '/api/v1/proxied-console', { path })
  assert.is(status, 201, text)
  const url = new URL((json as { url: string }).url)
  const { headers } = await sendTo(url, url.pathname + url.search)
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const go = (to: string, { headers: more, ...sent }: Sent = {}) =>
    sendTo(url, to, { ...sent, headers: { cookie, ...more } })
  const socket = (to: string) =>
    new WebSocket(`ws://127.0.0.1:${url.port}${to}`, { headers: { host: url.host, cookie, origin: url.origin } })
  return { go, socket, origin: url.origin }
}

test.before(async () => {
  ;[testConsole, server, former, secure] = await Promise.all([
    startTestConsole('cluster'),
    startServer(),
    startFormerConsole(ownAddress()),
    startFormerConsole(ownAddress(), { secure: true }),
  ])
  if (!testConsole.cluster) throw new Error('There is no cluster')
  cluster = testConsole.cluster
  relay = await relayTo(server.url)
})
test.after(async () => {
  relay?.stop()
  await Promise.all([testConsole?.stop(), server?.stop(), former?.stop(), secure?.stop()])
})

test('pages, calls and sockets of the former console work as at its own root', async () => {
  const { go, socket, origin } = await enter(
    await signIn(testConsole.server.url, testConsole.server.root),
    await make({ port: former.port }),
  )
  const page = await go('/')
  assert.equal([page.status, page.text], [200, former.page], 'nothing in it names the way that it took')
  assert.is(page.headers['x-frame-options'], undefined)
  assert.match((await go('/static/js/main.js')).text, /^const show/)
  assert.is((await go('/login')).headers.location, '/buckets')
  const createdBucket = await go('/api/v1/buckets?a=b%2Fc', {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(JSON.parse(createdBucket.text), { method: 'POST', url: '/api/v1/buckets?a=b%2Fc', body: '{"name":"x"}' })
  const feed = socket('/ws/trace')
  await once(feed, 'open')
  feed.send('ok')
  assert.is(String((await once(feed, 'message'))[0]), 'heard ok')
  feed.terminate()
})

test('a console with TLS works too', async () => {
  const { go } = await enter(
    await signIn(testConsole.server.url, testConsole.server.root),
    await make({ port: secure.port, scheme: 'https' }),
  )
  assert.is((await go('/buckets')).text, secure.page)
})

test("no call or socket passes the user's token to a tenant", async () => {
  for (const { seen } of [former, secure]) {
    assert.ok(seen.length > 0)
    for (const { headers, url, body } of seen) {
      assert.is(headers.authorization, undefined)
      assert.not.match(JSON.stringify({ headers, url, body }), cluster.admin)
    }
  }
  assert.ok(former.seen.some(({ url }) => url === '/ws/trace'))
})

test('a page of a tenant reaches no other address of the cluster and uses no other identity', async () => {
  const { go } = await enter(
    await signIn(testConsole.server.url, testConsole.server.root),
    await make({ port: former.port }),
  )
  const before = former.seen.length
  assert.ok(before > 0)
  for (const path of [
    '/../../../../secrets',
    '/..%2f..%2f..%2f..%2fsecrets',
    '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/secrets',
    '/a/..',
    '/a%5c..%5cb',
    '/%',
  ])
    assert.is((await go(path)).status, 400, path)
  assert.is(former.seen.length, before)
  const { status } = await go('/api/v1/session', {
    headers: { 'impersonate-user': 'system:anonymous', authorization: 'Bearer other', 'x-remote-user': 'admin' },
  })
  assert.is(status, 200)
  const { authorization, 'impersonate-user': as, 'x-remote-user': remote } = former.seen.at(-1)?.headers ?? {}
  assert.equal([former.seen.length, authorization, as, remote], [before + 1, undefined, undefined, undefined])
})

test('another instance of this console works in the same way', async () => {
  const { go, socket, origin } = await enter(
    await signIn(testConsole.server.url, testConsole.server.root),
    await make({ port: relay.port, pair: server.root }),
  )
  const session = JSON.parse((await go('/api/v1/session')).text) as { status: string }
  assert.is(session.status, 'ok')
  const createdBucket = await go('/api/v1/buckets', {
    method: 'POST',
    body: '{"name":"made-from-here"}',
    headers: { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  assert.ok([200, 201].includes(createdBucket.status), createdBucket.text)
  assert.match((await go('/api/v1/buckets')).text, 'made-from-here')
  const page = await go('/buckets')
  assert.is(page.status, 200)
  assert.not.match(page.text, /services\/http/)
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.text) ?? []
  assert.is((await go(new URL(script, `${origin}/buckets`).pathname)).status, 200, script)
  const feed = socket('/ws/trace')
  await once(feed, 'open')
  feed.terminate()
})

test('a caller without the right sees the required one, and an unavailable console is reported', async () => {
  const path = await make({ port: former.port })
  const read = [
    { verbs: ['get'], resources: ['tenants'], groups: ['minio.min.io'] },
    { verbs: ['get'], resources: ['secrets'] },
  ]
  const { token } = await cluster.account(path.split('/')[3] ?? '', 'reader', { everywhere: read })
  const refused = await (await signIn(testConsole.server.url, { accessKey: '', secretKey: token }))(
    'POST',
    '/api/v1/proxied-console',
    {
      path,
    },
  )
  assert.is(refused.status, 403, refused.text)
  assert.match(refused.text, /services\/proxy/)
  const unavailable = await (await signIn(testConsole.server.url, testConsole.server.root))(
    'POST',
    '/api/v1/proxied-console',
    {
      path: await make({ port: undefined }),
    },
  )
  assert.is(unavailable.status, 502)
  assert.match(unavailable.text, /no endpoints available/)
  const wrong = await (await signIn(testConsole.server.url, testConsole.server.root))(
    'POST',
    '/api/v1/proxied-console',
    {
      path: await make({ port: former.port, pair: { accessKey: 'root', secretKey: 'another-one' } }),
    },
  )
  assert.match(wrong.text, /refused its root account/)
})

test('errors of a tenant that resemble those of the API server neither end a session nor report a missing right', async () => {
  for (const code of [401, 403]) {
    const message = 'secrets is forbidden: User "anna" cannot * resource "*" in API group ""'
    const hostile = await startFormerConsole(ownAddress(), {
      refusing: { code, kind: 'Status', apiVersion: 'v1', status: 'Failure', message },
    })
    const { status, text } = await (await signIn(testConsole.server.url, testConsole.server.root))(
      'POST',
      '/api/v1/proxied-console',
      {
        path: await make({ port: hostile.port }),
      },
    )
    assert.is(status, code === 401 ? 502 : 403)
    if (code === 403) assert.not.match(text, /cannot \*/)
    await hostile.stop()
  }
})
