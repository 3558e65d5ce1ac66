const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')

type Labels = Readonly<Record<string, string | number>>

const labelText = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(',')

/** A metric family in Prometheus text format; each line begins after the name. */
export const family = (name: string, type: string, help: string, lines: readonly string[]) =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.map((line) => `${name}${line}`)].join('\n')

export const createCounter = (name: string, help: string, initial: readonly Labels[] = []) => {
  const counts = new Map(initial.map((labels) => [labelText(labels), 0]))
  return {
    add: (labels: Labels) => {
      const key = labelText(labels)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    family: () =>
      family(
        name,
        'counter',
        help,
        [...counts].map(([labels, count]) => `{${labels}} ${count}`),
      ),
  }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** A histogram of seconds by labels. */
export const createHistogram = (name: string, help: string) => {
  const all = new Map<string, { buckets: number[]; count: number; sum: number }>()
  return {
    add: (labels: Labels, seconds: number) => {
      const key = labelText(labels)
      const series = all.get(key) ?? { buckets: bounds.map(() => 0), count: 0, sum: 0 }
      all.set(key, series)
      series.count += 1
      series.sum += seconds
      const index = bounds.findIndex((bound) => seconds <= bound)
      if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1
    },
    family: () =>
      family(
        name,
        'histogram',
        help,
        [...all].flatMap(([labels, { buckets, count, sum }]) => [
          ...bounds.map((bound, index) => `_bucket{${labels},le="${bound}"} ${sumOf(buckets.slice(0, index + 1))}`),
          `_bucket{${labels},le="+Inf"} ${count}`,
          `_sum{${labels}} ${sum}`,
          `_count{${labels}} ${count}`,
        ]),
      ),
  }
}

/** A gauge: a value that can rise and fall. */
export const gauge = (name: string, help: string, values: readonly (readonly [Labels, number])[]) =>
  family(
    name,
    'gauge',
    help,
    values.map(([labels, value]) => {
      const text = labelText(labels)
      return `${text && `{${text}}`} ${value}`
    }),
  )
