import type { LucideIcon } from 'lucide-react'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import type { Noun } from 'stowage'
import { type CallState, useQuery } from 'stowage/web'
import { Button, type RowAction, Search, Spacer, Table, type TableProps, Toolbar } from 'stowage/ui'

type RuleTableProps<Rule> = Pick<TableProps<Rule>, 'rows' | 'columns' | 'rowKey' | 'height'> & {
  noun: Noun
  icon: LucideIcon
  /** Explains the rule in the empty state. */
  about: string
  list: Pick<CallState<unknown>, 'error' | 'loading' | 'reload'>
  /** Why the account may not change rules. */
  refusal: string | false
  onAdd: () => void
  onEdit: (rule: Rule) => void
  onRemove: (rule: Rule) => void
  /** Additional actions of a rule. */
  more?: (rule: Rule) => readonly RowAction[]
  /** Additional button before the Add button. */
  also?: ReactNode
}

const titled = (words: string) => words.replace(/\b\w/g, (letter) => letter.toUpperCase())

/** Table of a bucket's rules, with search, add, edit and delete. */
export const RuleTable = <Rule,>(props: RuleTableProps<Rule>) => {
  const { noun, icon, about, list, refusal, onAdd, onEdit, onRemove, more, also, ...table } = props
  const [search, setSearch] = useQuery('search')
  const add = (
    <Button tone="primary" icon={Plus} disabled={refusal} onPress={onAdd}>
      {`Add ${titled(noun.one)}`}
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label={`Search ${titled(noun.many)}`} value={search} onChange={setSearch} />
        <Spacer />
        {also}
        {table.rows?.length !== 0 && add}
      </Toolbar>
      <Table
        {...table}
        noun={noun}
        initialSort="prefix"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={(rule) => [
          ...(more?.(rule) ?? []),
          { label: 'Edit', icon: Pencil, disabled: refusal, onSelect: () => onEdit(rule) },
          { label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, onSelect: () => onRemove(rule) },
        ]}
        empty={{ icon, text: about, action: add }}
        error={list.error}
        onRetry={() => void list.reload()}
        loading={list.loading}
      />
    </>
  )
}
