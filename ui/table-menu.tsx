import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, Suspense } from 'react'
import * as buttons from './button.css.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useMenu } from './menu.tsx'
import * as styles from './menu.css.ts'
import type { GridProps } from './table-props.ts'
import type { Column } from './table-row.tsx'

export type TableMenuProps<Row> = Pick<GridProps<Row>, 'columns' | 'tableView' | 'refresh'> & {
  name: string
  /** Content for an export: the columns of these rows. Without `columns` there is nothing to export. */
  shown: readonly Row[] | (() => readonly Row[])
  visible: readonly Column<Row>[]
  /** Columns that fit. */
  fitted: GridProps<Row>['fitted']
}

// rarely used, so loaded on demand
const Choices = lazy(async () => ({ default: (await import('./table-choices.tsx')).TableChoices }))

/** View options of a table: columns, row density, automatic refresh, and export. */
export const TableMenu = <Row,>({ name, columns, tableView, refresh, shown, visible, fitted }: TableMenuProps<Row>) => {
  const { open, close, place, trigger } = useMenu()
  const file = () => ({
    titles: visible.map(({ title }) => title),
    values: (typeof shown === 'function' ? shown() : shown).map((row) => visible.map(({ value }) => value(row))),
  })
  return (
    <span ref={place} className={styles.root}>
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
            {...{ name, columns, fitted, tableView, refresh, file }}
          />
        </Suspense>
      )}
    </span>
  )
}
