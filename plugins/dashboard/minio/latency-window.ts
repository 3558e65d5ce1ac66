import type { Sample, Scrape } from '../backend/history/samples.ts'
import { type CallSum, noLatency, toLatencyRow, topRows } from '../backend/latency.ts'
import type { Latency } from '../latency.ts'

/** Window in ms, and interval of the scrapes to remember. */
const [WINDOW, SCRAPE_GAP] = [3_600_000, 300_000]

const names = {
  calls: 'minio_s3_requests_total',
  failed: 'minio_s3_requests_4xx_errors_total',
  broken: 'minio_s3_requests_5xx_errors_total',
  durations: 'minio_s3_requests_ttfb_seconds_distribution',
}

const metricNames = new Set(Object.values(names))

/** Counters by name, API, server and upper bound. */
type Counters = { at: number; values: ReadonlyMap<string, Sample> }

const keyOf = ({ name, labels: { api = '', server = '', le = '' } }: Sample) => [name, api, server, le].join('\n')

const countersOf = ({ at, samples }: Scrape): Counters => ({
  at,
  values: new Map(samples.filter(({ name }) => metricNames.has(name)).map((sample) => [keyOf(sample), sample])),
})

/** Increase of each counter. After a restart of the server, counters start at 0 and count in full. */
const growthOf = (now: Counters, before: Counters | undefined): Sample[] =>
  [...now.values].map(([key, sample]) => {
    const earlier = before?.values.get(key)?.value ?? 0
    return { ...sample, value: sample.value >= earlier ? sample.value - earlier : sample.value }
  })

/** Upper bound of a histogram bucket, in ns. */
const boundOf = (le: string) => (le === '+Inf' ? Infinity : Math.round(Number(le) * 1e9))

/** The counters of a histogram include all shorter durations. */
const histogramOf = (samples: readonly Sample[]) => {
  const cumulative = new Map<number, number>()
  for (const { labels, value } of samples) {
    const bound = boundOf(labels.le ?? '')
    cumulative.set(bound, (cumulative.get(bound) ?? 0) + value)
  }
  let counted = 0
  return new Map(
    [...cumulative]
      .sort(([one], [other]) => one - other)
      .map(([bound, calls]) => {
        const inBucket = calls - counted
        counted = calls
        return [bound, inBucket] as const
      }),
  )
}

const sumOf = (samples: readonly Sample[]): CallSum => {
  const total = (...of: readonly string[]) =>
    samples.filter(({ name }) => of.includes(name)).reduce((sum, { value }) => sum + value, 0)
  return {
    calls: total(names.calls),
    errors: total(names.failed, names.broken),
    histogram: histogramOf(samples.filter(({ name }) => name === names.durations)),
  }
}

/** Latency of the calls in the last hour, from the counters of a storage server. */
export const createLatencyWindow = () => {
  let remembered: Counters[] = []
  let newest: Counters | undefined

  return {
    add: (scrape: Scrape) => {
      newest = countersOf(scrape)
      const last = remembered.at(-1)
      if (last && scrape.at - last.at < SCRAPE_GAP) return
      remembered = [...remembered.filter(({ at }) => at >= scrape.at - WINDOW), newest]
    },

    read: (): Latency => {
      const now = newest
      if (!now) return noLatency('first-byte')
      // the first scrape counts since the start of the servers
      const [before] = remembered.filter((one) => one !== now)
      const samples = growthOf(now, before)
      const rowsOf = (label: 'api' | 'server') => {
        const values = new Set(samples.flatMap(({ labels }) => labels[label] ?? []))
        return topRows(
          [...values]
            .map((value) => toLatencyRow(value, sumOf(samples.filter(({ labels }) => labels[label] === value))))
            .filter(({ calls }) => calls > 0),
        )
      }
      const bounds = samples.flatMap(({ name, labels }) => (name === names.durations ? boundOf(labels.le ?? '') : []))
      return {
        ...(before && { since: new Date(before.at).toISOString() }),
        until: 'first-byte',
        ...(bounds.length > 0 && { resolution: Math.min(...bounds) }),
        apis: rowsOf('api'),
        servers: rowsOf('server'),
        slowDrives: [],
      }
    },
  }
}
