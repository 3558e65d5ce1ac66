import { once } from 'node:events'
import { createServer as createPlain, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { createCertificate } from '../../engines/kubernetes/demo/certificate.ts'
import type { KeyPair } from './sign-in-request.ts'

/** A request as the console received it. */
type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

const page = `<!doctype html><html><head><base href="/"/><link rel="stylesheet" href="/static/css/main.css"><script defer="" src="/static/js/main.js"></script></head><body><a href="/buckets">Buckets</a><script>const home = "/api/v1/" + 'x && "y"'</script></body></html>`

/** Reports what a page can do: send a call, open a feed, and go to another page. */
const script = `const show = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
document.querySelector('a').textContent = 'Buckets of the former console'
show('at ' + location.pathname)
fetch('api/v1/session').then(async (response) => show('session ' + response.status))
const feed = new WebSocket(location.origin.replace('http', 'ws') + '/ws/watch')
feed.onopen = () => feed.send('ok')
feed.onmessage = ({ data }) => show(data)
`

/**
 * Simulates the former console of tenants, as far as its protocol was observed: it signs in by JSON and responds with a
 * cookie `token`, its pages have paths from the root, and its feeds are sockets below `/ws` that accept calls from
 * their own origin only. It is no copy of that program, and implements nothing else.
 */
export const startFormerConsole = async (
  host: string,
  {
    secure = false,
    refusing,
    pair = { accessKey: 'root', secretKey: 'of-tenant' },
  }: { secure?: boolean; refusing?: { code: number; [field: string]: unknown }; pair?: KeyPair } = {},
) => {
  const seen: ReceivedRequest[] = []
  const isIn = ({ headers }: IncomingMessage) => headers.cookie === 'token=of-tenant'
  const handleRequest: RequestListener = async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(chunks).toString()
    seen.push({ method, url, headers, body })
    const json = (status: number, value: unknown, more: Record<string, string> = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(value))
    const wrong = { code: 401, message: 'invalid session', detailedMessage: 'invalid session' }
    if (url === '/api/v1/login' && refusing) return json(refusing.code, refusing)
    if (url === '/api/v1/login') {
      const { accessKey, secretKey } = JSON.parse(body) as KeyPair
      if (accessKey !== pair.accessKey || secretKey !== pair.secretKey)
        return json(500, { code: 500, message: 'invalid Login', detailedMessage: '403 Forbidden' })
      return json(201, { sessionId: 'of-tenant' }, { 'set-cookie': 'token=of-tenant; Path=/; HttpOnly; SameSite=Lax' })
    }
    if (url.startsWith('/api/v1/')) return isIn(request) ? json(200, { method, url, body }) : json(401, wrong)
    if (url.startsWith('/static/'))
      return void reply
        .writeHead(200, { 'content-type': url.endsWith('.js') ? 'text/javascript' : 'text/css' })
        .end(url.endsWith('.js') ? script : '')
    if (url === '/login') return void reply.writeHead(302, { location: '/buckets' }).end()
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' }).end(page)
  }
  const { certificate: cert, key } = createCertificate(['console'], {
    from: Date.now() - 60_000,
    to: Date.now() + 86_400_000,
  })
  const server = secure ? createSecure({ cert, key }, handleRequest) : createPlain(handleRequest)
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: '' })
    const isOwn = headers.origin === undefined || new URL(headers.origin).host === headers.host
    if (!isIn(request) || !isOwn || !url.startsWith('/ws/'))
      return socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on('message', (text) => client.send(`heard ${String(text)}`)),
    )
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    page,
    seen,
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      sockets.close()
      for (const client of sockets.clients) client.terminate()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
