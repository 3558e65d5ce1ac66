import { setTimeout as sleep } from 'node:timers/promises'
import type { Background } from 'stowage/server'
import type { Readings } from '../alerts/metrics.ts'
import { decommissionReading, quorumReading, readingsOf } from '../alerts/readings.ts'
import { createScrapeReadings, type Excluded } from '../alerts/scrape-readings.ts'
import type { Info } from '../contract.ts'
import { computeForecast, type Forecast, withDriveUsage, type Usage } from '../forecast.ts'
import type { Decommission, Outlook, QuotaOutlook } from '../outlook.ts'
import type { Scrape } from './history/samples.ts'
import { type AlertContext, createAlerts } from './alerts.ts'
import { createCapacityLog, type Entry } from './capacity-log.ts'
import type { Measures } from './measures.ts'
import { forecastsByPool, paceByBucket, sizesOf, type VersionCounts } from './outlook-by-part.ts'
import type { Source } from './source.ts'
import { readWidgets } from './widget-readings.ts'
import * as messages from '../messages.ts'

/**
 * The state of the storage: `sizes` of all buckets, if the caller may see them, and the erasure sets that cannot be
 * written to, each as a sentence, where the engine has erasure sets.
 */
export type StorageState = {
  info: Info
  sizes?: Entry['sizes']
  unwritable?: readonly string[]
  /** Space of each pool. */
  pools?: Entry['pools']
  /** Pools for which a decommission was started, by name. */
  decommissions?: ReadonlyMap<string, Decommission>
  /** Bytes that the storage's metrics include, but that are no room for new objects. */
  excluded?: Excluded
  versions?: VersionCounts
}

/** Result of a connection check, if the storage is on another machine; in ms. */
type Probed = {
  skew: number | undefined
  certificateEnds: number | undefined
  isWritable?: boolean | undefined
}

/** Dependencies besides scrapes. `look` reads the storage if that requires no user's credentials. */
export type MonitorContext = AlertContext & {
  measures: Pick<Measures, 'listen' | 'problem'>
  look?: (() => Promise<StorageState>) | undefined
  /** The current source of widgets, if any. */
  source?: (() => Source | undefined) | undefined
  probe?: ((stop: AbortSignal) => Promise<Probed>) | undefined
  certificateEnds: number | undefined
}

/** Interval of checks, and lifetime of a probe's result; in ms. */
const [CHECK_INTERVAL, PROBE_LIFETIME] = [20_000, 55_000]

const DAY = 86_400_000

/** Represents "never full" as a number of days. */
const NEVER_FULL = 100_000

/** Maximum number of history points in a response. */
const MAX_POINTS = 200

const iso = (at: number) => new Date(at).toISOString()

const toWire = (forecast: Forecast): Outlook['forecast'] => {
  if (forecast.state !== 'full') return forecast
  const { date, earliest, latest, ...rest } = forecast
  return { ...rest, date: iso(date), earliest: iso(earliest), ...(latest !== undefined && { latest: iso(latest) }) }
}

const largestOf = (sizes: readonly (readonly [string, number])[]) =>
  [...sizes].sort(([, one], [, other]) => other - one).map(([name, bytes]) => ({ name, bytes }))

const newestPoints = (measures: readonly { at: number; used: number }[]) =>
  measures.slice(-MAX_POINTS).map(({ at: time, used }) => ({ time, used }))

/** Growth per bucket, also of deleted ones, largest change first. Buckets without an earlier size are left out. */
const changesOf = (sizes: readonly (readonly [string, number])[], before: Entry) => {
  const earlierSizes = new Map(before.sizes)
  // fewer than the limit, so a bucket without a record did not exist
  const missing = earlierSizes.size < 100 ? 0 : undefined
  const currentSizes = new Map(sizes)
  const deleted = [...earlierSizes.keys()].flatMap((name) => (currentSizes.has(name) ? [] : [[name, 0] as const]))
  return [...sizes, ...deleted]
    .flatMap(([name, size]) => {
      const then = earlierSizes.get(name) ?? missing
      return then === undefined || then === size ? [] : [{ name, bytes: size - then }]
    })
    .sort((one, other) => Math.abs(other.bytes) - Math.abs(one.bytes))
}

