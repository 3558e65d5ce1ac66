import { Fragment, memo, type ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { displayName } from '../core/protocol/format.ts'
import { IconButton } from './button.tsx'
import { Checkbox } from './choice.tsx'
import { classes } from './classes.ts'
import { Link } from './link.tsx'
import { Menu } from './menu.tsx'
import { TabStopContext } from './tab-stop.ts'
import * as styles from './table.css.ts'
import type { CellValue } from './table-sort.ts'

type CellLook = keyof typeof styles.cell

/** A column: `value` is used to sort, search and show, unless `cell` renders it. */
export type Column<Row> = {
  id: string
  title: string
  value: (row: Row) => CellValue
  cell?: (row: Row) => ReactNode
  /** Before the text. */
  icon?: (row: Row) => ReactNode
  /** After the text and never truncated: a badge, a copy button. */
  after?: (row: Row) => ReactNode
  /** Page that the row opens; the first column with one handles Enter. */
  href?: (row: Row) => string | undefined
  look?: CellLook | ((row: Row) => CellLook)
  align?: 'left' | 'right'
  /** CSS grid track: `160px`, `minmax(0, 2fr)`; default: the width of a date, or else `minmax(0, 1fr)`. */
  width?: string
  /** Position in the two-line rows of a narrow window; the first column is `main`, the next two `second`. */
  narrow?: 'main' | 'second' | 'hidden'
  /** `false`: not sortable. */
  sortable?: false
}

export type RowAction = {
  label: string
  icon: LucideIcon
  /** Why it is disabled for this row. */
  disabled?: string | false | undefined
  tone?: 'danger' | undefined
  /** Shortcut while the row has the focus: `F2`. */
  key?: string
  /** Acts on the server immediately, so it is disabled while the server is away, as dangerous actions are. */
  where?: 'server' | undefined
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: undefined })

const lookOf = <Row,>({ look = 'plain' }: Column<Row>, row: Row) => (typeof look === 'function' ? look(row) : look)

/** Grid track of a column. Dates are never truncated. */
export const gridTrack = <Row,>({ width, look }: Column<Row>) =>
  width ?? (look === 'date' ? 'var(--size-date)' : 'minmax(0, 1fr)')

/** Alignment of a column, the same for header and cells. */
export const alignOf = <Row,>(column: Column<Row>) => column.align ?? (column.look === 'number' ? 'right' : 'left')

const textOf = (value: CellValue) => (value === undefined || value === '' ? undefined : displayName(String(value)))

const CellText = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const href = column.href?.(row)
  const content = column.cell?.(row) ?? textOf(column.value(row)) ?? <span className={styles.missing}>—</span>
  if (!href) return content
  return (
    <Link
      href={href}
      className={classes(styles.link, styles.linkLook[lookOf(column, row) === 'name' ? 'name' : 'other'])}
    >
      {content}
    </Link>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; role: 'rowheader' | 'gridcell' }

const Cell = <Row,>({ column, row, role }: CellProps<Row>) => {
  const icon = column.icon?.(row)
  const after = column.after?.(row)
  const text = <CellText column={column} row={row} />
  return (
    <div
      role={role}
      data-cell
      className={classes(styles.cell[lookOf(column, row)], alignOf(column) === 'right' && styles.right)}
      title={textOf(column.value(row))}
    >
      {icon || after ? (
        <span className={styles.line}>
          {icon && <span className={styles.lead}>{icon}</span>}
          <span className={styles.narrowMain}>{text}</span>
          {after}
        </span>
      ) : (
        text
      )}
    </div>
  )
}

/** Columns that a narrow row shows, and their positions. */
export const narrowColumns = <Row,>(columns: readonly Column<Row>[]) => {
  const main = columns.find(({ narrow }) => narrow === 'main') ?? columns.find(({ narrow }) => !narrow)
  const others = columns.filter((column) => column !== main && column.narrow !== 'hidden')
  const chosen = others.filter(({ narrow }) => narrow === 'second')
  return { main, second: chosen.length > 0 ? chosen : others.slice(0, 2) }
}

