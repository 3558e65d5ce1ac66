import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import * as styles from './table.css.ts'
import type { GridProps } from './table-props.ts'
import type { Column } from './table-row.tsx'

export type TableMenuProps<Row> = Pick<GridProps<Row>, 'columns' | 'arranged' | 'refresh'> & {
  name: string
  shown: readonly Row[]
  visible: readonly Column<Row>[]
}

// most leave a table as it is
const Choices = lazy(async () => ({ default: (await import('./table-choices.tsx')).TableChoices }))

/** How a table is looked at: its columns, how dense its rows are, how often it is loaded, and what is shown as a file. */
export const TableMenu = <Row,>({ shown, visible, ...props }: TableMenuProps<Row>) => {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  const values = () => shown.map((row) => visible.map(({ value }) => value(row)))
  return (
    <span ref={place} className={styles.menuPlace}>
      <IconButton icon={SlidersHorizontal} label="View" pressed={open} onPress={() => setOpen(!open)} />
      {open && (
        <Suspense>
          <Choices
            {...props}
            place={place}
            titles={visible.map(({ title }) => title)}
            values={values}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  )
}
