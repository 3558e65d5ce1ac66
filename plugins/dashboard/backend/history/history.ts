import * as v from 'valibot'
import { Directory, aggregate, type ScrapedSeries, type MetricRule, nameOf, seriesOf } from './columns.ts'
import type { Medium } from './medium.ts'
import { type SeriesRequest, readSeries, type Range, type Series } from './reading.ts'
import { valueAt, type Layout, openRing } from './ring.ts'
import type { Scrape } from './samples.ts'

/** Seconds between rows: one per scrape for the last week, then one per hour. */
const [FINE, HOUR] = [15, 3600]

const WEEK_SLOTS = (7 * 24 * HOUR) / FINE

/** 64 MB: a week in 15 s steps and a year in hours, for 160 series. */
export const onDisk: Layout = {
  width: 160,
  tiers: [
    { every: FINE, slots: WEEK_SLOTS },
    { every: HOUR, slots: 365 * 24 },
  ],
}

/** 10 MB: a day in 15 s steps and a month in hours. */
export const forMemory: Layout = {
  width: 160,
  tiers: [
    { every: FINE, slots: (24 * HOUR) / FINE },
    { every: HOUR, slots: 31 * 24 },
  ],
}

/** A column unused for longer than this, in seconds, is reused for another series. */
const UNUSED_AFTER = 9 * 24 * HOUR

const readDirectory = (text: string | undefined, width: number): Directory => {
  const none = { columns: Array.from({ length: width }, () => null) }
  if (text === undefined) return none
  const { success, output } = v.safeParse(Directory, JSON.parse(text))
  return success && output.columns.length === width ? output : none
}

/**
 * Metrics history in a medium of fixed size. Time is taken from the scrapes. Throws if the medium cannot be read or
 * written.
 */
