import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ComponentProps } from 'react'
import * as buttons from './button.css.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useMenu } from './menu.tsx'
import * as styles from './menu.css.ts'
import type { TableGridProps } from './table-props.ts'
import type { Column } from './table-row.tsx'
import type { TableViewMenu as LoadedMenu } from './table-view-menu.tsx'
import { onDemand, useOnDemand } from './use-on-demand.ts'

export type TableViewButtonProps<Row> = Pick<TableGridProps<Row>, 'columns' | 'tableView' | 'refresh'> & {
  name: string
  /** Content for an export: the columns of these rows. Without `columns` there is nothing to export. */
  exportedRows: readonly Row[] | (() => readonly Row[])
  exportedColumns: readonly Column<Row>[]
  /** Columns that fit. */
  fittingColumnsRef: TableGridProps<Row>['fittingColumnsRef']
}

const menuScript = onDemand(() => import('./table-view-menu.tsx'))

const TableViewMenu = (props: ComponentProps<typeof LoadedMenu>) => {
  const loaded = useOnDemand(menuScript, { onFailure: props.menu.onClose })
  return loaded && <loaded.TableViewMenu {...props} />
}

/** View options of a table: columns, row density, automatic refresh, and export. */
export const TableViewButton = <Row,>({
  name,
  columns,
  tableView,
  refresh,
  exportedRows,
  exportedColumns,
  fittingColumnsRef,
}: TableViewButtonProps<Row>) => {
  const { open, close, anchorRef, trigger } = useMenu()
  const file = () => ({
    titles: exportedColumns.map(({ title }) => title),
    values: (typeof exportedRows === 'function' ? exportedRows() : exportedRows).map((row) =>
      exportedColumns.map(({ value }) => value(row)),
    ),
  })
  return (
    <span ref={anchorRef} className={styles.root}>
      <button type="button" className={classes(buttons.button, buttons.size.sm, buttons.tone.quiet)} {...trigger}>
        <span className={buttons.content}>
          <Icon of={SlidersHorizontal} />
          View
        </span>
      </button>
      {open && (
        <TableViewMenu
          menu={{ button: trigger.id, openedBy: open, anchorRef, align: 'end', onClose: close }}
          {...{ name, columns, fittingColumnsRef, tableView, refresh, file }}
        />
      )}
    </span>
  )
}
