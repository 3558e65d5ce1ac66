import { bytes, date } from '../../../core/format.ts'
import type { Column } from '../../../core/ui/table.tsx'
import { browseAddress } from '../../object-browser/contract.ts'
import type { WatchedEvent } from '../contract.ts'

/** To the millisecond: several events of one second have an order. */
const timeOf = ({ Time }: WatchedEvent) => `${date(Time)}.${String(new Date(Time).getMilliseconds()).padStart(3, '0')}`

const isRemoved = ({ Type }: WatchedEvent) => Type.startsWith('s3:ObjectRemoved:')

/** What is shown of an event (spec/3 3). */
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
    // what is gone may have versions, which its page shows
    href: ({ Bucket, Key }) => (Bucket ? browseAddress(Bucket, Key) : undefined),
    look: 'mono',
    width: 'minmax(0, 3fr)',
    narrow: 'main',
  },
]
