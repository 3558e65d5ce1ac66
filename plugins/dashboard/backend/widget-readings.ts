import type { Series } from './history/reading.ts'
import { type AlertMetric, type MetricId, alertMetrics, type Reading, type Readings } from '../alerts/metrics.ts'
import type { Source } from './source.ts'
import { table } from './widget-table.ts'

/** Maximum age of a widget's last value, and step; in seconds. */
const [MAX_AGE, STEP] = [300, 60]

const lastOf = ({ labels, points }: Series) => {
  const last = points.at(-1)
  return last
    ? [{ value: Number(last[1]), source: [labels.server, labels.drive ?? labels.disk].filter(Boolean).join(':') }]
    : []
}

const combine = (
  aggregate: NonNullable<AlertMetric['widget']>['aggregate'],
  readings: readonly Reading[],
): Reading | undefined => {
  const [first] = readings
  if (!first) return undefined
  if (aggregate === 'sum') return { value: readings.reduce((sum, { value }) => sum + value, 0) }
  if (aggregate === 'first') return { value: first.value }
  return readings.reduce((one, other) =>
    (aggregate === 'max' ? other.value > one.value : other.value < one.value) ? other : one,
  )
}

const readingOf = async (source: Source, metric: MetricId, now: number): Promise<Reading | undefined> => {
  const { widget }: AlertMetric = alertMetrics[metric]
  const targets = (widget && table[widget.id]?.targets) ?? []
  if (!widget || targets.length === 0) return undefined
  const end = Math.floor(now / 1000)
  const series = await Promise.all(
    targets.map((target) => source.read(target, { start: end - MAX_AGE, end, step: STEP })),
  )
  const reading = combine(widget.aggregate, series.flat().flatMap(lastOf))
  return reading && { value: reading.value / widget.scale, ...(reading.source && { source: reading.source }) }
}

/** Current readings of the wanted metrics, from their widgets; metrics that fail are left out. */
export const readWidgets = async (source: Source, metricIds: readonly MetricId[], now: number): Promise<Readings> => {
  const all = await Promise.all(
    metricIds.map(async (metric) => [metric, await readingOf(source, metric, now).catch(() => undefined)] as const),
  )
  return Object.fromEntries(all.filter(([, reading]) => reading !== undefined))
}
