import AppWindow from 'lucide-react/icons/app-window'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { bytes, date, displayName } from 'stowage'
import { type Column, Icon } from 'stowage/ui'
import { truncated } from 'stowage/classes'
import { browseAddress } from 'stowage/plugins/object-browser'
import type { AuditRecord } from '../contract.ts'
import * as styles from './logs.css.ts'

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

/** All columns of the audit log; the first ones are visible by default (spec/3 9). */
export const auditColumns: readonly Column<AuditRecord>[] = [
  {
    id: 'access_key',
    title: 'User',
    value: ({ access_key }) => access_key,
    width: 'minmax(100px, 3fr)',
    narrow: 'second',
    sortable: false,
  },
  { id: 'time', title: 'Time', value: ({ time }) => date(time), look: 'date', narrow: 'second' },
  {
    id: 'api_name',
    title: 'API Name',
    value: ({ api_name }) => api_name,
    cell: ({ api_name, source }) =>
      source === 'console' ? (
        <span className={styles.named}>
          <span className={truncated}>{displayName(api_name.replace(/^console\./, ''))}</span>
          <span className={styles.faint} title="An action in this console">
            <Icon of={AppWindow} size={14} label="Console" />
          </span>
        </span>
      ) : undefined,
    width: 'minmax(124px, 5fr)',
    narrow: 'main',
    sortable: false,
  },
  {
    id: 'bucket',
    title: 'Bucket',
    value: ({ bucket }) => bucket,
    href: ({ bucket }) => (bucket ? browseAddress(bucket) : undefined),
    width: 'minmax(72px, 2fr)',
    narrow: 'hidden',
    sortable: false,
  },
  {
    id: 'object',
    title: 'Object',
    value: ({ object }) => object,
    look: 'mono',
    width: 'minmax(96px, 4fr)',
    narrow: 'hidden',
    sortable: false,
  },
  {
    id: 'remote_host',
    title: 'Remote Host',
    value: ({ remote_host }) => remote_host,
    look: 'muted',
    width: '128px',
    narrow: 'hidden',
    sortable: false,
  },
  {
    id: 'request_id',
    title: 'Request ID',
    value: ({ request_id }) => request_id,
    look: 'mono',
    width: '104px',
    narrow: 'hidden',
    sortable: false,
  },
  {
    id: 'user_agent',
    title: 'User Agent',
    value: ({ user_agent }) => user_agent,
    look: 'muted',
    width: '104px',
    narrow: 'hidden',
    sortable: false,
  },
  {
    id: 'response_status',
    title: 'Response Status',
    width: '120px',
    value: statusOf,
    cell: (record) => (record.response_status_code >= 400 ? <Failed record={record} /> : undefined),
    narrow: 'second',
    sortable: false,
  },
]

/** Additional fields of details and export. */
export const furtherColumns: readonly Column<AuditRecord>[] = [
  { id: 'source', title: 'Source', value: ({ source }) => (source === 'console' ? 'Console' : 'Server') },
  { id: 'request_path', title: 'Path', value: ({ request_path }) => request_path },
  {
    id: 'request_content_length',
    title: 'Request Content Length',
    value: ({ request_content_length }) => length(request_content_length),
  },
  {
    id: 'response_content_length',
    title: 'Response Content Length',
    value: ({ response_content_length }) => length(response_content_length),
  },
  {
    id: 'time_to_response_ns',
    title: 'Response Time',
    value: ({ time_to_response_ns }) => (time_to_response_ns ? `${(time_to_response_ns / 1e6).toFixed(1)} ms` : ''),
  },
  { id: 'error', title: 'Error', value: ({ error }) => error },
]
