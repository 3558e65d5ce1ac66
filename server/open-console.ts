import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Servers } from '../core/protocol/servers.ts'
import type { Engine } from '../engines/engine.ts'
import { dist } from './dist.ts'
import { openStorage } from './open-storage.ts'
import { unexpectedlyOff } from './plugins.ts'
import type { ServerTickets } from './server-tickets.ts'
import type { Setup } from './setup.ts'
import type { Stopping } from './stop-on-signal.ts'
import { pluginOff } from './messages.ts'

/** Loads everything that serves requests. */
const loadApp = () => import('./app.ts')

/** Arguments of a console besides its setup. */
export type ConsoleContext = {
  version: string
  log: FastifyBaseLogger
  stopping: Stopping
  /** Key of the session cookies, 32 bytes. */
  key: () => Promise<Buffer>
  /** All servers if there are several, and the path of the assets that they share. */
  servers?: Servers | undefined
  assets?: string | undefined
  tickets?: ServerTickets | undefined
}

const createConsole = async (
  { config, installed, values }: Setup,
  engine: Engine,
  { version, log, stopping, key, servers, assets, tickets }: ConsoleContext,
) => {
  const { storage } = config
  const idp = storage.engine === 'embedded' || storage.engine === 's3' ? undefined : storage.idp
  const { createApp } = await loadApp()
  return createApp({
    installed,
    values,
    engine,
    plugins: installed.flatMap(({ server, problem }) => (server && !problem ? server : [])),
    off: installed.flatMap(({ server, problem }) => (server && problem ? server : [])),
    config: {
      ...config,
      key: await key(),
      servers,
      assets,
      tickets: tickets && servers && { all: tickets, server: servers.current },
      dist,
      version,
      log,
      stopping,
      tracing: config.traces && (await import('./traces.ts')).createTraces(config.traces, { version, log }),
      sso: idp && (await import('./sso.ts')).createSso({ settings: idp, authorities: config.authorities }),
    },
  })
}

/** Opens the storage of a setup and creates its console, which does not listen yet. Throws `StartError`. */
export const openConsole = async (
  setup: Setup,
  context: ConsoleContext,
): Promise<{ app: FastifyInstance; engine: Engine }> => {
  const { installed, notices } = setup
  const { version, log } = context
  // the app is loaded while the storage opens, which waits for disks and derives keys
  const [engine] = await Promise.all([openStorage(setup.config, version, { log, installed }), loadApp()])
  try {
    const app = await createConsole(setup, engine, context)
    for (const notice of notices) app.log.warn(notice)
    for (const { id, problem, loadError: err } of unexpectedlyOff(installed, setup.config.plugins.only))
      app.log.warn({ plugin: id, ...(err !== undefined && { err }) }, pluginOff(id, problem))
    return { app, engine }
  } catch (error) {
    await engine.close()
    throw error
  }
}
