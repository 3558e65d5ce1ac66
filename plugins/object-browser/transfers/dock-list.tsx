import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef } from 'react'
import * as styles from './dock.css.ts'
import { FolderRow } from './folder-row.tsx'
import type { FolderTransfer } from './folders.ts'
import { TransferRow, UnfinishedRow } from './rows.tsx'
import type { Entry } from './unfinished.ts'
import { uploads } from './uploads.ts'

/** Estimated row height in CSS pixels, and rows rendered outside the visible area. */
const [ROW_HEIGHT, OVERSCAN] = [40, 5]

type DockListProps = { alone: readonly Entry[]; folders: readonly FolderTransfer[]; count: number }

/** Interrupted uploads, then folders, then other transfers; only visible rows are rendered. */
export const DockList = ({ alone, folders, count }: DockListProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const first = alone.length + folders.length
  const all = first + count
  const virtual = useVirtualizer({
    count: all,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const from = Math.max(0, (items[0]?.index ?? 0) - first)
  const transfers = uploads.slice(from, (items.at(-1)?.index ?? -1) + 1 - first)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    // row heights are known only after rendering
    event.preventDefault()
    virtual.scrollToIndex(event.key === 'Home' ? 0 : all - 1)
  }
  return (
    <div ref={scroller} className={styles.list} tabIndex={0} role="group" aria-label="Transfers" onKeyDown={onKeyDown}>
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const entry = alone[index]
          const folder = folders[index - alone.length]
          const transfer = transfers[index - first - from]
          const rowProps = {
            ref: virtual.measureElement,
            'data-index': index,
            'aria-posinset': index + 1,
            'aria-setsize': all,
            style: { transform: `translateY(${start}px)` },
          }
          if (entry) return <UnfinishedRow key={entry.id} entry={entry} rowProps={rowProps} />
          if (folder) return <FolderRow key={folder.id} folder={folder} place={rowProps} />
          return transfer && <TransferRow key={transfer.id} transfer={transfer} rowProps={rowProps} />
        })}
      </ul>
    </div>
  )
}
