import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { stream } from '../../core/protocol/contract.ts'
import { type Host, pluginFor, startHost } from './host.ts'

const contract = { tick: stream('/ws/tick', { allow: 'signed-in', message: v.string() }) }
const plugin = pluginFor(contract, {
  async *tick({ account }) {
    yield `for ${account}`
  },
})

/** A reverse proxy for /console/ that forwards sockets and the original host, as nginx is configured in the guide. */
const startProxy = async (target: number, keeps: 'path' | 'rest'): Promise<Server> => {
  const pathOf = (url = '/') => (keeps === 'path' ? url : url.replace(/^\/console/, ''))
  const proxy = createServer((request, response) => {
    const headers = {
      ...request.headers,
      'x-forwarded-host': request.headers.host,
      'x-forwarded-for': '203.0.113.7',
      host: 'inside',
    }
    const inner = httpRequest(
      { host: '127.0.0.1', port: target, method: request.method, path: pathOf(request.url), headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(inner)
  })
  proxy.on('upgrade', (request, socket) => {
    const lines = Object.entries({ ...request.headers, host: 'inside', 'x-forwarded-host': request.headers.host })
    const inner = connect(target, '127.0.0.1', () => {
      inner.write(
        `GET ${pathOf(request.url)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      )
      socket.pipe(inner).pipe(socket)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}

let host: Host
test.before(async () => {
  host = await startHost({
    plugin,
    config: { subpath: '/console', trustedProxies: ['127.0.0.1'] },
  })
  await host.app.listen({ host: '127.0.0.1', port: 0 })
})

for (const keeps of ['path', 'rest'] as const) {
  test(`behind a proxy that passes the ${keeps === 'path' ? 'whole path' : 'path without its prefix'}, calls and sockets work`, async () => {
    const proxy = await startProxy((host.app.server.address() as AddressInfo).port, keeps)
    const place = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const origin = `http://${place}`
    const headers = { origin, 'content-type': 'application/json' }
    const login = await fetch(`${origin}/console/api/v1/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(host.root),
    })
    assert.is(login.status, 201)
    const [set = ''] = login.headers.getSetCookie()
    assert.match(set, /; Path=\/console;/)
    const cookie = set.split(';')[0] ?? ''
    assert.is((await fetch(`${origin}/console/api/v1/session`, { headers: { cookie } })).status, 200)

    const socket = new WebSocket(`ws://${place}/console/ws/tick`, { headers: { origin, cookie } })
    const [message] = await once(socket, 'message')
    assert.is(String(message), '"for admin"')
    const foreign = new WebSocket(`ws://${place}/console/ws/tick`, { headers: { origin: 'http://evil.test', cookie } })
    foreign.on('error', () => {})
    const [, refused] = await once(foreign, 'unexpected-response')
    assert.is(refused.statusCode, 403)
    foreign.terminate()
    proxy.close()
    proxy.closeAllConnections()
  })
}
