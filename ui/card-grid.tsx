import { type ComponentType, useCallback, useRef } from 'react'
import * as styles from './card-grid.css.ts'
import { SkeletonText } from './skeleton.tsx'
import type { Selection } from './use-selection.ts'
import { useVirtualCards } from './use-virtual-cards.ts'

/** A card of a list: an `li` that states its position, with a checkbox if `isSelected` is not `undefined`. */
export type CardProps<Row> = {
  row: Row
  position: { 'aria-posinset': number; 'aria-setsize': number }
  isSelected: boolean | undefined
  onSelect: (row: Row, on: boolean) => void
}

type CardGridProps<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  card: ComponentType<CardProps<Row>>
  selection: Selection<Row> | undefined
}

/** Rows as cards, which scroll with the page. Virtualized, so that thousands stay fast. */
export const CardGrid = <Row,>({ rows, rowKey, card: Card, selection }: CardGridProps<Row>) => {
  const { grid, from, to, room: padding } = useVirtualCards(rows.length)
  const latest = useRef(selection)
  latest.current = selection
  // stable, so that only the changed card renders again
  const onSelect = useCallback((row: Row, on: boolean) => {
    const keys = new Set(latest.current?.keys)
    if (on) keys.add(rowKey(row))
    else keys.delete(rowKey(row))
    latest.current?.onChange(keys)
  }, [])
  return (
    <ul ref={grid} className={styles.grid} style={padding}>
      {rows.slice(from, to).map((row, index) => (
        <Card
          key={rowKey(row)}
          row={row}
          position={{ 'aria-posinset': from + index + 1, 'aria-setsize': rows.length }}
          isSelected={selection?.keys.has(rowKey(row))}
          onSelect={onSelect}
        />
      ))}
    </ul>
  )
}

/** Cards while their rows load. */
export const CardSkeleton = () => (
  <ul className={styles.loading} aria-label="Loading">
    {Array.from({ length: 9 }, (_, index) => (
      <li key={index} className={styles.placeholder}>
        <div className={styles.name}>
          <SkeletonText width="12ch" />
        </div>
        <div className={styles.caption}>
          <SkeletonText width="18ch" />
        </div>
        <div className={styles.facts}>
          <SkeletonText width="8ch" />
          <SkeletonText width="5ch" />
        </div>
      </li>
    ))}
  </ul>
)
