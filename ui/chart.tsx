import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Canvas, type ChartHandle } from './chart-canvas.tsx'
import * as styles from './chart.css.ts'
import {
  type XAxis,
  type ChartEvent,
  type EarlierSeries,
  earlierLines,
  eventsAt,
  chartLines,
  chartFile,
  tooltipRows,
  type Series,
  withEarlierSeries,
} from './chart-series.ts'
import { CHART_HEIGHT, formatValue, type Unit } from './chart-value.ts'
import { counted } from './noun.ts'
import { pointLabel } from './point-label.ts'
import { ChartTable } from './chart-table.tsx'
import { Menu } from './menu.tsx'
import { toCsv, saveFile, saveTextFile } from './table-file.ts'
import * as text from './text.css.ts'
import { useNarrow } from './use-narrow.ts'
import { showChartFirst } from './messages.ts'

export type ChartProps = {
  /** Title; also the accessible name. */
  label: string
  /** Hides the title, for a chart in a dialog that has the same one. */
  hideTitle?: boolean
  series: readonly Series[]
  /** Seconds since 1970, or sizes if those are on the horizontal axis; one for each value. */
  times: readonly number[]
  xAxis?: XAxis
  unit?: Unit
  /** In px; `CHART_HEIGHT` by default. */
  height?: number
  /** Range of the axis, however little of it has values. */
  xRange?: readonly [from: number, to: number] | undefined
  /** Charts of one group share the cursor. */
  group?: string | undefined
  /** Receives a dragged time range, in seconds since 1970. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Returns to the range before the zoom; `undefined` while the chart is not zoomed. */
  onReset?: (() => void) | undefined
  /** Values of the same series at an earlier time, drawn dashed. */
  earlier?: EarlierSeries | undefined
  /** Marked times, such as restarts. */
  events?: readonly ChartEvent[] | undefined
  /** Base name for saved files; without it there is no menu to save them. */
  file?: string | undefined
  /** Further controls at the right of the header. */
  actions?: ReactNode
}

const noEvents: readonly ChartEvent[] = []

const pointNouns = { time: { one: 'moment', many: 'moments' }, bytes: { one: 'size', many: 'sizes' } }

/** Longest legend next to the title of a narrow chart, in characters. */
const MAX_LEGEND_LENGTH = 32

/** Cursor movement of a key. */
const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  PageUp: (at, last) => at - Math.ceil(last / 10),
  PageDown: (at, last) => at + Math.ceil(last / 10),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Line chart with values in the legend and beside the cursor, and a table of the same numbers. A name in the legend
 * shows only its series, and with Shift, Ctrl or Command it toggles it. Arrow keys move the cursor; + and - or dragging
 * select a range if `onZoom` is set, 0 and a double click return from it.
 */
