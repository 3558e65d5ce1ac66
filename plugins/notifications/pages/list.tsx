import BellRing from 'lucide-react/icons/bell-ring'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Power from 'lucide-react/icons/power'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { allows, banners, call, showToast, showError, useCall, useCallRefusals, useQuery } from 'stowage/web'
import { count, counted, date, segment, displayName } from 'stowage'
import {
  Badges,
  Button,
  type Column,
  IconButton,
  Page,
  Search,
  Spacer,
  Status,
  Table,
  Toolbar,
  TwoLines,
  useNarrow,
  useRefresh,
} from 'stowage/ui'
import { type Endpoint, notifications, type Page as NotificationPage } from '../contract.ts'
import { aboutTargets } from './help.ts'
import { removeTarget } from './remove.tsx'
import * as messages from '../messages.ts'

type Row = Endpoint & { name: string; buckets: string[] | undefined }

/** Refresh interval while the list is visible, in seconds. */
const REFRESH_SECONDS = 30

const isOffline = ({ status }: Endpoint) => status.toLowerCase() === 'offline'

const isOff = ({ status }: Endpoint) => status === 'off'

const word = (row: Endpoint) =>
  row.restart
    ? 'Waiting for restart'
    : isOff(row)
      ? 'Off'
      : isOffline(row)
        ? 'Offline'
        : row.status.toLowerCase() === 'online'
          ? 'Online'
          : row.status

const toneOf = (row: Endpoint) =>
  row.restart ? 'warning' : isOffline(row) ? 'danger' : word(row) === 'Online' ? 'ok' : 'unknown'

/** Warns about a queue before it is full. */
const queueTone = ({ waiting = 0, limit = 0, lost = 0 }: Endpoint) => {
  if (lost > 0 || (limit > 0 && waiting >= limit * 0.9)) return 'danger'
  return limit > 0 && waiting >= limit * 0.75 ? 'warning' : undefined
}

const editPage: NotificationPage = '/notification-endpoints/edit/:service/:target'

const edit = ({ service, account_id }: Endpoint) =>
  `/notification-endpoints/edit/${segment(service)}/${segment(account_id)}`

const bucketsNoun = { one: 'bucket', many: 'buckets' }

const queued = (row: Row) => {
  const { waiting, limit, lost = 0 } = row
  if (waiting === undefined) return undefined
  const tone = queueTone(row)
  return (
    <TwoLines second={lost > 0 ? `${count(lost)} lost` : waiting > 0 && limit !== undefined && `of ${count(limit)}`}>
      {tone ? <Status tone={tone}>{count(waiting)}</Status> : count(waiting)}
    </TwoLines>
  )
}

/** A narrow row has two lines. */
const columnsOf = (room: 'narrow' | 'wide'): Column<Row>[] => [
  {
    id: 'service',
    title: 'Service',
    look: 'name',
    value: ({ name }) => name,
    cell: ({ name, address }) => (
      <TwoLines second={room === 'wide' && address && displayName(address)} look="mono">
        {displayName(name)}
      </TwoLines>
    ),
    href: (row) => (allows(editPage) && !row.restart ? edit(row) : undefined),
    narrow: 'main',
  },
  {
    id: 'status',
    title: 'Status',
    value: (row) => [word(row), row.problem].filter(Boolean).join(', '),
    cell: (row) => (
      <TwoLines
        second={room === 'wide' && row.problem && `${row.problem}${row.since ? ` since ${date(row.since)}` : ''}`}
      >
        <Status tone={toneOf(row)}>{word(row)}</Status>
      </TwoLines>
    ),
    narrow: 'second',
  },
  {
    id: 'waiting',
    title: 'In Queue',
    look: 'number',
    width: '120px',
    value: ({ waiting }) => waiting,
    cell: queued,
    narrow: 'hidden',
  },
  {
    id: 'buckets',
    title: 'Buckets',
    value: ({ buckets }) => buckets?.join(', '),
    cell: ({ buckets }) =>
      buckets &&
      (buckets.length > 0 ? (
        room === 'wide' ? (
          <Badges items={buckets.map(displayName)} max={2} />
        ) : (
          counted(buckets.length, bucketsNoun)
        )
      ) : (
        'None'
      )),
    narrow: 'second',
  },
]

const columns = { wide: columnsOf('wide'), narrow: columnsOf('narrow') }

/** Targets of bucket events (spec/2 section 2). */
export default function Endpoints() {
  const list = useCall(notifications.list)
  const refusal = useCallRefusals({
    add: notifications.add,
    edit: notifications.target,
    delete: notifications.remove,
    buckets: notifications.buckets,
  })
  const subscriptions = useCall(notifications.buckets, {}, { when: !refusal('buckets') })
  const room = useNarrow() ? 'narrow' : 'wide'
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'service')
  const rows = useMemo(
    () =>
      list.data &&
      (list.data.notification_endpoints ?? []).map((one): Row => {
        const buckets = subscriptions.data?.buckets
          .filter(({ arns }) => one.arn !== undefined && arns.includes(one.arn))
          .map(({ name }) => name)
        return { ...one, name: `${one.service}:${one.account_id}`, buckets }
      }),
    [list.data, subscriptions.data],
  )
  const reload = async () => void (await Promise.all([list.reload(), subscriptions.reload()]))
  useRefresh(REFRESH_SECONDS, list.reload)
  const { restart } = useSnapshot(banners)
  const before = useRef(restart)
  useEffect(() => {
    // saved targets appear after the restart
    if (before.current === 'running' && restart === 'none') void reload()
    before.current = restart
  }, [restart])
  const enable = async ({ service, account_id, name }: Row) => {
    try {
      const params = { service, target: account_id }
      await call(notifications.set, { params, body: { properties: { enable: 'on' } } })
      showToast(`${name} enabled`)
      await reload()
    } catch (failure) {
      showError(failure)
    }
  }
  const add = (
    <Button tone="primary" icon={Plus} disabled={refusal('add')} href="/notification-endpoints/add">
      Add Notification Target
    </Button>
  )
  return (
    <Page title="Notification Endpoints" help={aboutTargets}>
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
        noun={{ one: 'notification endpoint', many: 'notification endpoints' }}
        lines={2}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={(row) => [
          ...(isOff(row)
            ? [{ label: 'Enable', icon: Power, disabled: refusal('edit'), onSelect: () => void enable(row) }]
            : []),
          {
            label: 'Edit',
            icon: Pencil,
            href: edit(row),
            disabled: refusal('edit') || (row.restart && messages.itCanBeEditedAfter),
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: refusal('delete'),
            onSelect: async () => {
              if (await removeTarget(row)) await reload()
            },
          },
        ]}
        empty={{
          icon: BellRing,
          text: messages.targetReceivesEventsOfBuckets,
          action: add,
        }}
        error={list.error}
        onRetry={() => void reload()}
        loading={list.loading}
      />
    </Page>
  )
}
