import type { InferOutput } from 'valibot'
import { date } from 'stowage'
import { column, Badge, type Column } from 'stowage/ui'
import { accessOf, describeAccess, browserPath } from './access.ts'
import type { Bucket } from '../contract.ts'

export type ListedBucket = InferOutput<typeof Bucket>

/** Columns of the table and of its export. */
export const columns: readonly Column<ListedBucket>[] = [
  column.name('Name', ({ name }) => name, { width: 'minmax(160px, 2fr)', href: ({ name }) => browserPath(name) }),
  column.text('Created', (bucket) => date(bucket.creation_date).slice(0, 10), {
    look: 'date',
    width: '104px',
    narrow: 'second',
  }),
  column.text('Access', accessOf, {
    cell: (bucket) => (
      <Badge tone={accessOf(bucket) === 'R/W' ? 'info' : 'neutral'} title={describeAccess(bucket)}>
        {accessOf(bucket)}
      </Badge>
    ),
    width: '88px',
    narrow: 'hidden',
  }),
  column.bytes('Usage', ({ size }) => size, { width: '100px', narrow: 'second' }),
  column.count('Objects', ({ objects }) => objects),
]
