import { bytes, date } from 'stowage'
import type { Column } from 'stowage/ui'
import { browseAddress } from 'stowage/plugins/object-browser'
import type { WatchedEvent } from '../contract.ts'

/** With milliseconds, so that events of one second can be ordered. */
const timeOf = ({ Time }: WatchedEvent) => `${date(Time)}.${String(new Date(Time).getMilliseconds()).padStart(3, '0')}`

const isRemoved = ({ Type }: WatchedEvent) => Type.startsWith('s3:ObjectRemoved:')

/** Columns of the event table (spec/3 3). */
export const columns: readonly Column<WatchedEvent>[] = [
  { id: 'time', title: 'Time', value: timeOf, look: 'date', width: '196px', narrow: 'second' },
  { id: 'user', title: 'User', value: ({ User }) => User, width: 'minmax(112px, 1fr)', narrow: 'second' },
  {
    id: 'size',
    title: 'Size',
    value: (event) => (isRemoved(event) ? undefined : bytes(event.Size)),
    look: 'number',
    width: '100px',
    narrow: 'hidden',
  },
  { id: 'type', title: 'Type', value: ({ Type }) => Type, width: 'minmax(0, 2fr)', narrow: 'second' },
  {
    id: 'path',
    title: 'Path',
    value: ({ Path, Bucket, Key }) => (Bucket ? `${Bucket}/${Key}` : Path),
    // a deleted object may have versions, which its page lists
    href: ({ Bucket, Key }) => (Bucket ? browseAddress(Bucket, Key) : undefined),
    look: 'mono',
    width: 'minmax(0, 3fr)',
    narrow: 'main',
  },
]
