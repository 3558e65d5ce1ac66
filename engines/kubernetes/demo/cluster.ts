import type { Api } from '../api.ts'
import { type ApiServer, createApiServer } from './api-server.ts'
import { saidBy } from './said.ts'
import { seed } from './seed.ts'
import { createStandIn } from './stand-in.ts'

export { demoTokens } from './people.ts'

type Options = {
  /** In ms since 1970. */
  clock?: () => number
  /** How often what works in the cluster does its next thing, in ms. */
  every?: number
}

/**
 * The cluster of the demonstration: an API with tenants, their pods, volumes and nodes, kept in a folder or in memory.
 * A tenant that is made there comes up within seconds, as an operator would have it; nothing of it stores anything.
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
      standIn: createStandIn(server, now),
      now: clock(),
      at: (ms) => {
        moment = ms
      },
    })
  const server = await createApiServer(folder, { clock: now, log: saidBy(now), fill })
  moment = undefined
  const standIn = createStandIn(server, now)
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
