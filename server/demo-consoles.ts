import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createEmbeddedEngine } from '../engines/embedded/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { TenantConnections } from '../engines/kubernetes/adapter-context.ts'
import type { Outbound } from '../engines/outbound/outbound.ts'
import { createApp } from './app.ts'
import type { KeyPair } from './config-storage.ts'
import type { Installed } from './installed-plugins.ts'
import { fillDemoTenant } from './demo-objects.ts'
import { tenantConsoleDidNotStop } from './messages.ts'

type Options = {
  /** Folder of the demo; each tenant's storage is below it. */
  folder: string
  dist: string | undefined
  version: string
  log: FastifyBaseLogger
  outbound: Outbound
  installed: readonly Installed[]
  /** Maximum number of running consoles; the least recently used one is stopped. */
  maxConsoles?: number
}

type Running = { engine: Engine; app: FastifyInstance; url: URL }

/**
 * Consoles of the demo's tenants. Each is an instance of this program with an embedded storage, listens on the loopback
 * interface, and is started on demand.
 */
export const createDemoConsoles = ({ folder, dist, version, log, outbound, installed, maxConsoles = 4 }: Options) => {
  const consoles = new Map<string, Promise<Running>>()

  const start = async (at: string, root: KeyPair): Promise<Running> => {
    const engine = await createEmbeddedEngine({
      folder: join(folder, 'tenants', at),
      root,
      version,
      log,
      outbound,
    })
    const app = await createApp({
      plugins: installed.flatMap(({ server, problem }) => (server && !problem ? server : [])),
      installed: installed.map((plugin) => ({ ...plugin })),
      engine,
      config: {
        version,
        dist,
        log,
        key: randomBytes(32),
        subpath: '',
        trustedProxies: [],
        tls: undefined,
        origins: undefined,
        metricsToken: undefined,
        idleSeconds: undefined,
        sso: undefined,
        localLogin: false,
        legacyApi: false,
        development: false,
      },
    })
    await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => `Demonstration tenant ${at} is open` })
    await fillDemoTenant(app, root)
    return { engine, app, url: new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`) }
  }

  const stop = async (running: Promise<Running>) => {
    const { engine, app } = await running
    app.server.closeAllConnections()
    await app.close()
    await engine.close()
  }

  const open: NonNullable<TenantConnections['open']> = async ({ namespace, tenant, keyPair }) => {
    const at = join(namespace, tenant)
    // changed credentials apply from the next start, as with a tenant's pods
    const running = consoles.get(at) ?? start(at, keyPair)
    consoles.delete(at)
    consoles.set(at, running)
    running.catch(() => consoles.get(at) === running && consoles.delete(at))
    const [oldest] = consoles
    if (oldest && consoles.size > maxConsoles) {
      consoles.delete(oldest[0])
      await stop(oldest[1]).catch((error: unknown) => log.warn({ err: error }, tenantConsoleDidNotStop))
    }
    return (await running).url
  }

  return {
    open,
    close: async () => {
      const all = [...consoles.values()]
      consoles.clear()
      await Promise.allSettled(all.map(stop))
    },
  }
}
