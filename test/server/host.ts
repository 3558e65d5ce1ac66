import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Contract, type Handlers, serve, type ServerPlugin } from '../../core/protocol/serve.ts'
import { plugins as allPlugins } from '../lib/plugins-of-server.ts'
import { type AppConfig, createApp } from '../../server/app.ts'
import { readPlugins } from '../../server/installed-plugins.ts'
import type { PluginValues } from '../../server/plugin-config.ts'
import { createLog } from '../../server/log.ts'
import type { Engine } from '../../engines/engine.ts'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import type { KeyPair } from '../../server/config-storage.ts'
import { createOutbound } from '../../engines/outbound/outbound.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { quickSecrets } from '../lib/secrets.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

/** Sends one request with the sender's session. A body is sent as JSON unless it has its own content type. */
export type Send = (
  method: string,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

/** The app on a separate embedded engine, without a listening socket. */
export type Host = {
  app: FastifyInstance
  engine: Engine
  root: KeyPair
  /** Returns a function that sends requests as the account, or without a session. */
  as(keyPair?: KeyPair): Promise<Send>
  /** Listens on a free loopback port, which it returns. */
  listen(): Promise<number>
  stop(): Promise<void>
}

/** `Cookie` header with the cookies that a response set. */
export const cookiesOf = (response: LightMyRequestResponse) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** A plugin without pages that serves a contract. */
export const pluginFor = <const C extends Contract>(contract: C, handlers: Handlers<C, unknown>): ServerPlugin => ({
  id: 'of-this-test',
  pages: {},
  routes: serve(contract, handlers) as ServerPlugin['routes'],
})

/** Options of a test's app; by default a plain deployment at the root of a host. */
export type HostOptions = {
  plugins?: readonly ServerPlugin[]
  /** A plugin in addition to `plugins`. */
  plugin?: ServerPlugin
  off?: readonly ServerPlugin[]
  config?: Partial<AppConfig>
  /** Values of the plugins' variables. */
  values?: PluginValues
  engine?: (engine: Engine) => Engine
  /** Hosts in internal networks that the storage may reach. */
  allowedHosts?: readonly string[]
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const choice = { only: undefined, disabled: [] }

/** Creates the app on an engine; it is stopped after the test. */
export const hostOn = async (
  engine: Engine,
  root: KeyPair,
  { plugins = allPlugins, plugin, off = [], config = {}, values }: Omit<HostOptions, 'engine' | 'allowedHosts'> = {},
): Promise<Host> => {
  // the browser halves are those of the build
  const installed = config.dist ? await readPlugins({ dist: config.dist, added: undefined, version }, choice) : []
  const app = await createApp({
    plugins: [...plugins, ...(plugin ? [plugin] : [])],
    off,
    installed,
    values,
    engine,
    config: {
      key: randomBytes(32),
      subpath: '',
      tls: undefined,
      trustedProxies: [],
      log: createLog('silent'),
      dist: undefined,
      version: '1.2.3',
      sso: undefined,
      localLogin: false,
      legacyApi: false,
      metricsToken: undefined,
      origins: undefined,
      idleSeconds: undefined,
      development: false,
      ...config,
    },
  })

  const sender =
    (cookie: string): Send =>
    (method, url, body, headers = {}) =>
      app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url,
        headers: {
          host: 'console.test',
          origin: 'http://console.test',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          ...headers,
        },
        ...(body !== undefined && {
          payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
        }),
      })

  return {
    app,
    engine,
    root,
    as: async (keyPair) => {
      if (!keyPair) return sender('')
      const response = await sender('')('POST', '/api/v1/login', keyPair)
      if (response.statusCode !== 201)
        throw new Error(`Signing in as ${keyPair.accessKey} answered ${response.statusCode}: ${response.payload}`)
      return sender(cookiesOf(response))
    },
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return (app.server.address() as AddressInfo).port
    },
    stop: closeAtEnd(() => app.close()),
  }
}

export const startHost = async ({
  engine: wrap = (engine) => engine,
  allowedHosts: allowed = [],
  ...options
}: HostOptions = {}): Promise<Host> => {
  const folder = temporaryFolder('host')
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const outbound = createOutbound({ allowed })
  const engine = wrap(await createEmbeddedEngine({ folder, root, secrets: quickSecrets(), outbound }))
  const closeEngine = closeAtEnd(() => engine.close())
  const host = await hostOn(engine, root, options)
  const stop = async () => {
    await host.stop()
    await closeEngine()
  }
  return { ...host, stop }
}

/** Body of error responses. */
export type ErrorBody = {
  code: number
  message: string
  detailedMessage: string | null
  errorCode?: string
  field?: string
  missing?: { action: string; resource?: string }[]
  params?: Record<string, string | number>
}
