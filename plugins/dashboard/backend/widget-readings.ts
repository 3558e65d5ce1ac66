import type { Series } from './history/reading.ts'
import { type Figure, type FigureId, figures, type Reading, type Readings } from '../alerts/figures.ts'
import type { Source } from './source.ts'
import { table } from './widget-table.ts'

/** Maximum age of a widget's last value, and step; in seconds. */
const [MAX_AGE, STEP] = [300, 60]

const lastOf = ({ labels, points }: Series) => {
  const last = points.at(-1)
  return last
    ? [{ value: Number(last[1]), where: [labels.server, labels.drive ?? labels.disk].filter(Boolean).join(':') }]
    : []
}

const combine = (fold: NonNullable<Figure['widget']>['fold'], readings: readonly Reading[]): Reading | undefined => {
  const [first] = readings
  if (!first) return undefined
  if (fold === 'sum') return { value: readings.reduce((sum, { value }) => sum + value, 0) }
  if (fold === 'first') return { value: first.value }
  return readings.reduce((one, other) =>
    (fold === 'max' ? other.value > one.value : other.value < one.value) ? other : one,
  )
}

const readingOf = async (source: Source, figure: FigureId, now: number): Promise<Reading | undefined> => {
  const { widget }: Figure = figures[figure]
  const targets = (widget && table[widget.id]?.targets) ?? []
  if (!widget || targets.length === 0) return undefined
  const end = Math.floor(now / 1000)
  const series = await Promise.all(
    targets.map((target) => source.read(target, { start: end - MAX_AGE, end, step: STEP })),
  )
  const reading = combine(widget.fold, series.flat().flatMap(lastOf))
  return reading && { value: reading.value / widget.scale, ...(reading.where && { where: reading.where }) }
}

/** Current readings of the wanted figures, from their widgets; figures that fail are left out. */
export const readWidgets = async (source: Source, figureIds: readonly FigureId[], now: number): Promise<Readings> => {
  const all = await Promise.all(
    figureIds.map(async (figure) => [figure, await readingOf(source, figure, now).catch(() => undefined)] as const),
  )
  return Object.fromEntries(all.filter(([, reading]) => reading !== undefined))
}
