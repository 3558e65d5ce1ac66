import type { CompletedCall } from 'stowage/engines/embedded'
import { type CallSum, toLatencyRow, topRows } from '../backend/latency.ts'
import type { Latency } from '../latency.ts'

const MINUTE = 60_000

/** Calls of the last hour are counted, by minute. */
const MINUTES = 60

/** Limit of APIs and buckets per minute; calls beyond it are counted without their bucket. */
const MAX_PAIRS = 1000

/** Ratio of two histogram buckets: a percentile is at most 10% too high. */
const STEP = 1.1

const boundOf = (took: number) => Math.round(STEP ** Math.ceil(Math.log(Math.max(took, 1)) / Math.log(STEP)))

type Sum = Required<CallSum> & { bytes: number; time: number; histogram: Map<number, number> }

const emptySum = (): Sum => ({ calls: 0, errors: 0, bytes: 0, time: 0, histogram: new Map() })

const addTo = (sum: Sum, more: Sum) => {
  sum.calls += more.calls
  sum.errors += more.errors
  sum.bytes += more.bytes
  sum.time += more.time
  for (const [bound, calls] of more.histogram) sum.histogram.set(bound, (sum.histogram.get(bound) ?? 0) + calls)
}

type Minute = { at: number; pairs: Map<string, { api: string; bucket: string; sum: Sum }> }

/** Counts S3 calls of the last hour by API and bucket, in memory that does not grow with their number. */
export const createCallLatency = () => {
  let minutes: Minute[] = []
  let host = ''
  let startedAt: number | undefined

  const trim = (at: number) => {
    minutes = minutes.filter((minute) => minute.at > at - MINUTES)
  }

  return {
    /** Starts counting; before that, `read` returns nothing. */
    begin: (now: number) => void (startedAt ??= now),

    add: ({ name, path, status, took, received, sent, host: server }: CompletedCall, now: number) => {
      if (!name.startsWith('s3.')) return
      host = server
      const at = Math.floor(now / MINUTE)
      let minute = minutes.at(-1)
      if (minute?.at !== at) {
        minute = { at, pairs: new Map() }
        minutes.push(minute)
        trim(at)
      }
      const api = name.slice('s3.'.length)
      const named = /^\/([^/]+)/.exec(path)?.[1] ?? ''
      const bucket = minute.pairs.size < MAX_PAIRS || minute.pairs.has(`${api}/${named}`) ? named : ''
      const pair = minute.pairs.get(`${api}/${bucket}`) ?? { api, bucket, sum: emptySum() }
      minute.pairs.set(`${api}/${bucket}`, pair)
      addTo(pair.sum, {
        calls: 1,
        errors: status >= 400 ? 1 : 0,
        bytes: received + sent,
        time: took,
        histogram: new Map([[boundOf(took), 1]]),
      })
    },

    read: (now: number): Latency => {
      trim(Math.floor(now / MINUTE))
      const [apis, buckets, all] = [new Map<string, Sum>(), new Map<string, Sum>(), emptySum()]
      for (const { pairs } of minutes)
        for (const { api, bucket, sum } of pairs.values())
          for (const [sums, name] of [
            [apis, api],
            [buckets, bucket],
          ] as const) {
            const total = sums.get(name) ?? emptySum()
            sums.set(name, total)
            addTo(total, sum)
            if (sums === apis) addTo(all, sum)
          }
      buckets.delete('')
      const rowsOf = (sums: ReadonlyMap<string, Sum>) =>
        topRows([...sums].map(([name, sum]) => toLatencyRow(name, sum)))
      return {
        since: new Date(Math.max(startedAt ?? now, now - MINUTES * MINUTE)).toISOString(),
        until: 'end',
        apis: rowsOf(apis),
        buckets: rowsOf(buckets),
        servers: all.calls > 0 ? [toLatencyRow(host, all)] : [],
        slowDrives: [],
      }
    },
  }
}
