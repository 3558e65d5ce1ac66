import { Failure } from 'stowage'
import type { Range, Series } from './history/reading.ts'
import type { DashboardBackend } from '../backend.ts'
import type { Charts, RangeQuery, Widget } from '../widgets.ts'
import { descriptors, table, type Target } from './widget-table.ts'
import * as messages from '../messages.ts'

/** Source of widget data. `read` throws `Failure` with a displayable message. */
export type Source = {
  read(target: Target, range: Range): Promise<Series[]>
  about(): Promise<Charts>
}

/** Default range of a widget and default step, in seconds. */
const [DEFAULT_RANGE, STEP] = [900, 60]

const rangeOf = ({ start, end, step }: RangeQuery, target: Target, now: number): Range => {
  const interval = step || target.step || STEP
  if (start !== undefined && end !== undefined) return { start, end, step: interval }
  return { start: now - DEFAULT_RANGE, end: now, step: interval }
}

/** Data of a widget. Throws `Failure` 404 for an unknown ID. */
const readWidget = async (source: Source, id: string, query: RangeQuery, now: number): Promise<Widget> => {
  const descriptor = descriptors.find((one) => String(one.id) === id)
  const entry = descriptor && table[descriptor.id]
  if (!entry) throw new Failure(404, 'Widget not found', { detail: `There is no widget ${id}` })
  const targets = await Promise.all(
    entry.targets.map(async (target) => {
      const { legend = '' } = target
      const series = await source.read(target, rangeOf(query, target, now))
      return {
        legendFormat: legend,
        resultType: 'matrix',
        result: series
          .filter(({ points }) => points.length > 0)
          .map(({ labels, points }) => ({
            metric: entry.type === 'gauge' ? { capacity: legend } : labels,
            values: points.map(([time, value]): [number, string] => [time, String(value)]),
          })),
      }
    }),
  )
  return { ...descriptor, targets }
}

type PortWithoutWidgets = Omit<DashboardBackend, 'widget'>

/**
 * Adds widgets to a port; `mayLook` throws `Failure` 403 if the caller may not see them. `grafana` is the address of a
 * dashboard with the same metrics.
 */
export const withWidgets = (
  port: PortWithoutWidgets,
  source: Source | undefined,
  mayLook: () => Promise<void>,
  { grafana, clock = Date.now }: { grafana?: URL | undefined; clock?: () => number } = {},
): DashboardBackend => ({
  ...port,
  info: async () => {
    const [info, charts] = await Promise.all([port.info(), source?.about()])
    return {
      ...info,
      widgets: charts ? [...descriptors] : null,
      ...(charts && { charts: { ...charts, ...(grafana && { grafana: grafana.href }) } }),
    }
  },
  widget: async (id, query) => {
    await mayLook()
    if (!source)
      throw new Failure(404, 'Widget not found', {
        detail: messages.historyOff,
      })
    return readWidget(source, id, query, Math.floor(clock() / 1000))
  },
})
