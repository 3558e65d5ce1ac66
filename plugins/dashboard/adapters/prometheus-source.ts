import type { Prometheus } from 'stowage/engines/metrics'
import type { Charts } from '../widgets.ts'
import type { Source } from './source.ts'

/** How long a health check of Prometheus is cached, in ms. */
const WHILE = 15_000

/** Reads widgets from Prometheus. */
export const prometheusSource = (prometheus: Prometheus, clock: () => number = Date.now): Source => {
  let known: { at: number; problem: ReturnType<Prometheus['problem']> } | undefined
  return {
    read: ({ query }, range) => prometheus.range(query, range),
    about: async (): Promise<Charts> => {
      if (!known || clock() - known.at > WHILE) known = { at: clock(), problem: prometheus.problem() }
      const problem = await known.problem
      return { source: 'prometheus', ...(problem && { problem }) }
    },
  }
}
