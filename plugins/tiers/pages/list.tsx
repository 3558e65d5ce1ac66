import Activity from 'lucide-react/icons/activity'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import Trash from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { bytes, count, displayName } from 'stowage'
import { column, ListPage, ShareBar, Status, useNarrow } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { type Tier, tiers } from '../contract.ts'
import * as messages from '../messages.ts'
import { typeOf } from '../types.ts'
import { aboutTiers } from './help.ts'
import { removeTier } from './remove.tsx'
import { updateCredentials } from './update.tsx'
import { type ShownStatus, useTierStatuses } from './use-tier-statuses.ts'

type Row = Tier & { status: ShownStatus | undefined; share: number | undefined }

const labels = { online: 'Online', offline: 'Offline', refused: 'Refused', unknown: 'Unknown' } as const
const tones = { online: 'ok', offline: 'danger', refused: 'danger', unknown: 'unknown' } as const

const destinationOf = ({ minio, s3, gcs, azure }: Tier) => minio ?? s3 ?? gcs ?? azure
const hostOf = (row: Tier) =>
  destinationOf(row)
    ?.endpoint.replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

const UsageShare = ({ of: { usage, share, name } }: { of: Row }) => (
  <ShareBar
    part={share ?? 0}
    value={bytes(usage ?? 0)}
    label={`Share of ${name}`}
    look={useNarrow() ? 'narrow' : 'wide'}
  />
)

const columns = [
  column.name('Tier Name', (row: Row) => row.name, {
    id: 'name',
    cell: (row) => <strong>{displayName(row.name)}</strong>,
    below: ({ type }) => typeOf(type)?.title ?? type,
  }),
  column.text('Endpoint, Region', (row: Row) => [hostOf(row), destinationOf(row)?.region].filter(Boolean).join(', '), {
    id: 'endpoint',
    width: 'minmax(0, 1.4fr)',
    cell: (row) => displayName(hostOf(row) ?? ''),
    below: (row) => displayName(destinationOf(row)?.region ?? ''),
    narrow: 'hidden',
  }),
  column.text(
    'Bucket, Prefix',
    (row: Row) => [destinationOf(row)?.bucket, destinationOf(row)?.prefix].filter(Boolean).join(', '),
    {
      id: 'bucket',
      cell: (row) => displayName(destinationOf(row)?.bucket ?? ''),
      below: (row) => displayName(destinationOf(row)?.prefix ?? ''),
      belowLook: 'mono',
      narrow: 'hidden',
    },
  ),
  column.text('Usage', ({ usage }: Row) => usage, {
    width: '150px',
    cell: (row) => (row.usage === undefined ? undefined : <UsageShare of={row} />),
    narrow: 'second',
  }),
  column.count('Objects', ({ objects }: Row) => objects),
  column.count('Versions', ({ versions }: Row) => versions),
  column.text(
    'Status',
    ({ status }: Row) => status && [labels[status.status], status.problem].filter(Boolean).join(', '),
    {
      cell: ({ status }) => (
        <Status tone={status ? tones[status.status] : 'unknown'}>{status ? labels[status.status] : 'Asking'}</Status>
      ),
      below: ({ status }) => status && (status.problem ?? `${count(status.durationMs)} ms`),
      narrow: 'second',
    },
  ),
]

const removeRefusal = ({ objects = 0 }: Tier) => objects > 0 && messages.tierContainsObjects(count(objects), objects)

/** List of remote storages and whether they respond (spec/2 section 2). */
export default function Tiers() {
  const list = useCall(tiers.list)
  const all = list.data && (list.data.items ?? [])
  const { statuses, verify } = useTierStatuses(all, list.reload)
  const total = (all ?? []).reduce((sum, { usage = 0 }) => sum + usage, 0)
  const rows = useMemo(
    () =>
      all?.map(
        (one): Row => ({ ...one, status: statuses[one.name], share: total > 0 ? (one.usage ?? 0) / total : undefined }),
      ),
    [list.data, statuses],
  )
  return (
    <ListPage
      title="Tiers"
      help={aboutTiers}
      list={{
        noun: { one: 'tier', many: 'tiers' },
        source: { ...list, rows, reload: () => Promise.all([list.reload(), ...(all ?? []).map(verify)]) },
        rowKey: ({ name }) => name,
        columns,
        create: { label: 'Add Tier', call: tiers.add, href: '/tiers/add' },
        actions: [
          {
            label: 'Update Credentials',
            icon: KeyRound,
            call: tiers.rotate,
            disabled: ({ type }) => !typeOf(type) && messages.tierTypeUnknown,
            run: async ([row]) => void ((await updateCredentials(row, list.reload)) && (await verify(row))),
          },
          { label: 'Verify', icon: Activity, where: 'server', run: ([row]) => verify(row) },
          {
            label: 'Remove',
            icon: Trash,
            tone: 'danger',
            call: tiers.remove,
            disabled: removeRefusal,
            run: ([row]) => removeTier(row, list.reload),
          },
        ],
        empty: { icon: Layers, text: messages.tierListHelp },
        table: { lines: 2, total: messages.usageHelp(bytes(total)) },
      }}
    />
  )
}
