import PinIcon from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { LucideIcon } from 'lucide-react'
import { Fragment, useEffect, useMemo, type ReactNode } from 'react'
import type { Failure } from '../core/protocol/failure.ts'
import { showError } from '../core/web/toasts.ts'
import { useQuery } from '../core/web/location.ts'
import { type Pin, usePins } from './pins.ts'
import type { CallState } from '../core/web/use-call.ts'
import { type Requirement, useCallRefusals } from '../core/web/use-permissions.ts'
import { Button, IconButton } from './button.tsx'
import type { ListAction, NonEmptyRows } from './list-action.ts'
import { type OpenDialog, useOpenDialog } from './use-open-dialog.ts'
import { useListLayout } from './use-list-layout.tsx'
import { Page, Spacer, Toolbar } from './page.tsx'
import { Search } from './search.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'
import type { TableProps } from './table-props.ts'
import type { Column, RowAction } from './table-row.tsx'
import { useBulkActions } from './use-bulk-actions.ts'
import type { Noun } from './noun.ts'

/** Rows of a list, their state, and the function that loads them again. */
export type ListSource<Row> = {
  /** `undefined` during the first load. */
  rows: readonly Row[] | undefined
  reload: () => Promise<unknown>
  error?: Failure | undefined
  loading?: boolean
  asOf?: number | undefined
  /** Resource on which the permissions of its calls are checked. */
  on?: { bucket?: string; namespace?: string }
}

type CreateAction = {
  label: string
  icon?: LucideIcon
  /** Call that it makes; its permissions are checked. */
  call?: Requirement
  disabled?: string | false | undefined
} & (
  | { href: string }
  | {
      /** Its dialog, while the address has `create`. */
      dialog: (props: { onClose: () => void; onDone: () => Promise<void> }) => ReactNode
    }
)

type ListProps<Row> = {
  noun: Noun
  source: ListSource<Row>
  rowKey: (row: Row) => string
  /** The first one names the rows, and sorts them unless the address says otherwise. */
  columns: readonly Column<Row>[]
  actions?: readonly ListAction<Row>[]
  /** Pin of a row's page in the sidebar; a row without one cannot be pinned. */
  pin?: (row: Row) => Pin | undefined
  /** The main action, also offered by an empty list. */
  create?: CreateAction | undefined
  empty: { icon: LucideIcon; title?: string; text?: ReactNode }
  /** Filters after the search, or further buttons, in the toolbar. */
  tools?: ReactNode
  /** Options of the table; with a `card`, people choose between cards and rows. */
  table?: Partial<
    Pick<
      TableProps<Row>,
      'name' | 'lines' | 'height' | 'total' | 'countOf' | 'sort' | 'initialSort' | 'card' | 'noAccess'
    > & {
      /** Why a row cannot be selected. */
      blocked: (row: Row) => string | undefined
    }
  >
  /** Between the toolbar and the rows: a banner. */
  children?: ReactNode
}

const toTitleCase = (text: string) => text.replace(/\b\w/g, (letter) => letter.toUpperCase())

/** Rows of a call's response as the source of a list. */
export const useRows = <Data, Row>(
  list: CallState<Data>,
  rowsOf: (data: Data) => readonly Row[] | undefined,
): CallState<Data> & { rows: readonly Row[] | undefined } => {
  const rows = useMemo(() => (list.data === undefined ? undefined : (rowsOf(list.data) ?? [])), [list.data])
  return { ...list, rows }
}

/** The search and sort of a list, in the address. */
const useListAddress = (initialSort: string) => {
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', initialSort)
  return { search, setSearch, sort, setSort }
}

/** Adds the actions that pin a row's page to the sidebar, and unpin it. */
const usePinActions = <Row,>({ actions = [], pin }: ListProps<Row>): readonly ListAction<Row>[] => {
  const { isPinned, full, toggle } = usePins()
  if (!pin) return actions
  const isOn = (row: Row) => isPinned(pin(row)?.href ?? '')
  const run = ([row]: NonEmptyRows<Row>) => {
    const page = pin(row)
    if (page) toggle(page)
  }
  return [
    ...actions.filter(({ tone }) => tone !== 'danger'),
    { label: 'Pin', icon: PinIcon, when: (row) => pin(row) !== undefined && !isOn(row), disabled: full, run },
    { label: 'Unpin', icon: PinOff, when: isOn, run },
    ...actions.filter(({ tone }) => tone === 'danger'),
  ]
}

/** Binds actions to rows: rights, reasons, dialogs, reload. */
const useActions = <Row,>(
  { noun, rowKey, columns, actions = [], source, create }: ListProps<Row>,
  open: (dialog: OpenDialog<Row>) => void,
) => {
  const creation = create ? create.call : undefined
  const refusal = useCallRefusals<string>(
    { ...Object.fromEntries(actions.map(({ label, call }) => [label, call ?? []])), create: creation ?? [] },
    source.on,
  )
  const nameOf = (row: Row) => String(columns[0]?.value(row) ?? rowKey(row))
  const reload = async () => void (await source.reload())
  const reasonFor = ({ label, disabled }: ListAction<Row>, rows: readonly Row[]): string | false | undefined => {
    const refused = refusal(label)
    if (refused) return refused
    return typeof disabled === 'function' ? rows.map((row) => disabled(row, rows)).find(Boolean) : disabled
  }
  const runAction = async (
    action: ListAction<Row>,
    rows: NonEmptyRows<Row>,
    from: 'row' | 'selection',
    clear: () => void,
  ) => {
    if ('dialog' in action) return open({ action, rows, from })
    if (!('run' in action)) return
    try {
      if ((await action.run(rows, { label: action.label, noun, nameOf, reload })) !== true) return
      if (from === 'selection') clear()
      await reload()
    } catch (failure) {
      showError(failure)
      await reload()
    }
  }
  const rowActions = (row: Row, clear: () => void): RowAction[] =>
    actions.flatMap((action): RowAction[] => {
      const { label, icon, tone, where, on = 'row', when } = action
      if (on === 'selection' || when?.(row) === false) return []
      const shared = { label, icon, tone, where, disabled: reasonFor(action, [row]) }
      if ('href' in action) {
        const href = action.href(row)
        return href === undefined ? [] : [{ ...shared, href }]
      }
      return [{ ...shared, onSelect: () => void runAction(action, [row], 'row', clear) }]
    })
  return { refusal, reload, reasonFor, start: runAction, ofRow: rowActions, nameOf }
}

