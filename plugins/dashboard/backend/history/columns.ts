import * as v from 'valibot'
import type { Sample, Scrape } from './samples.ts'

/**
 * A recorded metric: the first of these names that a scrape contains, with one series per combination of the labels
 * `by`. Gauges are stored as they are; counters continue across server restarts, which reset them to 0.
 */
export type MetricRule = {
  id: string
  metrics: readonly string[]
  by: readonly string[]
  aggregate: 'sum' | 'max'
  kind: 'gauge' | 'counter'
}

const Column = v.object({
  id: v.string(),
  values: v.array(v.string()),
  /** In seconds since 1970; earlier values in the column belong to a previous series. */
  since: v.number(),
  /** Offset of a counter from its samples, since they were reset. */
  ahead: v.number(),
})

type Column = v.InferOutput<typeof Column>

/** All columns by index, and the time of the first row in seconds since 1970. */
export const Directory = v.object({ began: v.optional(v.number()), columns: v.array(v.nullable(Column)) })
export type Directory = v.InferOutput<typeof Directory>

/** Longer label values are ignored. */
const MAX_LABEL = 240

/** A series in a scrape: its rule, label values, and samples. */
export type ScrapedSeries = { rule: MetricRule; values: string[]; samples: readonly Sample[] }

export const nameOf = (id: string, values: readonly string[]) => JSON.stringify([id, ...values])

export const seriesOf = ({ samples }: Scrape, rules: readonly MetricRule[]): Map<string, ScrapedSeries> => {
  const byName = new Map<string, Sample[]>()
  for (const sample of samples) {
    const sameName = byName.get(sample.name)
    if (sameName) sameName.push(sample)
    else byName.set(sample.name, [sample])
  }
  const series = new Map<string, ScrapedSeries & { samples: Sample[] }>()
  for (const rule of rules) {
    const metric = rule.metrics.find((name) => byName.has(name)) ?? ''
    for (const sample of byName.get(metric) ?? []) {
      const values = rule.by.map((label) => (sample.labels[label] ?? '').slice(0, MAX_LABEL))
      const name = nameOf(rule.id, values)
      const existing = series.get(name)
      if (existing) existing.samples.push(sample)
      else series.set(name, { rule, values, samples: [sample] })
    }
  }
  return series
}

/** Aggregates the samples of a series to one value. */
export const aggregate = ({ rule, samples }: ScrapedSeries) => {
  const values = samples.map(({ value }) => value)
  return rule.aggregate === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0)
}
