import AppWindow from 'lucide-react/icons/app-window'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { bytes, date, displayName } from 'stowage'
import { column, type Column, Icon } from 'stowage/ui'
import { truncated } from 'stowage/classes'
import type { AuditRecord } from '../contract.ts'
import * as styles from './logs.css.ts'
import { objectAddress } from './object-address.ts'

const length = (value: number | null | undefined) => (value === null || value === undefined ? undefined : bytes(value))

const statusOf = ({ response_status, response_status_code }: AuditRecord) =>
  [response_status_code || '', response_status].join(' ').trim()

/** A failed status, marked by an icon as well as by color. */
const Failed = ({ record }: { record: AuditRecord }) => {
  const isServers = record.response_status_code >= 500
  return (
    <span className={styles.levels[isServers ? 'danger' : 'warning']}>
      <Icon of={isServers ? CircleAlert : TriangleAlert} />
      <span className={truncated}>{displayName(statusOf(record))}</span>
    </span>
  )
}

/** `object-browser.upload`: if it is truncated, in the first part. */
const ActionName = ({ children: name }: { children: string }) => {
  const end = name.lastIndexOf('.') + 1
  return (
    <span className={styles.action}>
      {end > 0 && <span className={styles.truncated}>{name.slice(0, end)}</span>}
      <span className={styles.actionEnd}>{name.slice(end)}</span>
    </span>
  )
}

/** All columns of the audit log; the first ones are visible by default (spec/3 9). */
export const auditColumns: readonly Column<AuditRecord>[] = [
  column.text('User', ({ access_key }) => access_key, {
    id: 'access_key',
    width: 'minmax(100px, 3fr)',
    narrow: 'second',
    sortable: false,
  }),
  column.text('Time', ({ time }) => date(time), { look: 'date', narrow: 'second' }),
  column.text('API Name', ({ api_name }) => api_name, {
    id: 'api_name',
    cell: ({ api_name, source }) =>
      source === 'console' ? (
        <span className={styles.named}>
          <ActionName>{displayName(api_name.replace(/^console\./, ''))}</ActionName>
          <span className={styles.muted} title="An action in this console">
            <Icon of={AppWindow} size={14} label="Console" />
          </span>
        </span>
      ) : undefined,
    width: 'minmax(124px, 5fr)',
    narrow: 'main',
    sortable: false,
  }),
  column.text('Bucket', ({ bucket }) => bucket, {
    href: ({ bucket }) => (bucket ? objectAddress(bucket) : undefined),
    width: 'minmax(72px, 2fr)',
    narrow: 'hidden',
    sortable: false,
  }),
  column.mono('Object', ({ object }) => object, { width: 'minmax(96px, 4fr)', narrow: 'hidden', sortable: false }),
  column.text('Remote Host', ({ remote_host }) => remote_host, {
    id: 'remote_host',
    look: 'muted',
    width: '128px',
    narrow: 'hidden',
    sortable: false,
  }),
  column.mono('Request ID', ({ request_id }) => request_id, {
    id: 'request_id',
    width: '104px',
    narrow: 'hidden',
    sortable: false,
  }),
  column.text('User Agent', ({ user_agent }) => user_agent, {
    id: 'user_agent',
    look: 'muted',
    width: '104px',
    narrow: 'hidden',
    sortable: false,
  }),
  column.text('Response Status', statusOf, {
    id: 'response_status',
    width: '120px',
    cell: (record) => (record.response_status_code >= 400 ? <Failed record={record} /> : undefined),
    narrow: 'second',
    sortable: false,
  }),
]

/** Additional fields of details and export. */
export const furtherColumns: readonly Column<AuditRecord>[] = [
  column.text('Source', ({ source }) => (source === 'console' ? 'Console' : 'Server')),
  column.mono('Access Key', ({ access_key_id }) => access_key_id, { id: 'access_key_id' }),
  column.text('Path', ({ request_path }) => request_path, { id: 'request_path' }),
  column.text('Request Content Length', ({ request_content_length }) => length(request_content_length), {
    id: 'request_content_length',
  }),
  column.text('Response Content Length', ({ response_content_length }) => length(response_content_length), {
    id: 'response_content_length',
  }),
  column.text(
    'Response Time',
    ({ time_to_response_ns }) => (time_to_response_ns ? `${(time_to_response_ns / 1e6).toFixed(1)} ms` : ''),
    { id: 'time_to_response_ns' },
  ),
  column.text('Error', ({ error }) => error),
]
