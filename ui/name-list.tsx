import type { LucideIcon } from 'lucide-react'
import type { CallState } from '../core/web/use-call.ts'
import { column } from './columns.tsx'
import { ListTab } from './list.tsx'
import { capitalize, type Noun } from './noun.ts'

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
export const NameList = ({ noun, icon, names, address, empty }: NamesProps) => (
  <ListTab
    noun={noun}
    source={{ ...names, rows: names.data }}
    rowKey={(name) => name}
    columns={[
      column.name(capitalize(noun.one), (name: string) => name, { id: 'name', href: (name) => address?.(name) }),
    ]}
    empty={{ icon, ...empty }}
  />
)