const isFilled = <Row,>({ cell, value }: Column<Row>, row: Row) => (cell?.(row) ?? textOf(value(row))) !== undefined

/** Whether a narrow row has a second line. */
export const hasSecondLine = <Row,>(second: readonly Column<Row>[], row: Row) =>
  second.some((column) => isFilled(column, row))

const NarrowCell = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => {
  const { main, second } = narrowColumns(columns)
  const icon = main?.icon?.(row)
  const parts = second.filter((column) => isFilled(column, row))
  return (
    <div role="gridcell" className={styles.narrowCell}>
      {icon && <span className={styles.lead}>{icon}</span>}
      <div className={styles.narrowLines}>
        <div className={styles.line} title={main && textOf(main.value(row))}>
          <span className={styles.narrowMain}>{main && <CellText column={main} row={row} />}</span>
          {main?.after?.(row)}
        </div>
        {hasSecondLine(second, row) && (
          <div className={styles.narrowSecond} title={parts.map((column) => textOf(column.value(row))).join(' · ')}>
            {parts.map((column, index) => (
              <Fragment key={column.id}>
                {index > 0 && <span className={styles.narrowDot}> · </span>}
                <span className={index === parts.length - 1 ? styles.narrowLast : styles.narrowMain}>
                  <CellText column={column} row={row} />
                </span>
              </Fragment>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

const Actions = ({ actions, narrow }: { actions: readonly RowAction[]; narrow: boolean }) => {
  const buttons = narrow ? [] : actions.length > 3 ? actions.slice(0, 2) : actions
  const rest = actions.slice(buttons.length)
  return (
    <div role="gridcell" className={styles.actions}>
      {buttons.map(({ label, icon, tone, where, disabled, onSelect, href }) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          where={tone === 'danger' ? 'server' : where}
          disabled={disabled}
          onPress={onSelect}
          href={href}
        />
      ))}
      {rest.length > 0 && <Menu label="More actions" items={rest} />}
    </div>
  )
}

type TableRowProps<Row> = {
  row: Row
  index: number
  /** Distance from the first row's top, in px. */
  top: number
  height: number
  columns: readonly Column<Row>[]
  narrow: boolean
  /** Current row of the arrow keys. */
  current: boolean
  /** Its drawer is open. */
  opened?: boolean
  selected: boolean | undefined
  blocked: string | undefined
  actions: ((row: Row) => readonly RowAction[]) | undefined
  onSelect: (index: number, on: boolean, shift: boolean) => void
}

const UnmemoizedTableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, index, top, height, columns, narrow, current, opened, selected, blocked, actions, onSelect } = props
  const first = columns[0]
  return (
    <div
      role="row"
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)` }}
      data-index={index}
      data-open={opened || undefined}
      tabIndex={current ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={selected}
    >
      <TabStopContext value={current ? undefined : -1}>
        {selected !== undefined && (
          <div role="gridcell" className={styles.checkCell}>
            <Checkbox
              look="hidden"
              label={`Select ${(first && textOf(first.value(row))) ?? `row ${index + 1}`}`}
              value={selected}
              disabled={blocked}
              onChange={(on, { shift }) => onSelect(index, on, shift)}
            />
          </div>
        )}
        {narrow ? (
          <NarrowCell columns={columns} row={row} />
        ) : (
          columns.map((column) => (
            <Cell key={column.id} column={column} row={row} role={column === first ? 'rowheader' : 'gridcell'} />
          ))
        )}
        {actions && <Actions actions={actions(row)} narrow={narrow} />}
      </TabStopContext>
    </div>
  )
}

/** A row, memoized so that scrolling renders only new rows. */
export const TableRow = memo(UnmemoizedTableRow) as typeof UnmemoizedTableRow