export const Chart = ({
  label,
  hideTitle = false,
  series,
  times,
  xAxis = 'time',
  unit = 'count',
  height = CHART_HEIGHT,
  xRange,
  group,
  onZoom,
  onReset,
  earlier,
  events = noEvents,
  file,
  actions,
}: ChartProps) => {
  const [view, setView] = useState<'lines' | 'table'>('lines')
  const [at, setAt] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const handle = useRef<ChartHandle>(undefined)
  const lines = useMemo(() => chartLines(series), [series])
  // a longer legend goes below the plot: above it would wrap, and plots side by side would not be aligned
  const legendLength = lines.reduce((sum, { label: name }) => sum + name.length, 0)
  const isShort = !useNarrow() && !earlier && lines.length <= 2 && legendLength <= MAX_LEGEND_LENGTH
  const before = useMemo(() => earlier && earlierLines(lines, series, earlier.series), [lines, series, earlier])
  const all = useMemo(() => withEarlierSeries(series, earlier), [series, earlier])
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    setHidden(next)
  }
  const isolate = (name: string) => {
    const others = lines.map(({ label: one }) => one).filter((one) => one !== name)
    const isIsolated = !hidden.has(name) && others.every((one) => hidden.has(one))
    setHidden(new Set(isIsolated ? [] : others))
  }
  const toggleView = () => setView(view === 'lines' ? 'table' : 'lines')
  const toggleLabel = view === 'lines' ? 'Show as table' : 'Show as chart'
  const savePicture = async () => {
    const picture = await handle.current?.toImage(label)
    if (picture) saveFile(`${file}.png`, picture)
  }

  const zoom = (factor: number) => {
    const last = times.length - 1
    const [from = 0, to = 0] = [times[0], times[last]]
    const middle = times[focused ?? Math.round(last / 2)] ?? from
    const length = (to - from) * factor
    // a part stays within the range, and a longer range does not reach into the future
    const [earliest, latest] = factor < 1 ? [from, to] : [-Infinity, Math.max(to, Date.now() / 1000)]
    const start = Math.min(Math.max(middle - length / 2, earliest), latest - length)
    onZoom?.(start, start + length)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = times.length - 1
    const step = steps[event.key]
    if (step && last >= 0) {
      const next = Math.max(0, Math.min(last, step(focused ?? (event.key === 'ArrowRight' ? -1 : last + 1), last)))
      setFocused(next)
      handle.current?.moveCursor(next)
    } else if (event.key === 'Escape' && focused !== undefined) {
      setFocused(undefined)
      handle.current?.moveCursor(undefined)
    } else if (onZoom && (event.key === '+' || event.key === '-')) zoom(event.key === '+' ? 0.5 : 2)
    else if (onReset && event.key === '0') onReset()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const legend = lines.map(({ label: name, values, color }, index) => (
    <button
      key={`${index} ${name}`}
      type="button"
      className={styles.legend}
      aria-pressed={!hidden.has(name)}
      onClick={({ shiftKey, ctrlKey, metaKey }) => (shiftKey || ctrlKey || metaKey ? toggle : isolate)(name)}
    >
      <span className={styles.swatch} style={{ background: `var(--chart-${color})` }} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.value}>{formatValue(at === undefined ? values.at(-1) : values[at], unit)}</span>
    </button>
  ))

  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{!hideTitle && label}</span>
        {isShort && legend}
        <span className={styles.tools}>
          {file === undefined ? (
            <button type="button" className={styles.toggle} onClick={toggleView}>
              {toggleLabel}
            </button>
          ) : (
            <Menu
              label={`More for ${label}`}
              items={[
                { label: toggleLabel, onSelect: toggleView },
                {
                  label: 'Save as CSV',
                  onSelect: () => saveTextFile(`${file}.csv`, toCsv(chartFile(all, times, xAxis)), 'text/csv'),
                },
                {
                  label: 'Save as PNG',
                  disabled: view === 'table' && showChartFirst,
                  onSelect: () => void savePicture(),
                },
                ...(onZoom
                  ? [
                      { label: 'Zoom In', onSelect: () => zoom(0.5) },
                      { label: 'Zoom Out', onSelect: () => zoom(2) },
                    ]
                  : []),
              ]}
            />
          )}
          {actions}
        </span>
      </figcaption>
      {view === 'table' ? (
        <div
          className={styles.numbers}
          style={{ height }}
          tabIndex={0}
          role="region"
          aria-label={`${label} as a table`}
        >
          <ChartTable series={earlier ? all : lines} times={times} xAxis={xAxis} unit={unit} />
        </div>
      ) : (
        <div
          className={styles.plot}
          style={{ height }}
          tabIndex={0}
          role="group"
          aria-roledescription="chart"
          aria-label={`${label}, ${counted(times.length, pointNouns[xAxis])}`}
          onKeyDown={onKeyDown}
          onBlur={() => setFocused(undefined)}
        >
          <Canvas
            {...{ lines, times, xAxis, unit, height, xRange, hidden, group, series, events, onZoom, onReset, handle }}
            earlier={before}
            before={earlier}
            isKeyboardActive={focused !== undefined}
            onCursor={setAt}
          />
          <span className={text.hidden} aria-live="polite">
            {focused !== undefined &&
              [
                pointLabel(times[focused] ?? 0, xAxis),
                ...tooltipRows(series, lines, hidden, focused).map(
                  ({ label: name, value }) => `${name} ${formatValue(value, unit)}`,
                ),
                ...eventsAt(events, times, focused).map(({ text: eventText }) => eventText),
              ].join(', ')}
          </span>
        </div>
      )}
      {!isShort && (
        <div className={styles.names}>
          {legend}
          {earlier && (
            <span className={styles.earlier}>
              <span className={styles.dashed} />
              {earlier.label}
            </span>
          )}
        </div>
      )}
    </figure>
  )
}
