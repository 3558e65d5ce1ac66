import BellRing from 'lucide-react/icons/bell-ring'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useMemo, useRef } from 'react'
import { count, counted, date, displayName, encodeSegment } from 'stowage'
import { Badges, column, ListPage, callForEachRow, Status, TwoLines, useNarrow, useRefresh } from 'stowage/ui'
import { canOpenPage, banners, useCall, useCallRefusals } from 'stowage/web'
import { useSnapshot } from 'valtio'
import { type Endpoint, notifications, type Page as NotificationPage } from '../contract.ts'
import * as messages from '../messages.ts'
import { aboutTargets } from './help.ts'
import { removeTarget } from './remove.tsx'

type Row = Endpoint & { name: string; buckets: string[] | undefined }

/** Refresh interval while the list is visible, in seconds. */
const REFRESH_SECONDS = 30

const isOffline = ({ status }: Endpoint) => status.toLowerCase() === 'offline'

const isOff = ({ status }: Endpoint) => status === 'off'

const statusText = (row: Endpoint) =>
  row.restartPending
    ? 'Waiting for restart'
    : isOff(row)
      ? 'Off'
      : isOffline(row)
        ? 'Offline'
        : row.status.toLowerCase() === 'online'
          ? 'Online'
          : row.status

const toneOf = (row: Endpoint) =>
  row.restartPending ? 'warning' : isOffline(row) ? 'danger' : statusText(row) === 'Online' ? 'ok' : 'unknown'

/** Warns about a queue before it is full. */
const queueTone = ({ queued = 0, queueLimit = 0, dropped = 0 }: Endpoint) => {
  if (dropped > 0 || (queueLimit > 0 && queued >= queueLimit * 0.9)) return 'danger'
  return queueLimit > 0 && queued >= queueLimit * 0.75 ? 'warning' : undefined
}

const editPage: NotificationPage = '/notification-endpoints/edit/:service/:target'

const editAddress = ({ service, account_id }: Endpoint) =>
  `/notification-endpoints/edit/${encodeSegment(service)}/${encodeSegment(account_id)}`

const bucketsNoun = { one: 'bucket', many: 'buckets' }

const queueCell = (row: Row) => {
  const { queued, queueLimit, dropped = 0 } = row
  if (queued === undefined) return undefined
  const tone = queueTone(row)
  return (
    <TwoLines
      second={
        dropped > 0 ? `${count(dropped)} lost` : queued > 0 && queueLimit !== undefined && `of ${count(queueLimit)}`
      }
    >
      {tone ? <Status tone={tone}>{count(queued)}</Status> : count(queued)}
    </TwoLines>
  )
}

const Buckets = ({ of }: { of: readonly string[] }) =>
  useNarrow() ? counted(of.length, bucketsNoun) : <Badges items={of.map(displayName)} max={2} />

const columns = [
  column.name('Service', ({ name }: Row) => name, {
    below: ({ address }) => address && displayName(address),
    belowLook: 'mono',
    href: (row) => (canOpenPage(editPage) && !row.restartPending ? editAddress(row) : undefined),
  }),
  column.text('Status', (row: Row) => [statusText(row), row.problem].filter(Boolean).join(', '), {
    cell: (row) => <Status tone={toneOf(row)}>{statusText(row)}</Status>,
    below: ({ problem, since, changePending }) =>
      problem ? `${problem}${since ? ` since ${date(since)}` : ''}` : changePending && messages.changedUntilRestart,
    narrow: 'second',
  }),
  column.count('In Queue', ({ queued }: Row) => queued, { id: 'waiting', width: '120px', cell: queueCell }),
  column.text('Buckets', ({ buckets }: Row) => buckets?.join(', '), {
    cell: ({ buckets }) => buckets && (buckets.length > 0 ? <Buckets of={buckets} /> : 'None'),
    narrow: 'second',
  }),
]

/** Reloads once the storage has restarted, when saved targets appear. */
const useReloadAfterRestart = (reload: () => unknown) => {
  const { restart } = useSnapshot(banners)
  const before = useRef(restart)
  useEffect(() => {
    if (before.current === 'running' && restart === 'none') void reload()
    before.current = restart
  }, [restart])
}

/** Targets of bucket events (spec/2 section 2). */
export default function Endpoints() {
  const list = useCall(notifications.list)
  const refusal = useCallRefusals({ buckets: notifications.buckets })
  const subscriptions = useCall(notifications.buckets, {}, { when: !refusal('buckets') })
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
  const reload = () => Promise.all([list.reload(), subscriptions.reload()])
  useRefresh(REFRESH_SECONDS, list.reload)
  useReloadAfterRestart(reload)
  return (
    <ListPage
      title="Notification Endpoints"
      help={aboutTargets}
      list={{
        noun: { one: 'notification endpoint', many: 'notification endpoints' },
        source: { ...list, rows, reload },
        rowKey: ({ name }) => name,
        columns,
        create: { label: 'Add Notification Target', call: notifications.add, href: '/notification-endpoints/add' },
        actions: [
          {
            label: 'Enable',
            icon: Power,
            when: isOff,
            ...callForEachRow(notifications.set, ({ service, account_id }: Row) => ({
              params: { service, target: account_id },
              body: { properties: { enable: 'on' } },
            })),
          },
          {
            label: 'Edit',
            icon: Pencil,
            call: notifications.target,
            disabled: ({ restartPending }) => restartPending && messages.editableAfterRestart,
            href: editAddress,
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            call: notifications.remove,
            run: ([row]) => removeTarget(row),
          },
        ],
        empty: { icon: BellRing, text: messages.subscribersHelp },
        table: { lines: 2 },
      }}
    />
  )
}
