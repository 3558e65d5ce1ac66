import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { bytes, date } from '../core/protocol/format.ts'
import type { Handle } from './chart-canvas.tsx'
import * as styles from './chart.css.ts'
import { type Along, figure, linesOf, numbersOf, type Line, type Series, type Unit } from './chart-figures.ts'
import { Menu } from './menu.tsx'
import { csv, save, saveText } from './table-file.ts'
import * as text from './text.css.ts'
import { useNarrow } from './use-narrow.ts'

export type ChartProps = {
  /** Title; also the accessible name. */
  label: string
  /** Hides the title, for a chart in a dialog that has the same one. */
  isUntitled?: boolean
  series: readonly Series[]
  /** Seconds since 1970, or sizes if those are on the horizontal axis; one for each value. */
  times: readonly number[]
  along?: Along
  unit?: Unit
  /** In px. */
  height?: number
  /** Range of the axis, however little of it has values. */
  span?: readonly [from: number, to: number] | undefined
  /** Charts of one group share the cursor. */
  group?: string | undefined
  /** Receives a dragged time range, in seconds since 1970. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Base name for saved files; without it there is no menu to save them. */
  file?: string | undefined
  /** Further controls at the right of the header. */
  actions?: ReactNode
}

/** Longest legend next to the title of a narrow chart, in characters. */
const LETTERS = 32

const Canvas = lazy(() => import('./chart-canvas.tsx'))

const place = (at: number, along: Along) => (along === 'time' ? date(new Date(at * 1000).toISOString()) : bytes(at))

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
 * Line chart with values in the legend, which toggles series, and a table of the same numbers. Arrow keys move the
 * cursor; + and - or dragging select a range if `onZoom` is set.
 */
export const Chart = ({
  label,
  isUntitled = false,
  series,
  times,
  along = 'time',
  unit = 'count',
  height = 172,
  span,
  group,
  onZoom,
  file,
  actions,
}: ChartProps) => {
  const [look, setLook] = useState<'lines' | 'table'>('lines')
  const [at, setAt] = useState<number>()
  const [walked, setWalked] = useState<number>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const handle = useRef<Handle>(undefined)
  const lines = useMemo(() => linesOf(series), [series])
  // a longer legend goes below the plot: above it would wrap, and plots side by side would not be aligned
  const letters = lines.reduce((sum, { label: name }) => sum + name.length, 0)
  const isShort = !useNarrow() && lines.length <= 2 && letters <= LETTERS
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    setHidden(next)
  }
  const toggleLook = () => setLook(look === 'lines' ? 'table' : 'lines')
  const toggleLabel = look === 'lines' ? 'Show as table' : 'Show as chart'
  const savePicture = async () => {
    const picture = await handle.current?.picture(label)
    if (picture) save(`${file}.png`, picture)
  }

  const walk = (event: KeyboardEvent) => {
    const last = times.length - 1
    const step = steps[event.key]
    if (step && last >= 0) {
      const next = Math.max(0, Math.min(last, step(walked ?? (event.key === 'ArrowRight' ? -1 : last + 1), last)))
      setWalked(next)
      handle.current?.point(next)
    } else if (event.key === 'Escape' && walked !== undefined) {
      setWalked(undefined)
      handle.current?.point(undefined)
    } else if (onZoom && (event.key === '+' || event.key === '-')) {
      const [from = 0, to = 0] = [times[0], times[last]]
      const middle = times[walked ?? Math.round(last / 2)] ?? from
      const half = ((to - from) / 2) * (event.key === '+' ? 0.5 : 2)
      onZoom(middle - half, middle + half)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const names = lines.map(({ label: name, values, colour }, index) => (
    <button
      key={`${index} ${name}`}
      type="button"
      className={styles.legend}
      aria-pressed={!hidden.has(name)}
      onClick={() => toggle(name)}
    >
      <span className={styles.swatch} style={{ background: `var(--chart-${colour})` }} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.value}>{figure(at === undefined ? values.at(-1) : values[at], unit)}</span>
    </button>
  ))

  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{!isUntitled && label}</span>
        {isShort && names}
        <span className={styles.tools}>
          {file === undefined ? (
            <button type="button" className={styles.toggle} onClick={toggleLook}>
              {toggleLabel}
            </button>
          ) : (
            <Menu
              label={`More for ${label}`}
              items={[
                { label: toggleLabel, onSelect: toggleLook },
                {
                  label: 'Save as CSV',
                  onSelect: () => saveText(`${file}.csv`, csv(numbersOf(series, times, along)), 'text/csv'),
                },
                {
                  label: 'Save as PNG',
                  disabled: look === 'table' && 'Show it as a chart first',
                  onSelect: () => void savePicture(),
                },
              ]}
            />
          )}
          {actions}
        </span>
      </figcaption>
      {look === 'table' ? (
        <div
          className={styles.numbers}
          style={{ height }}
          tabIndex={0}
          role="region"
          aria-label={`${label} as a table`}
        >
          <Numbers lines={lines} times={times} along={along} unit={unit} />
        </div>
      ) : (
        <div
          className={styles.plot}
          style={{ height }}
          tabIndex={0}
          role="group"
          aria-roledescription="chart"
          aria-label={`${label}, ${times.length} moments`}
          onKeyDown={walk}
          onBlur={() => setWalked(undefined)}
        >
          <Suspense>
            <Canvas {...{ lines, times, along, unit, height, span, hidden, group, onZoom, handle }} onCursor={setAt} />
          </Suspense>
          <span className={text.hidden} aria-live="polite">
            {walked !== undefined &&
              [
                place(times[walked] ?? 0, along),
                ...lines.map(({ label: name, values }) => `${name} ${figure(values[walked], unit)}`),
              ].join(', ')}
          </span>
        </div>
      )}
      {!isShort && <div className={styles.names}>{names}</div>}
    </figure>
  )
}

const Numbers = ({
  lines,
  times,
  along,
  unit,
}: {
  lines: readonly Line[]
  times: readonly number[]
  along: Along
  unit: Unit
}) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th className={styles.cell}>{along === 'time' ? 'Time' : 'Size'}</th>
        {lines.map(({ label }, index) => (
          <th key={`${index} ${label}`} className={styles.cell}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {times.map((time, at) => (
        <tr key={time}>
          <td className={styles.cell}>{place(time, along)}</td>
          {lines.map(({ label, values }, index) => (
            <td key={`${index} ${label}`} className={styles.cell}>
              {figure(values[at], unit)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
