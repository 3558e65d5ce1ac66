import type { LucideIcon } from 'lucide-react'
import { capitalised, type Noun } from '../../../core/ui/words.ts'
import { useQuery } from '../../../core/location.ts'
import { Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Table } from '../../../core/ui/table.tsx'
import type { CallState } from '../../../core/use-call.ts'

type HoldersProps = {
  noun: Noun
  icon: LucideIcon
  names: CallState<string[]>
  /** The page of one of them; undefined where the session does not have it. */
  address: ((name: string) => string) | undefined
}

/** The users or the groups that a policy is attached to. */
export const Holders = ({ noun, icon, names, address }: HoldersProps) => {
  const [search, setSearch] = useQuery('search')
  return (
    <>
      <Toolbar>
        <Search label={`Search ${capitalised(noun.many)}`} value={search} onChange={setSearch} />
      </Toolbar>
      <Table
        rows={names.data}
        columns={[
          {
            id: 'name',
            title: capitalised(noun.one),
            look: 'name',
            value: (name) => name,
            href: (name) => address?.(name),
          },
        ]}
        rowKey={(name) => name}
        noun={noun}
        initialSort="name"
        search={search}
        onClearSearch={() => setSearch('')}
        empty={{
          icon,
          title: `The policy is attached to no ${noun.one}.`,
          text: `${capitalised(noun.many)} get it with Set Policies.`,
        }}
        error={names.error}
        onRetry={() => void names.reload()}
        loading={names.loading}
      />
    </>
  )
}
