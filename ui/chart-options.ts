import type { Axis, Options } from 'uplot'
import { bytes } from '../core/protocol/format.ts'
import { type XAxis, type ChartEvent, type ChartLine, sizeTicks, timeLabels } from './chart-series.ts'
import { formatValue, type Unit } from './chart-value.ts'

/** Data and look of a drawn chart. */
export type PlotData = {
  lines: readonly ChartLine[]
  /** Values of the same lines at an earlier time; drawn dashed. */
  earlier?: readonly ChartLine[] | undefined
  times: readonly number[]
  xAxis: XAxis
  unit: Unit
  height: number
  /** Range of the axis; default: that of the values. */
  xRange?: readonly [from: number, to: number] | undefined
  /** Labels of hidden series. */
  hidden: ReadonlySet<string>
  /** Marked times. */
  events?: readonly ChartEvent[] | undefined
  /** Charts of one group share the cursor. */
  group?: string | undefined
}

/** Value of a design token (a CSS variable) in the current theme. */
export const themeToken = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const withAlpha = (hex: string, alpha: string) => {
  const opacity = Math.round(Number(alpha) * 255)
  return `${hex}${opacity.toString(16).padStart(2, '0')}`
}

const hasAtMostOneValue = (values: ChartLine['values']) => {
  let points = 0
  for (const value of values) if (value !== null && (points += 1) > 1) return false
  return true
}

const binarySteps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Tick steps that are round in KiB, MiB and so on. */
const byteIncrements = Array.from({ length: 6 }, (_, power) => binarySteps.map((step) => step * 1024 ** power)).flat()

/** Width of the vertical axis in px, enough for its longest label. */
const axisWidth = (labels: readonly (string | null)[]) =>
  Math.max(44, ...labels.map((label) => (label ?? '').length * 6 + 16))

/** Options of uPlot for a chart; a range can be selected if `canZoom`. */
export const optionsFor = (
  { lines, earlier = [], times, xAxis, unit, height, xRange, hidden, group }: PlotData,
  width: number,
  canZoom: boolean,
): Options => {
  const contrast = document.documentElement.dataset.theme === 'contrast'
  const axis: Axis = {
    stroke: themeToken('--chart-axis'),
    font: `11px ${themeToken('--font-sans')}`,
    ticks: { show: false },
    grid: { show: false },
  }
  const series = lines.map(({ label, color, values }, index) => {
    const stroke = themeToken(`--chart-${color}`)
    return {
      label,
      stroke,
      show: !hidden.has(label),
      width: 1.5,
      spanGaps: false,
      // a single value makes no line
      points: { show: hasAtMostOneValue(values) },
      ...(index === 0 && { fill: withAlpha(stroke, themeToken('--chart-fill')) }),
      ...(contrast && index % 2 === 1 && { dash: [6, 4] }),
    }
  })
  const before = earlier.map(({ label, color }) => ({
    label,
    stroke: themeToken(`--chart-${color}`),
    show: !hidden.has(label),
    width: 1,
    dash: [2, 3],
    spanGaps: false,
    points: { show: false },
  }))
  return {
    width,
    height,
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: canZoom, y: false, setScale: false },
      ...(group !== undefined && { sync: { key: group, setSeries: false } }),
    },
    // each size is a multiple of the previous one
    scales: {
      x: xAxis === 'time' ? (xRange ? { range: [xRange[0], xRange[1]] } : {}) : { time: false, distr: 3 },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    series: [{}, ...series, ...before],
    axes: [
      {
        ...axis,
        space: 80,
        size: 28,
        ...(xAxis === 'bytes' && sizeTicks(times)),
        values: (_, ticks) => (xAxis === 'time' ? timeLabels(ticks) : ticks.map(bytes)),
        border: { show: true, stroke: themeToken('--border-strong'), width: 1 },
      },
      {
        ...axis,
        size: (_, labels) => axisWidth(labels ?? []),
        space: 40,
        grid: { stroke: themeToken('--chart-grid'), width: 1 },
        values: (_, ticks) => ticks.map((tick) => formatValue(tick, unit)),
        ...(unit.startsWith('bytes') && { incrs: byteIncrements }),
      },
    ],
  }
}
