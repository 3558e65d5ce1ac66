import type { FastifyInstance } from 'fastify'
import { assertPortFree } from './assert-port-free.ts'
import type { Config } from './config.ts'
import { detectConfig } from './detect-storage.ts'
import { openLog } from './log.ts'
import { openConsole } from './open-console.ts'
import { serverKey, sessionKey, ticketKey } from './seal.ts'
import { createServerTickets } from './server-tickets.ts'
import { createDispatcher } from './server-dispatch.ts'
import { ofServer, type readServers } from './servers.ts'
import { readSetup } from './setup.ts'
import type { Stopping } from './stop-on-signal.ts'
import { logUnexpectedErrors } from './unexpected-errors.ts'

const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('There is no server')
  return one
}

/**
 * Opens a console for each server, with its own engine, plugins, data folder and cookie key, and the HTTP server in
 * front of them. Throws `StartError`.
 */
export const openConsoles = async (
  { servers, folder, subpath }: NonNullable<ReturnType<typeof readServers>>,
  { version, stopping }: { version: string; stopping: Stopping },
): Promise<{ app: FastifyInstance; config: Config; close: () => Promise<unknown> }> => {
  const setups = await Promise.all(
    servers.map(async ({ name, flags, environment }) => {
      try {
        return await readSetup(flags, environment, (config) => detectConfig(config))
      } catch (error) {
        throw ofServer(name, error)
      }
    }),
  )
  const { config } = first(setups)
  await assertPortFree(config)
  const log = openLog(config.logLevel)
  logUnexpectedErrors(
    log,
    setups.flatMap(({ installed }) => installed),
  )
  // all servers have the same unknown variables
  for (const notice of new Set(setups.flatMap(({ notices }) => notices))) log.warn(notice)
  const root = await sessionKey({ ...config, folder })
  const tickets = createServerTickets(ticketKey(root))
  const all = servers.map(({ name, url }) => ({ name, path: `${subpath}/${name}`, address: new URL(url).host }))

  const opened = await Promise.allSettled(
    setups.map((setup, index) => {
      const { name, url } = first(servers.slice(index))
      return openConsole(
        { ...setup, notices: [] },
        {
          version,
          stopping,
          log: log.child({ server: name }),
          key: async () => serverKey(root, { name, url }),
          servers: { current: name, all },
          assets: subpath,
          tickets,
        },
      ).catch((error: unknown) => Promise.reject(ofServer(name, error)))
    }),
  )
  const consoles = opened.flatMap((one, index) =>
    one.status === 'fulfilled' ? { ...one.value, ...first(all.slice(index)) } : [],
  )
  const close = () => Promise.all(consoles.map(({ engine }) => engine.close()))
  try {
    for (const one of opened) if (one.status === 'rejected') throw one.reason
    return { app: await createDispatcher(consoles, { ...config, subpath, log, stopping }), config, close }
  } catch (error) {
    await close()
    throw error
  }
}
