import { bytes, date } from 'stowage'
import { type Column, column } from 'stowage/ui'
import { canOpenPage } from 'stowage/web'
import { browseAddress, browsePage } from 'stowage/plugins/object-browser'
import type { WatchedEvent } from '../contract.ts'

/** With milliseconds, so that events of one second can be ordered. */
const timeOf = ({ Time }: WatchedEvent) => `${date(Time)}.${String(new Date(Time).getMilliseconds()).padStart(3, '0')}`

const isRemoved = ({ Type }: WatchedEvent) => Type.startsWith('s3:ObjectRemoved:')

/** Columns of the event table (spec/3 3). */
export const columns: readonly Column<WatchedEvent>[] = [
  column.text('Time', timeOf, { look: 'date', width: '196px', narrow: 'second' }),
  column.text('User', ({ User }) => User, { width: 'minmax(112px, 1fr)', narrow: 'second' }),
  column.text('Size', (event) => (isRemoved(event) ? undefined : bytes(event.Size)), {
    look: 'number',
    width: '100px',
    narrow: 'hidden',
  }),
  column.text('Type', ({ Type }) => Type, { width: 'minmax(0, 2fr)', narrow: 'second' }),
  {
    id: 'path',
    title: 'Path',
    value: ({ Path, Bucket, Key }) => (Bucket ? `${Bucket}/${Key}` : Path),
    // a deleted object may have versions, which its page lists
    href: ({ Bucket, Key }) => (Bucket && canOpenPage(browsePage) ? browseAddress(Bucket, Key) : undefined),
    look: 'mono',
    width: 'minmax(0, 3fr)',
    narrow: 'main',
  },
]
