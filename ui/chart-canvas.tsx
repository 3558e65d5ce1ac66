import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import uPlot, { type AlignedData } from 'uplot'
import { onTheme } from '../themes/theme.ts'
import {
  type EarlierSeries,
  eventsAt,
  isAwayFromPoints,
  type ChartLine,
  tooltipRows,
  type Series,
} from './chart-series.ts'
import { optionsFor, type PlotData } from './chart-options.ts'
import { drawEvents, renderImage } from './chart-image.ts'
import { ChartTooltip } from './chart-tooltip.tsx'

type CanvasProps = PlotData & {
  /** All series and their earlier values, for the list beside the cursor; default: the drawn lines. */
  series?: readonly Series[] | undefined
  before?: EarlierSeries | undefined
  /** Whether the list is shown without the pointer, because keys move the cursor. */
  isKeyboardActive?: boolean
  /** Receives the position of the pointer, `undefined` when it leaves. */
  onCursor: (at: number | undefined) => void
  /** Receives a dragged time range, in seconds since 1970; without it ranges cannot be selected. */
  onZoom?: ((from: number, to: number) => void) | undefined
  onReset?: (() => void) | undefined
  /** Receives functions that move the cursor by keys and export the picture. */
  handle: RefObject<ChartHandle | undefined>
}

/** Imperative handle of a chart. */
export type ChartHandle = {
  /** Moves the cursor on all charts of the group; `undefined` removes it. */
  moveCursor: (at: number | undefined) => void
  /** The chart with a title as an image. */
  toImage: (title: string) => Promise<Blob | null>
}

type Cursor = { at: number; x: number }

/** Hides the list again when a finger touches anything else. */
const useOutsideTouch = (box: RefObject<HTMLElement | null>, isActive: boolean, leave: () => void) =>
  useEffect(() => {
    if (!isActive) return undefined
    const onDown = ({ target }: Event) => void (box.current?.contains(target as Node) || leave())
    document.addEventListener('pointerdown', onDown)
    return () => document.removeEventListener('pointerdown', onDown)
  }, [isActive])

/** The uPlot canvas; in its own file, because uPlot is large and loaded only where a chart is shown. */
export const Canvas = (props: CanvasProps) => {
  const box = useRef<HTMLDivElement>(null)
  const plotRef = useRef<uPlot>(undefined)
  const [cursor, setCursor] = useState<Cursor>()
  const [isOver, setOver] = useState(false)
  const { lines, earlier, times, xAxis, height, unit, xRange, hidden, events, group, onCursor, onZoom, handle } = props
  const latest = useRef(props)
  latest.current = props
  const canZoom = onZoom !== undefined
  useOutsideTouch(box, isOver, () => setOver(false))
  useEffect(() => {
    const element = box.current
    if (!element) return
    let plot: uPlot | undefined
    const onSelect = (drawn: uPlot) => {
      const { left, width } = drawn.select
      if (width < 4) return
      const [from, to] = [drawn.posToVal(left, 'x'), drawn.posToVal(left + width, 'x')]
      drawn.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
      latest.current.onZoom?.(from, to)
    }
    const onMove = (drawn: uPlot) => {
      const { idx, left = 0 } = drawn.cursor
      const ends = [times[0] ?? 0, times.at(-1) ?? 0].map((time) => drawn.valToPos(time, 'x')) as [number, number]
      const at = isAwayFromPoints(left, ends) ? undefined : (idx ?? undefined)
      onCursor(at)
      setCursor(at === undefined || left < 0 ? undefined : { at, x: left })
    }
    const draw = () => {
      plot?.destroy()
      const plotData = { lines, earlier, times, xAxis, unit, height, xRange, hidden, group }
      const data = [[...times], ...[...lines, ...(earlier ?? [])].map(({ values }) => [...values])] as AlignedData
      const hooks = {
        setCursor: [onMove],
        setSelect: [onSelect],
        draw: [(drawn: uPlot) => drawEvents(drawn, events ?? [])],
      }
      plot = new uPlot({ ...optionsFor(plotData, element.clientWidth, canZoom), hooks }, data, element)
      plotRef.current = plot
    }
    draw()
    handle.current = {
      moveCursor: (at) => {
        const time = at === undefined ? undefined : times[at]
        const left = time === undefined ? -10 : (plot?.valToPos(time, 'x') ?? -10)
        plot?.setCursor({ left, top: left < 0 ? -10 : 1 })
      },
      toImage: (title) =>
        plot
          ? renderImage(
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
      plotRef.current = undefined
      plot?.destroy()
    }
  }, [
    lines,
    earlier,
    times,
    xAxis,
    height,
    unit,
    xRange?.[0],
    xRange?.[1],
    hidden,
    events,
    group,
    onCursor,
    canZoom,
    handle,
  ])

  /** uPlot follows the mouse only; a finger moves the cursor sideways and scrolls the page up and down. */
  const onTouch = ({ pointerType, clientX }: PointerEvent) => {
    const plot = plotRef.current
    if (pointerType !== 'touch' || !plot) return
    plot.setCursor({ left: clientX - plot.over.getBoundingClientRect().left, top: 1 })
  }
  return (
    <div
      ref={box}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setOver(false)}
      onPointerDown={onTouch}
      onPointerMove={onTouch}
      onDoubleClick={props.onReset}
    >
      {cursor && (isOver || props.isKeyboardActive) && (
        <CursorTooltip of={props} cursor={cursor} plot={plotRef.current} />
      )}
    </div>
  )
}

const CursorTooltip = ({ of, cursor, plot }: { of: CanvasProps; cursor: Cursor; plot: uPlot | undefined }) => {
  const { lines, series = lines as readonly ChartLine[], times, xAxis, unit, hidden, events = [], before } = of
  return plot ? (
    <ChartTooltip
      over={plot.over}
      x={cursor.x}
      point={times[cursor.at] ?? 0}
      xAxis={xAxis}
      unit={unit}
      readings={tooltipRows(series, lines, hidden, cursor.at, before?.series)}
      events={eventsAt(events, times, cursor.at)}
      earlier={before?.label}
    />
  ) : null
}