/** Combines what the console learns about the storage: history, forecast, alerts. */
export const createMonitor = () => {
  const capacityLog = createCapacityLog()
  const alerts = createAlerts()
  let context: MonitorContext | undefined
  let ready: Promise<unknown> = Promise.resolve()
  let stopping = new AbortController()
  let probed: { at: number; result: Promise<Probed | undefined> } | undefined

  const probe = (): Promise<Probed | undefined> => {
    if (!context?.probe) return Promise.resolve(undefined)
    const at = context.clock()
    if (!probed || Math.abs(at - probed.at) > PROBE_LIFETIME)
      probed = { at, result: context.probe(stopping.signal).catch(() => undefined) }
    return probed.result
  }

  const certificatesOf = (probed: Probed | undefined) => [
    ...(probed?.certificateEnds === undefined ? [] : [{ owner: 'storage' as const, expires: probed.certificateEnds }]),
    ...(context?.certificateEnds === undefined
      ? []
      : [{ owner: 'console' as const, expires: context.certificateEnds }]),
  ]

  const readConnection = async (at: number): Promise<Readings> => {
    const connection = await probe()
    const [first] = certificatesOf(connection).sort((one, other) => one.expires - other.expires)
    return {
      // an aborted probe says nothing about the storage
      ...(context?.probe && !stopping.signal.aborted && { unreachable: { value: connection ? 0 : 1 } }),
      ...(connection?.isWritable !== undefined && { 'write-quorum': { value: connection.isWritable ? 0 : 1 } }),
      ...(connection?.skew !== undefined && { 'clock-skew': { value: Math.abs(connection.skew) / 1000 } }),
      ...(first && {
        'certificate-days': {
          value: (first.expires - at) / DAY,
          source: first.owner === 'storage' ? 'of the storage' : 'of the console',
        },
      }),
    }
  }

  /** Runs all checks that require no credentials. */
  const runProbes = async (at: number) => {
    const source = context?.source?.()
    const [connection, widgets] = await Promise.all([
      readConnection(at),
      source ? readWidgets(source, alerts.requiredMetrics(), at) : {},
    ])
    await alerts.take({ ...connection, ...widgets }, at)
  }

  const usageOf = ({ usage = 0, used, capacity }: Info, at: number): Usage => ({
    at,
    stored: usage,
    ...(used !== undefined && { used }),
    ...(capacity !== undefined && { usable: capacity }),
  })

  const forecastOf = (usage: Usage) => computeForecast(withDriveUsage([...capacityLog.entries(), usage]))

  /** Records the usage, and returns how many days are left until the drives are full. */
  const record = async (usage: Usage, parts: Pick<Entry, 'sizes' | 'pools'> = {}): Promise<Readings> => {
    await capacityLog.note({ ...usage, ...parts })
    const forecast = forecastOf(usage)
    if (forecast.state === 'early') return {}
    return {
      'full-in': { value: forecast.state === 'full' ? Math.max(0, (forecast.date - usage.at) / DAY) : NEVER_FULL },
    }
  }

  const now = () => context?.clock() ?? Date.now()

  /** Records and evaluates a state, as of when its read began. */
  const ingest = async (state: StorageState, at = now()) => {
    const { info, sizes, pools, unwritable, decommissions } = state
    await capacityLog.exclude(state.excluded)
    if (!context) return
    const fullIn =
      info.asOf === 'never' ? {} : await record(usageOf(info, at), { ...(sizes && { sizes }), ...(pools && { pools }) })
    await alerts.take(
      { ...readingsOf(info, at), ...quorumReading(unwritable), ...decommissionReading(decommissions), ...fullIn },
      at,
    )
  }

  /** Reads the storage, and records and evaluates its state. */
  const read = async (readState: () => Promise<StorageState>): Promise<StorageState> => {
    const at = now()
    const state = await readState()
    await ready
    await ingest(state, at)
    return state
  }

  const isDurable = () => context?.keyValueStore.isDurable ?? false

  return {
    alerts,
    /** Resolves once the saved state is loaded. */
    ready: () => ready,
    ingest,
    read,

    /** Why metrics are missing while the dashboard is closed; empty while they arrive. */
    missingData: () => {
      const problem = context?.measures.problem()
      return problem ? { missingData: { since: iso(problem.since), message: problem.message } } : {}
    },

    /** Forecast, growth, certificates and clock skew for a caller who has read this state. */
    outlook: async ({ info, sizes, pools, decommissions, versions = new Map() }: StorageState): Promise<Outlook> => {
      const at = now()
      const connection = await probe()
      await runProbes(at)
      const before = capacityLog.dayBefore(at, sizes ? 'sizes' : 'all')
      const { usage = 0 } = info
      return {
        forecast: info.asOf === 'never' ? { state: 'early' } : toWire(forecastOf(usageOf(info, at))),
        history: newestPoints(withDriveUsage(capacityLog.entries())),
        durable: isDurable(),
        ...(before && {
          growth: {
            since: iso(before.at),
            bytes: usage - before.stored,
            buckets: sizes ? changesOf(sizes, before).slice(0, 3) : [],
          },
        }),
        ...(sizes && { largest: largestOf(sizes).slice(0, 3) }),
        pools: forecastsByPool(capacityLog.entries(), { ...usageOf(info, at), pools }).map((pool) => ({
          ...pool,
          forecast: toWire(pool.forecast),
          decommission: decommissions?.get(pool.name),
        })),
        ...(sizes &&
          info.asOf !== 'never' && {
            buckets: paceByBucket(capacityLog.entries(), { ...usageOf(info, at), sizes }, versions),
          }),
        ...(connection?.skew !== undefined && { skew: connection.skew / 1000 }),
        certificates: certificatesOf(connection).map(({ owner, expires }) => ({ owner, expires: iso(expires) })),
      }
    },

    /** When a bucket reaches a quota in bytes; the state has sizes. */
    quotaOutlook: ({ info, sizes = [] }: StorageState, bucket: string, quota: number): QuotaOutlook => {
      const used = sizes.find(([name]) => name === bucket)?.[1]
      if (used === undefined || info.asOf === 'never')
        return { forecast: { state: 'early' }, history: [], durable: isDurable() }
      const history = [...sizesOf(capacityLog.entries(), bucket), { at: now(), used }]
      return {
        forecast: toWire(computeForecast(history.map((size) => ({ ...size, usable: quota })))),
        history: newestPoints(history),
        durable: isDurable(),
      }
    },

    /** Runs the checks periodically until stopped. */
    work: (opened: MonitorContext): Background => {
      const over = new AbortController()
      stopping = over
      const readStorage = async () => {
        if (opened.look) await read(opened.look)
      }
      const sampled = createScrapeReadings()
      const ingestScrape = async (scrape: Scrape) => {
        const { readings, usage } = sampled(scrape, capacityLog.excluded())
        await alerts.take({ ...readings, ...(usage && (await record({ at: scrape.at, ...usage }))) }, scrape.at)
      }
      const leave = opened.measures.listen((scrape) => void ingestScrape(scrape))
      const openStored = async () => {
        try {
          await capacityLog.open(opened)
          await alerts.open(opened)
          context = opened
        } catch (error) {
          opened.log.error({ err: error }, messages.savedStateUnreadable)
        }
      }
      ready = openStored()
      const working = (async () => {
        await ready
        while (!over.signal.aborted) {
          if (!context) await (ready = openStored())
          // the page reports this error when it is opened; the next round retries
          await readStorage().catch(() => undefined)
          await sleep(CHECK_INTERVAL, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
          if (!over.signal.aborted) await runProbes(opened.clock())
        }
      })()
      return {
        stop: async () => {
          leave()
          over.abort()
          await working
          context = undefined
          capacityLog.close()
          await alerts.close()
        },
      }
    },
  }
}

export type Monitor = ReturnType<typeof createMonitor>
