import { memo, useEffect, useRef } from 'react'
import * as styles from './details.css.ts'
import type { LogLevel } from './log-levels.ts'
import { piecesOf } from './line-matches.ts'

/** A line with its number in the received log. */
type LogRow = { text: string; number: number; level: LogLevel }

type Look = keyof typeof styles.row

const Line = memo(
  ({ row: { text, number, level }, highlightText, look }: { row: LogRow; highlightText: string; look: Look }) => (
    <div className={styles.row[look]} data-line={look} data-level={level} data-number={number}>
      {piecesOf(text || ' ', look === 'plain' ? '' : highlightText).map(({ text: piece, hit }, index) =>
        hit ? (
          <mark key={index} className={styles.mark}>
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </div>
  ),
)

type LogLinesProps = {
  label: string
  rows: readonly LogRow[]
  /** Highlighted text, the rows that contain it, and the current one of them. */
  highlightText: string
  hits: readonly number[]
  current: number | undefined
  wrap: boolean
}

/** Lines of a log, scrolled to the newest one until the reader scrolls up, or to the current match. */
export const LogLines = ({ label, rows, highlightText, hits, current, wrap }: LogLinesProps) => {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const marked = new Set(hits)
  useEffect(() => {
    if (atEnd.current && highlightText === '' && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [rows])
  useEffect(() => {
    box.current?.querySelector('[data-line=chosen]')?.scrollIntoView({ block: 'center' })
  }, [current, highlightText])
  return (
    <div
      ref={box}
      className={styles.log}
      data-wrap={wrap || undefined}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 40
      }}
    >
      {rows.map((row, index) => (
        <Line
          key={row.number}
          row={row}
          highlightText={highlightText}
          look={index === current ? 'chosen' : marked.has(index) ? 'marked' : 'plain'}
        />
      ))}
    </div>
  )
}
