import * as v from 'valibot'
import { get } from 'stowage'
import * as messages from './messages.ts'

/** How several values become one: the mean, the last one, or the last one that is not null. */
const Calculation = v.picklist(['mean', 'last', 'lastNotNull'])

const about = {
  id: v.number(),
  title: v.string(),
  type: v.picklist(['stat', 'gauge', 'bargauge', 'graph']),
  options: v.optional(v.object({ reduceOptions: v.object({ calcs: v.array(Calculation) }) })),
}

/** An available widget (console-api 4.1). */
export const Descriptor = v.object({ ...about, targets: v.optional(v.null(), null) })
export type Descriptor = v.InferOutput<typeof Descriptor>

/** One series: labels and points, by seconds since 1970, with values as text. */
const Result = v.object({
  metric: v.optional(v.record(v.string(), v.string()), {}),
  values: v.array(v.tuple([v.number(), v.string()])),
})

/** Data of a widget, with one target per query (console-api 4.2). */
export const Widget = v.object({
  ...about,
  targets: v.nullable(
    v.array(
      v.object({
        legendFormat: v.optional(v.string(), ''),
        resultType: v.string(),
        result: v.nullable(v.array(Result), []),
      }),
    ),
    [],
  ),
})
export type Widget = v.InferOutput<typeof Widget>

/**
 * Source of the charts: a Prometheus, or the console's own history, which is `durable` on disk but not in memory.
 * `since` in seconds since 1970; `problem` says why no newer data arrives, `droppedSeries` is the number of series that
 * exceeded the history's size.
 */
export const Charts = v.object({
  source: v.picklist(['history', 'prometheus']),
  durable: v.optional(v.boolean()),
  since: v.optional(v.number()),
  problem: v.optional(v.object({ message: v.string(), detail: v.optional(v.string()) })),
  droppedSeries: v.optional(v.number()),
  /** Address of a Grafana dashboard with the same metrics. */
  grafana: v.optional(v.string()),
})
export type Charts = v.InferOutput<typeof Charts>

/** Maximum number of points per series, as in Prometheus. */
const MAX_POINTS = 11_000

/** Seconds since 1970, up to the year 9999; more digits indicate another unit. */
const seconds = (name: string) =>
  v.optional(
    v.pipe(v.string(), v.maxLength(12), v.regex(/^\d+$/, messages.wholeSecondsRequired(name)), v.transform(Number)),
  )

/** Time range and step. Defaults: the last 15 minutes, and the widget's own step. */
export const RangeQuery = v.pipe(
  v.object({ start: seconds('start'), end: seconds('end'), step: seconds('step') }),
  v.check(({ start, end }) => start === undefined || end === undefined || start <= end, 'start is after end'),
  v.check(
    ({ start, end, step }) => start === undefined || end === undefined || (end - start) / (step || 60) < MAX_POINTS,
    messages.stepTooSmall(MAX_POINTS.toLocaleString('en')),
  ),
)
export type RangeQuery = v.InferOutput<typeof RangeQuery>

/** Widgets of the dashboard (console-api 4.2). */
export const widgets = {
  widget: get('/api/v1/admin/info/widgets/:id', { allow: ['admin:ServerInfo'], query: RangeQuery, reply: Widget }),
}
