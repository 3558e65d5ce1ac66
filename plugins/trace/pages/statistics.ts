import { parseGoDuration } from 'stowage'
import type { ServedCall } from '../contract.ts'

/** Statistics of one API. Durations in ns; `bytes` is the sum of received and sent. */
export type Statistic = {
  api: string
  calls: number
  warnings: number
  failures: number
  p50: number
  p99: number
  bytes: number
}

/** Ratio of two histogram buckets of durations: a percentile is at most 5% too high. */
const STEP = 1.05

const histogramBucket = (span: number) => (span <= 1 ? 0 : Math.ceil(Math.log(span) / Math.log(STEP)))

type ApiCounts = { calls: number; warnings: number; failures: number; bytes: number; spans: Map<number, number> }

const percentile = ({ calls, spans }: ApiCounts, fraction: number) => {
  let remaining = Math.ceil(calls * fraction)
  for (const [step, count] of [...spans].sort(([one], [other]) => one - other)) {
    remaining -= count
    if (remaining <= 0) return STEP ** step
  }
  return 0
}

/** Limit of API names, in case paths produce arbitrary names. */
const MAX_APIS = 500

/** Adds up calls by API, in memory that does not grow with their number. */
export const createStatistics = () => {
  const countsByApi = new Map<string, ApiCounts>()
  let since: string | undefined
  return {
    add: ({ api, time, statusCode, statusMsg, callStats }: ServedCall) => {
      since ??= time
      const current = countsByApi.get(api)
      if (!current && countsByApi.size >= MAX_APIS) return
      const one = current ?? { calls: 0, warnings: 0, failures: 0, bytes: 0, spans: new Map<number, number>() }
      if (!current) countsByApi.set(api, one)
      const step = histogramBucket(parseGoDuration(callStats.duration))
      one.calls += 1
      one.bytes += callStats.rx + callStats.tx
      one.spans.set(step, (one.spans.get(step) ?? 0) + 1)
      if (statusCode >= 500 || (statusCode === 0 && statusMsg)) one.failures += 1
      else if (statusCode >= 400) one.warnings += 1
    },
    clear: () => {
      countsByApi.clear()
      since = undefined
    },
    /** Start of the first call; `undefined` before there is one. */
    since: () => since,
    /** Sorted by calls or by errors, highest first. */
    sortedBy: (by: 'calls' | 'errors'): Statistic[] => {
      const errors = ({ warnings, failures }: Pick<Statistic, 'warnings' | 'failures'>) => warnings + failures
      return [...countsByApi]
        .map(([api, one]) => ({
          api,
          calls: one.calls,
          warnings: one.warnings,
          failures: one.failures,
          bytes: one.bytes,
          p50: percentile(one, 0.5),
          p99: percentile(one, 0.99),
        }))
        .sort(
          (one, other) =>
            (by === 'errors' ? errors(other) - errors(one) : 0) ||
            other.calls - one.calls ||
            (one.api < other.api ? -1 : 1),
        )
    },
  }
}

export type Statistics = ReturnType<typeof createStatistics>
