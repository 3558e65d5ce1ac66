import type { Api } from '../api.ts'
import { type ApiServer, createApiServer } from './api-server.ts'
import { createSampleLogs } from './sample-logs.ts'
import { seed } from './seed.ts'
import { createOperatorSimulator } from './operator-simulator.ts'

export { demoTokens } from './people.ts'

type Options = {
  /** In ms since 1970. */
  clock?: () => number
  /** Interval of the simulation's steps, in ms. */
  every?: number
}

/**
 * The demonstration cluster: an API with tenants, pods, volumes and nodes, in a folder or in memory. A new tenant
 * becomes ready within seconds, as with an operator; no tenant stores data.
 */
export const createDemoCluster = async (
  folder: string | undefined,
  { clock = Date.now, every = 1000 }: Options = {},
): Promise<Api> => {
  let moment: number | undefined
  const now = () => moment ?? clock()
  const fill = (server: ApiServer) =>
    seed({
      ...server,
      standIn: createOperatorSimulator(server, now),
      now: clock(),
      at: (ms) => {
        moment = ms
      },
    })
  const server = await createApiServer(folder, { clock: now, log: createSampleLogs(now), fill })
  moment = undefined
  const standIn = createOperatorSimulator(server, now)
  const timer = setInterval(() => {
    standIn.step()
    void server.store.saved().catch(() => undefined)
  }, every)
  timer.unref()
  return {
    ...server.api,
    close: async () => {
      clearInterval(timer)
      await server.api.close()
    },
  }
}
