import { computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { pointLabel } from './point-label.ts'
import * as styles from './chart-tooltip.css.ts'
import { useNarrow } from './use-narrow.ts'
import type { XAxis, ChartEvent, TooltipRow } from './chart-series.ts'
import { formatValue, type Unit } from './chart-value.ts'

type ChartTooltipProps = {
  /** The plot, and the position of the cursor in it in px. */
  over: HTMLElement
  x: number
  point: number
  xAxis: XAxis
  unit: Unit
  readings: readonly TooltipRow[]
  events: readonly ChartEvent[]
  /** Name of the earlier time, if values are compared. */
  earlier: string | undefined
}

/** Rows of the list; more would not fit into a small window. */
const MAX_ROWS = 12

/** Distance from the cursor and from the window's edge, in px. */
const GAP = 12

const middleware = [offset(GAP), flip({ padding: GAP }), shift({ padding: GAP, crossAxis: true })]

/** All values at the cursor, largest first, beside it. Screen readers get the values from the chart. */
export const ChartTooltip = ({ over, x, point, xAxis, unit, readings, events, earlier }: ChartTooltipProps) => {
  // beside the cursor it would cover most of a narrow plot
  const isNarrow = useNarrow()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const { left, top, height } = over.getBoundingClientRect()
    const cursor = { getBoundingClientRect: () => new DOMRect(left + x, top, 0, height) }
    void computePosition(cursor, element, {
      placement: isNarrow ? 'bottom' : 'right-start',
      strategy: 'fixed',
      middleware,
    }).then((position) => {
      element.style.left = `${position.x}px`
      element.style.top = `${position.y}px`
      element.style.visibility = 'visible'
    })
  })
  const more = readings.length - MAX_ROWS
  return createPortal(
    <div ref={list} className={styles.readings} aria-hidden>
      <table>
        <thead>
          <tr>
            <td className={styles.time} colSpan={2}>
              {pointLabel(point, xAxis)}
            </td>
            <td className={styles.head} />
            {earlier && <td className={styles.head}>{earlier}</td>}
          </tr>
        </thead>
        <tbody>
          {readings.slice(0, MAX_ROWS).map(({ label, color, value, before }, index) => (
            <tr key={`${index} ${label}`}>
              <td>
                <span className={styles.swatch} style={{ background: `var(--chart-${color})` }} />
              </td>
              <td className={styles.name}>{label}</td>
              <td className={styles.value}>{formatValue(value, unit)}</td>
              {earlier && <td className={styles.before}>{formatValue(before, unit)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <div>{`${more} more in the table`}</div>}
      {events.map(({ at: time, text, tone }) => (
        <div key={`${time} ${text}`} className={styles.event}>
          {tone === 'plain' ? '■' : '▲'} {text}
        </div>
      ))}
    </div>,
    document.body,
  )
}
