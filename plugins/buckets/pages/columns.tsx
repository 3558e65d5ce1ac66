import type { InferOutput } from 'valibot'
import { bytes, count, date } from 'stowage'
import { Badge, type Column } from 'stowage/ui'
import { accessOf, describeAccess, browserPath } from './access.ts'
import type { Bucket } from '../contract.ts'

export type ListedBucket = InferOutput<typeof Bucket>

/** Columns of the table and of its export. */
export const columns: readonly Column<ListedBucket>[] = [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    look: 'name',
    width: 'minmax(160px, 2fr)',
    href: ({ name }) => browserPath(name),
  },
  {
    id: 'created',
    title: 'Created',
    value: (bucket) => date(bucket.creation_date).slice(0, 10),
    look: 'date',
    width: '104px',
    narrow: 'second',
  },
  {
    id: 'access',
    title: 'Access',
    value: accessOf,
    cell: (bucket) => (
      <Badge tone={accessOf(bucket) === 'R/W' ? 'info' : 'neutral'} title={describeAccess(bucket)}>
        {accessOf(bucket)}
      </Badge>
    ),
    width: '88px',
    narrow: 'hidden',
  },
  {
    id: 'usage',
    title: 'Usage',
    value: ({ size }) => size,
    cell: ({ size }) => (size === undefined ? undefined : bytes(size)),
    look: 'number',
    width: '100px',
    narrow: 'second',
  },
  {
    id: 'objects',
    title: 'Objects',
    value: ({ objects }) => objects,
    cell: ({ objects }) => (objects === undefined ? undefined : count(objects)),
    look: 'number',
    width: '100px',
    narrow: 'hidden',
  },
]
