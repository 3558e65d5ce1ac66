import type { Charts } from '../widgets.ts'
import type { Prometheus } from './prometheus.ts'
import type { Source } from './source.ts'

/** How long a health check of Prometheus is cached, in ms. */
const CACHE_TIME = 15_000

/** Reads widgets from Prometheus. */
export const prometheusSource = (prometheus: Prometheus, clock: () => number = Date.now): Source => {
  let cached: { at: number; problem: ReturnType<Prometheus['problem']> } | undefined
  return {
    read: ({ query }, range) => prometheus.range(query, range),
    about: async (): Promise<Charts> => {
      if (!cached || clock() - cached.at > CACHE_TIME) cached = { at: clock(), problem: prometheus.problem() }
      const problem = await cached.problem
      return { source: 'prometheus', ...(problem && { problem }) }
    },
  }
}
