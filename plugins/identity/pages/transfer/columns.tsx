import { column, Badge, type Column } from 'stowage/ui'

type Change = { kind: string; name: string; how: 'new' | 'changed' | 'deleted'; texts: readonly string[] }

const badges = { new: 'New', changed: 'Changed', deleted: 'Deleted' } as const

/** Columns of a list of changes that an import makes. */
export const changeColumns: Column<Change>[] = [
  column.text('Kind', ({ kind }) => kind, { width: '128px', narrow: 'second' }),
  column.name('Name', ({ name }) => name, {
    after: ({ how }) => <Badge tone={how === 'deleted' ? 'danger' : 'outline'}>{badges[how]}</Badge>,
  }),
  column.text('What changes', ({ texts }) => texts.join('; ') || 'is added', {
    id: 'texts',
    width: 'minmax(0, 2fr)',
    narrow: 'second',
  }),
]
