import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash from 'lucide-react/icons/trash'
import Activity from 'lucide-react/icons/activity'
import { useMemo } from 'react'
import { bytes, count, displayName } from 'stowage'
import { useCall, useQuery, useRefusals } from 'stowage/web'
import {
  Button,
  type Column,
  IconButton,
  Page,
  Search,
  Share,
  Spacer,
  Status,
  Table,
  Toolbar,
  TwoLines,
  useNarrow,
} from 'stowage/ui'
import { type Answer, type Tier, tiers } from '../contract.ts'
import { typeOf } from '../types.ts'
import { aboutTiers } from './help.ts'
import { removeTier } from './remove.tsx'
import { updateCredentials } from './update.tsx'
import { useAnswers } from './use-answers.ts'
import * as messages from '../messages.ts'

type Row = Tier & { answer: Answer | undefined; share: number | undefined }

const words = { online: 'Online', offline: 'Offline', refused: 'Refused' } as const
const tones = { online: 'ok', offline: 'danger', refused: 'danger' } as const

const placeOf = ({ minio, s3, gcs, azure }: Tier) => minio ?? s3 ?? gcs ?? azure
const hostOf = (row: Tier) =>
  placeOf(row)
    ?.endpoint.replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
const titleOf = ({ type }: Tier) => typeOf(type)?.title ?? type

/** In a narrow window, a row has only two lines. */
const columnsOf = (room: 'narrow' | 'wide'): Column<Row>[] => [
  {
    id: 'name',
    title: 'Tier Name',
    look: 'name',
    value: ({ name }) => name,
    cell: (row) => (
      <TwoLines second={room === 'wide' && titleOf(row)}>
        <strong>{displayName(row.name)}</strong>
      </TwoLines>
    ),
    narrow: 'main',
  },
  {
    id: 'endpoint',
    title: 'Endpoint, Region',
    width: 'minmax(0, 1.4fr)',
    value: (row) => [hostOf(row), placeOf(row)?.region].filter(Boolean).join(', '),
    cell: (row) => (
      <TwoLines second={displayName(placeOf(row)?.region ?? '')}>{displayName(hostOf(row) ?? '')}</TwoLines>
    ),
    narrow: 'hidden',
  },
  {
    id: 'bucket',
    title: 'Bucket, Prefix',
    value: (row) => [placeOf(row)?.bucket, placeOf(row)?.prefix].filter(Boolean).join(', '),
    cell: (row) => (
      <TwoLines second={displayName(placeOf(row)?.prefix ?? '')} look="mono">
        {displayName(placeOf(row)?.bucket ?? '')}
      </TwoLines>
    ),
    narrow: 'hidden',
  },
  {
    id: 'usage',
    title: 'Usage',
    width: '150px',
    value: ({ usage }) => usage,
    cell: ({ usage, share, name }) =>
      usage === undefined ? undefined : (
        <Share part={share ?? 0} value={bytes(usage)} label={`Share of ${name}`} look={room} />
      ),
    narrow: 'second',
  },
  {
    id: 'objects',
    title: 'Objects',
    look: 'number',
    width: '100px',
    value: ({ objects }) => objects,
    cell: ({ objects }) => (objects === undefined ? undefined : count(objects)),
    narrow: 'hidden',
  },
  {
    id: 'versions',
    title: 'Versions',
    look: 'number',
    width: '100px',
    value: ({ versions }) => versions,
    cell: ({ versions }) => (versions === undefined ? undefined : count(versions)),
    narrow: 'hidden',
  },
  {
    id: 'status',
    title: 'Status',
    value: ({ answer }) => answer && [words[answer.status], answer.problem].filter(Boolean).join(', '),
    cell: ({ answer }) =>
      answer ? (
        <TwoLines second={room === 'wide' && (answer.problem ?? `${count(answer.took)} ms`)}>
          <Status tone={tones[answer.status]}>{words[answer.status]}</Status>
        </TwoLines>
      ) : (
        <Status tone="unknown">Asking</Status>
      ),
    narrow: 'second',
  },
]

const columns = { wide: columnsOf('wide'), narrow: columnsOf('narrow') }

const holds = ({ objects = 0 }: Tier) => objects > 0 && messages.itContainsWhichWould(count(objects), objects)

/** List of remote storages and whether they respond (spec/2 section 2). */
export default function Tiers() {
  const list = useCall(tiers.list)
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  const refusal = useRefusals({ change: { action: 'admin:SetTier' } })
  const room = useNarrow() ? 'narrow' : 'wide'
  const all = list.data && (list.data.items ?? [])
  const { answers, verify } = useAnswers(all)
  const total = (all ?? []).reduce((sum, { usage = 0 }) => sum + usage, 0)
  const rows = useMemo(
    () =>
      all?.map(
        (one): Row => ({ ...one, answer: answers[one.name], share: total > 0 ? (one.usage ?? 0) / total : undefined }),
      ),
    [list.data, answers],
  )
  const reload = async () => {
    await Promise.all([list.reload(), ...(all ?? []).map(verify)])
  }
  const add = (
    <Button
      tone="primary"
      icon={Plus}
      {...(refusal('change') ? { disabled: refusal('change') } : { href: '/tiers/add' })}
    >
      Add Tier
    </Button>
  )
  return (
    <Page title="Tiers" help={aboutTiers}>
      <Toolbar>
        <Search label="Filter" value={search} onChange={setSearch} />
        <Spacer />
        <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => void reload()} />
        {rows?.length !== 0 && add}
      </Toolbar>
      <Table
        rows={rows}
        columns={columns[room]}
        rowKey={({ name }) => name}
        noun={{ one: 'tier', many: 'tiers' }}
        lines={2}
        total={messages.asOfLastScanBars(bytes(total))}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={(row) => [
          {
            label: 'Update Credentials',
            icon: KeyRound,
            disabled: refusal('change') || (!typeOf(row.type) && messages.consoleDoesNotKnowType),
            onSelect: async () => {
              if (await updateCredentials(row)) await verify(row)
            },
          },
          { label: 'Verify', icon: Activity, where: 'server', onSelect: () => void verify(row) },
          {
            label: 'Remove',
            icon: Trash,
            tone: 'danger',
            disabled: refusal('change') || holds(row),
            onSelect: async () => {
              if (await removeTier(row)) await list.reload()
            },
          },
        ]}
        empty={{
          icon: Layers,
          text: messages.tierIsRemoteBucketThatLifecycle,
          action: add,
        }}
        error={list.error}
        onRetry={() => void reload()}
        loading={list.loading}
      />
    </Page>
  )
}
