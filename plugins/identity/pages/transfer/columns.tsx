import { Badge, type Column } from 'stowage/ui'

type Change = { kind: string; name: string; how: 'new' | 'changed' | 'gone'; says: readonly string[] }

const badges = { new: 'New', changed: 'Changed', gone: 'Deleted' } as const

/** Columns of a list of changes that an import makes. */
export const changeColumns: Column<Change>[] = [
  { id: 'kind', title: 'Kind', width: '128px', narrow: 'second', value: ({ kind }) => kind },
  {
    id: 'name',
    title: 'Name',
    look: 'name',
    narrow: 'main',
    value: ({ name }) => name,
    after: ({ how }) => <Badge tone={how === 'gone' ? 'danger' : 'outline'}>{badges[how]}</Badge>,
  },
  {
    id: 'says',
    title: 'What changes',
    width: 'minmax(0, 2fr)',
    narrow: 'second',
    value: ({ says }) => says.join('; ') || 'is added',
  },
]
