import type { Api } from '../api.ts'
import { type ApiServer, createApiServer } from './api-server.ts'
import { createSampleLogs } from './sample-logs.ts'
import { seed } from './seed.ts'
import { createOperatorSimulator } from './operator-simulator.ts'

export { demoTokens } from './access-control.ts'

type Options = {
  /** In ms since 1970. */
  clock?: () => number
  /** Interval of the simulation's steps, in ms. */
  stepInterval?: number
}

/**
 * The demonstration cluster: an API with tenants, pods, volumes and nodes, in a folder or in memory. A new tenant
 * becomes ready within seconds, as with an operator; no tenant stores data.
 */
export const createDemoCluster = async (
  folder: string | undefined,
  { clock = Date.now, stepInterval = 1000 }: Options = {},
): Promise<Api> => {
  let fixedTime: number | undefined
  const now = () => fixedTime ?? clock()
  const fill = (server: ApiServer) =>
    seed({
      ...server,
      simulator: createOperatorSimulator(server, now),
      now: clock(),
      setTime: (ms) => {
        fixedTime = ms
      },
    })
  const server = await createApiServer(folder, { clock: now, log: createSampleLogs(now), seed: fill })
  fixedTime = undefined
  const simulator = createOperatorSimulator(server, now)
  const timer = setInterval(() => {
    simulator.step()
    void server.store.flush().catch(() => undefined)
  }, stepInterval)
  timer.unref()
  return {
    ...server.api,
    close: async () => {
      clearInterval(timer)
      await server.api.close()
    },
  }
}
