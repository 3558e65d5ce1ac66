import { useState } from 'react'
import { NoAccess, Selected, Table, type TableProps } from 'stowage/ui'
import { noun } from './items.ts'
import type { RowActions } from './object-actions.ts'

/** Selected rows of a list of objects. */
export const useChosen = <Row extends { path: string }>(all: readonly Row[] | undefined) => {
  const [keys, onChange] = useState<ReadonlySet<string>>(new Set())
  return { keys, onChange, rows: all?.filter(({ path }) => keys.has(path)) ?? [], clear: () => onChange(new Set()) }
}

type OfChosen<Row extends { path: string }> = {
  chosen: ReturnType<typeof useChosen<Row>>
  actions: RowActions<Row>
}

/** Number of selected rows and actions on them, in a toolbar. */
export const ChosenObjects = <Row extends { path: string }>({
  chosen,
  actions,
  ...look
}: OfChosen<Row> & Pick<Parameters<typeof Selected>[0], 'text' | 'look'>) => (
  <Selected
    {...look}
    count={chosen.rows.length}
    noun={noun}
    onClear={chosen.clear}
    actions={actions.ofSelection(chosen.rows)}
    seen={2}
  />
)

type ObjectTableProps<Row extends { path: string }> = OfChosen<Row> &
  Omit<TableProps<Row>, 'rowKey' | 'noun' | 'selection' | 'actions'> & {
    /** What an account sees without permission to list the rows. */
    noAccess?: Parameters<typeof NoAccess>[0]
  }

/** Objects and folders of a bucket. */
export const ObjectTable = <Row extends { path: string }>(props: ObjectTableProps<Row>) => {
  const { chosen, actions, noAccess, ...table } = props
  if (noAccess && table.error?.status === 403 && !table.rows) return <NoAccess {...noAccess} />
  return (
    <Table
      {...table}
      rowKey={({ path }) => path}
      noun={noun}
      selection={{ keys: chosen.keys, onChange: chosen.onChange, actions: actions.ofSelection(chosen.rows) }}
      actions={actions.ofRow}
    />
  )
}
