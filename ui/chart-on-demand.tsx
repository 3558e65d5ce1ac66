import { CHART_HEIGHT } from './chart-value.ts'
import { lazyPart } from './lazy-part.tsx'

/** A chart, once its code has been loaded; empty space of its height until then. */
export const Chart = lazyPart(
  'the chart',
  async () => (await import('./chart.tsx')).Chart,
  ({ height = CHART_HEIGHT }) => <div style={{ minHeight: height }} />,
)