export const openHistory = async (medium: Medium, rules: readonly MetricRule[], layout = onDisk) => {
  const ring = await openRing(medium, layout)
  const { width } = layout
  const directory = readDirectory(ring.directory(), width)
  const slotByName = new Map<string, number>()
  for (const [slot, column] of directory.columns.entries())
    if (column) slotByName.set(nameOf(column.id, column.values), slot)
  const kindOf = new Map(rules.map(({ id, kind }) => [id, kind]))

  /** Last value of each counter's samples and columns. */
  const raw = new Map<string, number>()
  const last = new Float64Array(width).fill(NaN)
  const used = new Float64Array(width)
  const dropped = new Set<string>()
  let aggregatedUpTo = -1
  /** The last recorded slot; a later one was recorded before the clock was set back. */
  let now = ring.slots(0).at(-1) ?? 0

  const row = (await ring.rows(0, [now])).get(now)
  if (row) for (let column = 0; column < width; column += 1) last[column] = valueAt(row, column)
  used.fill(now * FINE)

  const columnFor = (time: number) => {
    const free = directory.columns.indexOf(null)
    return free >= 0 ? free : directory.columns.findIndex((_, slot) => (used[slot] ?? 0) < time - UNUSED_AFTER)
  }

  /** Growth of a counter, sample by sample; a smaller value means a reset to 0. */
  const growthOf = ({ rule, samples }: ScrapedSeries) =>
    samples.reduce((sum, { name, labels, value }) => {
      const key = `${rule.id} ${name}${JSON.stringify(labels)}`
      const before = raw.get(key)
      raw.set(key, value)
      return sum + (before === undefined ? value : value >= before ? value - before : value)
    }, 0)

  /** Value of a counter to record. Its first sample in this process is compared with the recorded value. */
  const counterValue = (series: ScrapedSeries, slot: number, ahead: number, isKnown: boolean) => {
    const sum = aggregate(series)
    const growth = growthOf(series)
    const before = last[slot] ?? NaN
    if (isKnown && !Number.isNaN(before)) return before + growth
    const next = sum + ahead
    return Number.isNaN(before) || next >= before ? next : before + sum
  }
  const continued = new Set<string>()

  const rowOf = (scrape: Scrape, time: number) => {
    const values = new Float64Array(width).fill(NaN)
    let changed = false
    dropped.clear()
    for (const [name, series] of seriesOf(scrape, rules)) {
      let slot = slotByName.get(name)
      if (slot === undefined) {
        slot = columnFor(time)
        if (slot < 0) {
          dropped.add(name)
          continue
        }
        const replaced = directory.columns[slot]
        if (replaced) slotByName.delete(nameOf(replaced.id, replaced.values))
        directory.columns[slot] = { id: series.rule.id, values: series.values, since: time, ahead: 0 }
        slotByName.set(name, slot)
        last[slot] = NaN
        changed = true
      }
      const column = directory.columns[slot]
      if (!column) continue
      const value =
        series.rule.kind === 'gauge' ? aggregate(series) : counterValue(series, slot, column.ahead, continued.has(name))
      continued.add(name)
      const offset = series.rule.kind === 'gauge' ? 0 : value - aggregate(series)
      if (offset !== column.ahead || time < column.since) {
        Object.assign(column, { ahead: offset, since: Math.min(time, column.since) })
        changed = true
      }
      values[slot] = value
      last[slot] = value
      used[slot] = time
    }
    return { values, changed }
  }

  const aggregateHour = async (hour: number) => {
    const slots = Array.from({ length: HOUR / FINE }, (_, index) => ((hour - 1) * HOUR) / FINE + 1 + index).filter(
      (slot) => ring.has(0, slot),
    )
    if (slots.length === 0) return
    const rows = [...(await ring.rows(0, slots))].sort(([one], [other]) => one - other)
    const values = new Float64Array(width).fill(NaN)
    for (const [slot, column] of directory.columns.entries()) {
      if (!column) continue
      const recorded = rows
        .filter(([slot]) => slot * FINE >= column.since)
        .map(([, row]) => valueAt(row, slot))
        .filter((value) => !Number.isNaN(value))
      if (recorded.length === 0) continue
      const sum = recorded.reduce((all, value) => all + value, 0)
      values[slot] = kindOf.get(column.id) === 'counter' ? (recorded.at(-1) ?? NaN) : sum / recorded.length
    }
    await ring.put(1, hour, values)
  }

  /** Also aggregates hours without any recorded row. */
  const aggregateUpTo = async (hour: number) => {
    if (hour === aggregatedUpTo) return
    const fine = layout.tiers[0]?.slots ?? 0
    for (let past = Math.max(1, hour - Math.floor((fine * FINE) / HOUR) + 1); past <= hour; past += 1)
      if (!ring.has(1, past)) await aggregateHour(past)
    aggregatedUpTo = hour
  }

  return {
    /** Records a scrape; resolves once it is durable. */
    note: async (scrape: Scrape): Promise<void> => {
      const slot = Math.floor(scrape.at / 1000 / FINE)
      await aggregateUpTo(Math.floor(((slot - 1) * FINE) / HOUR))
      const { values, changed } = rowOf(scrape, slot * FINE)
      if (changed || directory.began === undefined) {
        directory.began ??= slot * FINE
        await ring.describe(JSON.stringify(directory))
      }
      await ring.put(0, slot, values)
      now = slot
    },

    /** Time of the oldest row in seconds since 1970; `undefined` if there is none. */
    since: (): number | undefined => {
      const oldest = [(ring.slots(0)[0] ?? Infinity) * FINE, (ring.slots(1)[0] ?? Infinity) * HOUR - HOUR]
      const since = Math.max(Math.min(...oldest), directory.began ?? 0)
      return Number.isFinite(since) ? since : undefined
    },

    /** Number of series dropped for lack of columns. */
    dropped: () => dropped.size,

    /** Values of all series of a rule. Gaps have no points. */
    read: (request: SeriesRequest, range: Range): Promise<Series[]> => {
      const rule = rules.find(({ id }) => id === request.id)
      const columns = directory.columns.flatMap((column, slot) =>
        column?.id === request.id ? [{ slot, since: column.since, values: column.values }] : [],
      )
      return readSeries(ring, { request, range, now, columns, labels: rule?.by ?? [] })
    },

    close: () => ring.close(),
  }
}

export type History = Awaited<ReturnType<typeof openHistory>>
