import '../chunks.ts'
import { useEffect, useRef } from 'react'
import uPlot, { type AlignedData, type Axis, type Options } from 'uplot'
import { onTheme } from '../../themes/theme.ts'
import { bytes } from '../format.ts'
import { type Along, figure, type Line, type Unit } from './chart-figures.ts'

type CanvasProps = {
  lines: readonly Line[]
  times: readonly number[]
  along: Along
  unit: Unit
  height: number
  /** The position that the pointer is over, `undefined` when it leaves. */
  onCursor: (at: number | undefined) => void
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const withAlpha = (hex: string, alpha: string) => {
  const opacity = Math.round(Number(alpha) * 255)
  return `${hex}${opacity.toString(16).padStart(2, '0')}`
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Days by their date, the hours between them by the clock. */
const timeLabel = (seconds: number) => {
  const time = new Date(seconds * 1000)
  return time.getHours() + time.getMinutes() === 0 ? day.format(time) : hour.format(time)
}

const binarySteps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Ticks on round KiB, MiB and so on. */
const byteIncrements = Array.from({ length: 6 }, (_, power) => binarySteps.map((step) => step * 1024 ** power)).flat()

const optionsFor = ({
  lines,
  times,
  along,
  unit,
  height,
  width,
}: Omit<CanvasProps, 'onCursor'> & { width: number }): Options => {
  const contrast = document.documentElement.dataset.theme === 'contrast'
  const axis: Axis = {
    stroke: token('--chart-axis'),
    font: `11px ${token('--font-sans')}`,
    ticks: { show: false },
    grid: { show: false },
  }
  const series = lines.map(({ label, colour }, index) => {
    const stroke = token(`--chart-${colour}`)
    return {
      label,
      stroke,
      width: 1.5,
      spanGaps: false,
      points: { show: false },
      ...(index === 0 && { fill: withAlpha(stroke, token('--chart-fill')) }),
      ...(contrast && index % 2 === 1 && { dash: [6, 4] }),
    }
  })
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    // each size is so many times the one before it
    scales: { x: along === 'time' ? {} : { time: false, distr: 3 }, y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
    series: [{}, ...series],
    axes: [
      {
        ...axis,
        space: 80,
        size: 28,
        ...(along === 'bytes' && { splits: () => [...times] }),
        values: (_, ticks) => ticks.map(along === 'time' ? timeLabel : bytes),
        border: { show: true, stroke: token('--border-strong'), width: 1 },
      },
      {
        ...axis,
        size: 58,
        space: 40,
        grid: { stroke: token('--chart-grid'), width: 1 },
        values: (_, ticks) => ticks.map((tick) => figure(tick, unit)),
        ...(unit.startsWith('bytes') && { incrs: byteIncrements }),
      },
    ],
  }
}

/** The drawing itself; a file of its own, since uPlot is large and only loaded where a chart is shown. */
const Canvas = (props: CanvasProps) => {
  const box = useRef<HTMLDivElement>(null)
  const { lines, times, along, height, unit, onCursor } = props
  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      const options = optionsFor({ lines, times, along, unit, height, width: element.clientWidth })
      const data = [[...times], ...lines.map(({ values }) => [...values])] as AlignedData
      plot = new uPlot(
        { ...options, hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)] } },
        data,
        element,
      )
    }
    draw()
    const resize = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }))
    resize.observe(element)
    const stop = onTheme(draw)
    return () => {
      stop()
      resize.disconnect()
      plot?.destroy()
    }
  }, [lines, times, along, height, unit, onCursor])
  return <div ref={box} />
}

export default Canvas
