import * as v from 'valibot'
import type { Sample, Scrape } from './samples.ts'

/**
 * A recorded metric: the first of these names that a scrape contains, with one series per combination of the labels
 * `by`. Gauges are stored as they are; counters continue across server restarts, which reset them to 0.
 */
export type Kept = {
  id: string
  metrics: readonly string[]
  by: readonly string[]
  fold: 'sum' | 'max'
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

export type Column = v.InferOutput<typeof Column>

/** All columns by index, and the time of the first row in seconds since 1970. */
export const Directory = v.object({ began: v.optional(v.number()), columns: v.array(v.nullable(Column)) })
export type Directory = v.InferOutput<typeof Directory>

/** Longer label values are ignored. */
const LONGEST = 240

/** A series in a scrape: its rule, label values, and samples. */
export type Found = { kept: Kept; values: string[]; samples: readonly Sample[] }

export const nameOf = (id: string, values: readonly string[]) => JSON.stringify([id, ...values])

export const seriesOf = ({ samples }: Scrape, rules: readonly Kept[]): Map<string, Found> => {
  const byName = new Map<string, Sample[]>()
  for (const sample of samples) {
    const known = byName.get(sample.name)
    if (known) known.push(sample)
    else byName.set(sample.name, [sample])
  }
  const found = new Map<string, Found & { samples: Sample[] }>()
  for (const kept of rules) {
    const metric = kept.metrics.find((name) => byName.has(name)) ?? ''
    for (const sample of byName.get(metric) ?? []) {
      const values = kept.by.map((label) => (sample.labels[label] ?? '').slice(0, LONGEST))
      const name = nameOf(kept.id, values)
      const known = found.get(name)
      if (known) known.samples.push(sample)
      else found.set(name, { kept, values, samples: [sample] })
    }
  }
  return found
}

/** Aggregates the samples of a series to one value. */
export const folded = ({ kept, samples }: Found) => {
  const figures = samples.map(({ value }) => value)
  return kept.fold === 'max' ? Math.max(...figures) : figures.reduce((sum, figure) => sum + figure, 0)
}