/** `page` has a Refresh button; in a tab, the page or the View menu has one. */
const List = <Row,>({ in: parent, ...list }: ListProps<Row> & { in: 'page' | 'tab' }) => {
  const actions = usePinActions(list)
  const props = { ...list, actions }
  const { noun, source, rowKey, columns, create, empty, tools, table = {}, children } = props
  const { blocked, initialSort = columns[0]?.id ?? '', ...options } = table
  const { search, setSearch, sort, setSort } = useListAddress(initialSort)
  const [creating, setCreating] = useQuery('create')
  const dialog = useOpenDialog(actions, source.rows, rowKey)
  const { refusal, reload, reasonFor, start: runAction, ofRow: rowActions } = useActions(props, dialog.open)
  const { selection, selected, clear } = useBulkActions<Row>({
    rows: source.rows,
    rowKey,
    noun,
    ...(blocked && { blocked }),
    actions: actions
      .filter(({ on = 'row' }) => on !== 'row')
      .map((action) => ({
        label: action.label,
        icon: action.icon,
        ...(action.tone && { tone: action.tone }),
        ...(action.where && { where: action.where }),
        disabled: (rows) => reasonFor(action, rows),
        onSelect: (rows) =>
          void (rows.length > 0 && runAction(action, rows as unknown as NonEmptyRows<Row>, 'selection', clear)),
      })),
  })
  const name = noun.many.replaceAll(' ', '-')
  const layout = useListLayout(noun.many, table.card !== undefined)
  const isSelectable = layout.isSelecting && actions.some(({ on = 'row' }) => on !== 'row')
  useEffect(() => {
    if (!layout.isSelecting) clear()
  }, [layout.isSelecting])
  const actionCount = actions.filter(({ on = 'row' }) => on !== 'selection').length
  const reason = create && (refusal('create') || create.disabled)
  const button = create && (
    <Button
      tone="primary"
      icon={create.icon ?? Plus}
      disabled={reason}
      {...('href' in create ? { href: create.href } : { onPress: () => setCreating('1') })}
    >
      {create.label}
    </Button>
  )
  const retry = () => void source.reload()
  return (
    <>
      <Toolbar>
        <Search label={`Search ${toTitleCase(noun.many)}`} value={search} onChange={setSearch} />
        {parent === 'page' && source.rows?.length !== 0 && <SavedFilters name={name} look="icon" />}
        {layout.views}
        {tools}
        <Spacer />
        {isSelectable && <SelectionBar {...selected} />}
        {layout.select}
        {parent === 'page' && <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={retry} />}
        {source.rows?.length !== 0 && button}
      </Toolbar>
      {children}
      <Table
        name={name}
        rows={source.rows}
        columns={columns}
        rowKey={rowKey}
        noun={noun}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        selection={isSelectable ? selection : undefined}
        actions={actionCount > 0 ? (row) => rowActions(row, clear) : undefined}
        actionCount={actionCount}
        empty={{ ...empty, ...(button && { action: button }) }}
        error={source.error}
        onRetry={retry}
        loading={source.loading}
        refresh={{ reload, asOf: source.asOf }}
        {...options}
        card={layout.isCards ? options.card : undefined}
      />
      {create &&
        'dialog' in create &&
        creating &&
        !reason &&
        create.dialog({ onClose: () => setCreating(''), onDone: reload })}
      {dialog.current && !reasonFor(dialog.current.action, dialog.current.rows) && (
        // Back may lead to the dialog of another row
        <Fragment key={rowKey(dialog.current.rows[0])}>
          {dialog.current.action.dialog({
            row: dialog.current.rows[0],
            rows: dialog.current.rows,
            onClose: dialog.close,
            onDone: async () => {
              if (dialog.current?.from === 'selection') clear()
              await reload()
            },
          })}
        </Fragment>
      )}
    </>
  )
}

/**
 * A list in a tab of a page: toolbar, rows, actions and dialogs. Search, sort, selection and dialogs are in the
 * address.
 */
export const ListTab = <Row,>(props: ListProps<Row>) => <List in="tab" {...props} />

type ListPageProps<Row> = Pick<Parameters<typeof Page>[0], 'title' | 'help' | 'actions' | 'tabs'> & {
  list: ListProps<Row>
  /** Dialogs and notes after the list. */
  children?: ReactNode
}

export const ListPage = <Row,>({ list, children, ...page }: ListPageProps<Row>) => (
  <Page {...page}>
    <List in="page" {...list} />
    {children}
  </Page>
)
