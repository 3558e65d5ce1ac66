import { type RefObject, useEffect, useRef } from 'react'
import uPlot, { type AlignedData, type Axis, type Options } from 'uplot'
import { onTheme } from '../themes/theme.ts'
import { bytes } from '../core/protocol/format.ts'
import { type Along, figure, type Line, sizeTicks, timeLabels, type Unit } from './chart-figures.ts'

type CanvasProps = {
  lines: readonly Line[]
  times: readonly number[]
  along: Along
  unit: Unit
  height: number
  /** Range of the axis; default: that of the values. */
  span?: readonly [from: number, to: number] | undefined
  /** Labels of hidden series. */
  hidden: ReadonlySet<string>
  /** Charts of one group share the cursor. */
  group?: string | undefined
  /** Receives the position of the pointer, `undefined` when it leaves. */
  onCursor: (at: number | undefined) => void
  /** Receives a dragged time range, in seconds since 1970; without it ranges cannot be selected. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Receives functions that move the cursor by keys and export the picture. */
  handle: RefObject<Handle | undefined>
}

/** Imperative handle of a chart. */
export type Handle = {
  /** Moves the cursor on all charts of the group; `undefined` removes it. */
  point: (at: number | undefined) => void
  /** The chart with a title as an image. */
  picture: (title: string) => Promise<Blob | null>
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const withAlpha = (hex: string, alpha: string) => {
  const opacity = Math.round(Number(alpha) * 255)
  return `${hex}${opacity.toString(16).padStart(2, '0')}`
}

const isLonely = (values: Line['values']) => {
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

const optionsFor = ({
  lines,
  times,
  along,
  unit,
  height,
  width,
  span,
  hidden,
  group,
  onZoom,
}: Omit<CanvasProps, 'onCursor' | 'handle'> & { width: number }): Options => {
  const contrast = document.documentElement.dataset.theme === 'contrast'
  const axis: Axis = {
    stroke: token('--chart-axis'),
    font: `11px ${token('--font-sans')}`,
    ticks: { show: false },
    grid: { show: false },
  }
  const series = lines.map(({ label, colour, values }, index) => {
    const stroke = token(`--chart-${colour}`)
    return {
      label,
      stroke,
      show: !hidden.has(label),
      width: 1.5,
      spanGaps: false,
      // a single value makes no line
      points: { show: isLonely(values) },
      ...(index === 0 && { fill: withAlpha(stroke, token('--chart-fill')) }),
      ...(contrast && index % 2 === 1 && { dash: [6, 4] }),
    }
  })
  return {
    width,
    height,
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: onZoom !== undefined, y: false, setScale: false },
      ...(group !== undefined && { sync: { key: group, setSeries: false } }),
    },
    // each size is a multiple of the previous one
    scales: {
      x: along === 'time' ? (span ? { range: [span[0], span[1]] } : {}) : { time: false, distr: 3 },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    series: [{}, ...series],
    axes: [
      {
        ...axis,
        space: 80,
        size: 28,
        ...(along === 'bytes' && sizeTicks(times)),
        values: (_, ticks) => (along === 'time' ? timeLabels(ticks) : ticks.map(bytes)),
        border: { show: true, stroke: token('--border-strong'), width: 1 },
      },
      {
        ...axis,
        size: (_, labels) => axisWidth(labels ?? []),
        space: 40,
        grid: { stroke: token('--chart-grid'), width: 1 },
        values: (_, ticks) => ticks.map((tick) => figure(tick, unit)),
        ...(unit.startsWith('bytes') && { incrs: byteIncrements }),
      },
    ],
  }
}

/** Renders the chart on the panel's color, below its title and legend, as an image. */
const pictureOf = (plot: uPlot, title: string, lines: readonly Line[]) => {
  const drawn = plot.ctx.canvas
  const scale = drawn.width / Math.max(1, drawn.clientWidth)
  const [head, gap] = [52 * scale, 12 * scale]
  const canvas = Object.assign(document.createElement('canvas'), {
    width: drawn.width + 2 * gap,
    height: drawn.height + head + gap,
  })
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = token('--surface-panel')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = token('--text-default')
  context.font = `${13 * scale}px ${token('--font-sans')}`
  context.fillText(title, gap, 20 * scale)
  context.font = `${11 * scale}px ${token('--font-sans')}`
  let left = gap
  for (const { label, colour } of lines) {
    context.fillStyle = token(`--chart-${colour}`)
    context.fillRect(left, 34 * scale, 10 * scale, 3 * scale)
    context.fillStyle = token('--text-muted')
    context.fillText(label, left + 14 * scale, 39 * scale)
    left += 30 * scale + context.measureText(label).width
  }
  context.drawImage(drawn, gap, head)
  return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** The uPlot canvas; in its own file, because uPlot is large and loaded only where a chart is shown. */
const Canvas = (props: CanvasProps) => {
  const box = useRef<HTMLDivElement>(null)
  const { lines, times, along, height, unit, span, hidden, group, onCursor, onZoom, handle } = props
  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: uPlot | undefined
    const selected = (drawn: uPlot) => {
      const { left, width } = drawn.select
      if (width < 4) return
      const [from, to] = [drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x')]
      drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
      onZoom?.(from, to)
    }
    const draw = () => {
      plot?.destroy()
      const options = optionsFor({
        lines,
        times,
        along,
        unit,
        height,
        span,
        hidden,
        group,
        onZoom,
        width: element.clientWidth,
      })
      const data = [[...times], ...lines.map(({ values }) => [...values])] as AlignedData
      plot = new uPlot(
        {
          ...options,
          hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)], setSelect: [selected] },
        },
        data,
        element,
      )
    }
    draw()
    handle.current = {
      point: (at) => {
        const time = at === undefined ? undefined : times[at]
        const left = time === undefined ? -10 : (plot?.valToPos(time, 'x') ?? -10)
        plot?.setCursor({ left, top: left < 0 ? -10 : 1 })
      },
      picture: (title) =>
        plot
          ? pictureOf(
              plot,
              title,
              lines.filter(({ label }) => !hidden.has(label)),
            )
          : Promise.resolve(null),
    }
    const resize = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    const stop = onTheme(draw)
    return () => {
      stop()
      resize.disconnect()
      handle.current = undefined
      plot?.destroy()
    }
  }, [lines, times, along, height, unit, span?.[0], span?.[1], hidden, group, onCursor, onZoom, handle])
  return <div ref={box} />
}

export default Canvas
