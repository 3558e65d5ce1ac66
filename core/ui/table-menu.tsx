import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, Suspense } from 'react'
import * as buttons from './button.css.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useMenu } from './menu.tsx'
import * as styles from './menu.css.ts'
import type { GridProps } from './table-props.ts'
import type { Column } from './table-row.tsx'

export type TableMenuProps<Row> = Pick<GridProps<Row>, 'columns' | 'arranged' | 'refresh'> & {
  name: string
  /** What is in a file: the columns of these rows. Where there are no `columns` to choose, the rows are no table. */
  shown: readonly Row[] | (() => readonly Row[])
  visible: readonly Column<Row>[]
  /** Those of them that the table has room for. */
  fitted: GridProps<Row>['fitted']
}

// most leave a table as it is
const Choices = lazy(async () => ({ default: (await import('./table-choices.tsx')).TableChoices }))

/**
 * How a table is looked at: its columns, how dense its rows are, how often it is loaded, and what is shown as a file.
 */
export const TableMenu = <Row,>({ name, columns, arranged, refresh, shown, visible, fitted }: TableMenuProps<Row>) => {
  const { open, close, place, trigger } = useMenu()
  const file = () => ({
    titles: visible.map(({ title }) => title),
    values: (typeof shown === 'function' ? shown() : shown).map((row) => visible.map(({ value }) => value(row))),
  })
  return (
    <span ref={place} className={styles.place}>
      <button type="button" className={classes(buttons.button, buttons.size.sm, buttons.tone.quiet)} {...trigger}>
        <span className={buttons.content}>
          <Icon of={SlidersHorizontal} />
          View
        </span>
      </button>
      {open && (
        <Suspense>
          <Choices
            menu={{ button: trigger.id, by: open, place, align: 'end', onClose: close }}
            {...{ name, columns, fitted, arranged, refresh, file }}
          />
        </Suspense>
      )}
    </span>
  )
}
