import { count, counted } from 'stowage'
import { Button, type DetailRow, Muted } from 'stowage/ui'
import { managePath } from '../access.ts'
import { Loaded, OnOff } from '../settings/value.tsx'
import type { SummaryCalls } from '../use-summary.ts'

/** Replication status in the bucket's summary; rules are edited in the tab. */
export const replicationRow = ({ bucket, replication, replicates }: SummaryCalls): DetailRow => ({
  label: 'Replication',
  value: replicates ? (
    <Loaded of={replication}>
      {({ rules }) => {
        const all = rules ?? []
        const paused = all.filter(({ status }) => status === 'Disabled').length
        const note = [counted(all.length, { one: 'rule', many: 'rules' }), paused > 0 && `${count(paused)} paused`]
          .filter(Boolean)
          .join(', ')
        return all.length > 0 ? <OnOff on={paused < all.length} off="Paused" note={note} /> : <OnOff on={false} />
      }}
    </Loaded>
  ) : (
    <Muted tone="faint">Not available on this storage</Muted>
  ),
  action: replicates && replication.data && (
    <Button tone="quiet" size="sm" href={`${managePath(bucket)}/replication`}>
      {replication.data.rules?.length ? 'Rules' : 'Set Up'}
    </Button>
  ),
})
