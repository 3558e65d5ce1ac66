import * as v from 'valibot'
import type { Sample, Scrape } from './samples.ts'

/**
 * What is kept of a scrape: of the first of these metrics that it has, one figure for every combination of the labels
 * `by`. A gauge is kept as it is; a counter goes on where it was after a server has begun at 0 again.
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
  /** In seconds since 1970: what is in the column from before belongs to another one. */
  since: v.number(),
  /** What a counter has more than its samples say, since they began anew. */
  ahead: v.number(),
})

/** A series and where it is kept. */
export type Column = v.InferOutput<typeof Column>

/** All columns in the order of their places, and when the first row was kept, in seconds since 1970. */
export const Directory = v.object({ began: v.optional(v.number()), columns: v.array(v.nullable(Column)) })
export type Directory = v.InferOutput<typeof Directory>

/** Longer label values are no names of anything. */
const LONGEST = 240

/** A series of a scrape: what of it is kept, its label values, and the samples that make it up. */
export type Found = { kept: Kept; values: string[]; samples: readonly Sample[] }

/** The name of a series in a map. */
export const nameOf = (id: string, values: readonly string[]) => JSON.stringify([id, ...values])

/** The series of a scrape that are kept. */
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

/** The samples of a series as one figure. */
export const folded = ({ kept, samples }: Found) => {
  const figures = samples.map(({ value }) => value)
  return kept.fold === 'max' ? Math.max(...figures) : figures.reduce((sum, figure) => sum + figure, 0)
}
