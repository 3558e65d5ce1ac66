import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert } from '../lib/suite.ts'
import { WebSocketServer } from 'ws'
import type { ProxyRoute, ServerPlugin } from '../../core/protocol/serve.ts'
import { createOrigins, type Origins } from '../../server/origins.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { type Host, type HostOptions, type Send, startHost } from './host.ts'

/** A simulated former console of a tenant, whose responses a test configures. */
export type Tenant = {
  url: URL
  seen: IncomingMessage[]
  logins: unknown[]
  handleRequest: (request: IncomingMessage, response: ServerResponse) => void
  /** Handles a sign-in instead of the usual 201. */
  login?: (response: ServerResponse) => void
  /** Route to it through another proxy. */
  route?: ProxyRoute
  /** Additional lines in the handshake of its sockets. */
  handshake: string[]
  stop(): Promise<void>
}

export const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export const startTenantConsole = async (): Promise<Tenant> => {
  const sockets = new WebSocketServer({ noServer: true })
  const tenant: Tenant = {
    url: new URL('http://127.0.0.1'),
    seen: [],
    logins: [],
    handleRequest: (_, response) => response.end('a page'),
    handshake: [],
    stop: closeAtEnd(async () => {
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }),
  }
  const server: Server = createServer((request, response) => {
    tenant.seen.push(request)
    if (request.url !== '/api/v1/login') return tenant.handleRequest(request, response)
    void bodyOf(request).then((body) => {
      tenant.logins.push(JSON.parse(body))
      if (tenant.login) return tenant.login(response)
      response
        .writeHead(201, {
          'set-cookie': `token=of-tenant-${tenant.logins.length}; Path=/; HttpOnly`,
          'content-type': 'application/json',
        })
        .end('{"sessionId":"x"}')
    })
  })
  server.on('upgrade', (request, socket, head) => {
    tenant.seen.push(request)
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on('message', (text) => client.send(`heard ${String(text)}`)),
    )
  })
  sockets.on('headers', (lines) => lines.push(...tenant.handshake))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  tenant.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return tenant
}

type FindTenant = (params: Readonly<Record<string, string>>) => Tenant

/** A plugin with the consoles that `find` returns, which signs in as the tenant's root. */
export const proxyPlugin = (find: FindTenant): ServerPlugin => ({
  id: 'tenants',
  pages: {},
  routes: [],
  proxiedConsoles: {
    path: '/api/proxy/:namespace/:tenant',
    find: async ({ params }) => {
      const { url, route } = find(params)
      return { url, keyPair: { accessKey: 'root', secretKey: 'of-tenant' }, route }
    },
  },
})

/** Starts an app with only that plugin, and listens. */
export const startProxyHost = async (find: FindTenant, options: Omit<HostOptions, 'plugins'>) => {
  const host = await startHost({ plugins: [proxyPlugin(find)], ...options })
  await host.listen()
  return host
}

export const origins = createOrigins('http://*.tenants.test')
export const hostOf = (path: string) => origins.of(path).replace('http://', '')
export const tenantPath = '/api/proxy/blue/one'

type Sent = { url: string; headers: Record<string, string>; method?: string; payload?: string }

const cookieIn = (lines: readonly string[] = []) => lines.map((line) => line.split(';')[0]).join('; ')

/** Visits consoles of tenants through a host, over the network, since the proxy is outside of the app. */
export const createVisitor = (host: () => Host, all: Origins = origins) => {
  const hostOf = (path: string) => new URL(all.of(path)).host
  const send = ({ url, headers, method = 'GET', payload }: Sent) =>
    new Promise<{ statusCode: number; headers: IncomingHttpHeaders; payload: string }>((resolve, reject) => {
      const { port } = host().app.server.address() as AddressInfo
      const request = ask({ host: '127.0.0.1', port, path: url, method, headers, agent: false }, (response) => {
        bodyOf(response)
          .then((payload) => resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, payload }))
          .catch(reject)
      })
      request.on('error', reject).end(payload)
    })

  /** Enters as the frame does; returns a function that sends requests as a page of the tenant's console. */
  const enter = async (path = tenantPath, as?: Send) => {
    const root = as ?? (await host().as(host().root))
    const { payload, statusCode } = await root('POST', '/api/v1/proxied-console', { path })
    assert.is(statusCode, 201, payload)
    const { url } = JSON.parse(payload) as { url: string }
    const gate = await send({
      url: url.slice(all.of(path).length),
      headers: { host: hostOf(path), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    const cookie = cookieIn(gate.headers['set-cookie'])
    const go = (url: string, headers: Record<string, string> = {}, method = 'GET', payload?: string) =>
      send({
        url,
        method,
        headers: { host: hostOf(path), cookie, ...headers },
        ...(payload !== undefined && { payload }),
      })
    return { root, gate, cookie, go }
  }
  return { send, enter }
}
