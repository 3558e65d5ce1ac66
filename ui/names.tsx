import type { LucideIcon } from 'lucide-react'
import { useQuery } from '../core/web/location.ts'
import type { CallState } from '../core/web/use-call.ts'
import { Toolbar } from './page.tsx'
import { Search } from './search.tsx'
import { Table } from './table.tsx'
import { capitalised, type Noun } from './words.ts'

type NamesProps = {
  noun: Noun
  icon: LucideIcon
  names: CallState<readonly string[]>
  /** Page of an item; `undefined` if the session cannot open it. */
  address: ((name: string) => string) | undefined
  /** Shown if the list is empty. */
  empty: { title: string; text: string }
}

/** A searchable list of names, each a link to its page: the users of a policy, the policies of a bucket. */
export const NameList = ({ noun, icon, names, address, empty }: NamesProps) => {
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
        empty={{ icon, ...empty }}
        error={names.error}
        onRetry={() => void names.reload()}
        loading={names.loading}
      />
    </>
  )
}
