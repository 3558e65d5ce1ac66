import { useState } from 'react'
import { SelectionBar, Table, type TableProps } from 'stowage/ui'
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
}: OfChosen<Row> & Pick<Parameters<typeof SelectionBar>[0], 'text' | 'look'>) => (
  <SelectionBar
    {...look}
    count={chosen.rows.length}
    noun={noun}
    onClear={chosen.clear}
    actions={actions.ofSelection(chosen.rows)}
    visibleCount={2}
  />
)

type ObjectTableProps<Row extends { path: string }> = OfChosen<Row> &
  Omit<TableProps<Row>, 'rowKey' | 'noun' | 'selection' | 'actions'>

/** Objects and folders of a bucket. */
export const ObjectTable = <Row extends { path: string }>({ chosen, actions, ...table }: ObjectTableProps<Row>) => (
  <Table
    {...table}
    rowKey={({ path }) => path}
    noun={noun}
    selection={{ keys: chosen.keys, onChange: chosen.onChange, actions: actions.ofSelection(chosen.rows) }}
    actions={actions.ofRow}
  />
)
