import { bytes, date } from '../../../core/format.ts'
import type { Column } from '../../../core/ui/table.tsx'
import { browseAddress } from '../../object-browser/contract.ts'
import type { AuditRecord } from '../contract.ts'

const length = (value: number | null | undefined) => (value === null || value === undefined ? undefined : bytes(value))

/** All that a record tells, those first that are shown unless somebody chooses others (spec/3 9). */
export const auditColumns: readonly Column<AuditRecord>[] = [
  { id: 'time', title: 'Time', value: ({ time }) => date(time), look: 'date', narrow: 'second' },
  { id: 'api_name', title: 'API Name', value: ({ api_name }) => api_name, width: '128px', narrow: 'main', sortable: false },
  { id: 'bucket', title: 'Bucket', value: ({ bucket }) => bucket, href: ({ bucket }) => (bucket ? browseAddress(bucket) : undefined), narrow: 'hidden', sortable: false },
  { id: 'object', title: 'Object', value: ({ object }) => object, look: 'mono', width: 'minmax(0, 2fr)', narrow: 'second', sortable: false },
  { id: 'remote_host', title: 'Remote Host', value: ({ remote_host }) => remote_host, look: 'muted', width: '128px', narrow: 'hidden', sortable: false },
  { id: 'request_id', title: 'Request ID', value: ({ request_id }) => request_id, look: 'mono', width: '112px', narrow: 'hidden', sortable: false },
  { id: 'user_agent', title: 'User Agent', value: ({ user_agent }) => user_agent, look: 'muted', width: '112px', narrow: 'hidden', sortable: false },
  {
    id: 'response_status',
    title: 'Response Status',
    width: '136px',
    value: ({ response_status, response_status_code }) => [response_status_code || '', response_status].join(' ').trim(),
    narrow: 'second',
    sortable: false,
  },
]

/** What the drawer and an export have besides. */
export const furtherColumns: readonly Column<AuditRecord>[] = [
  { id: 'access_key', title: 'User', value: ({ access_key }) => access_key },
  { id: 'request_path', title: 'Path', value: ({ request_path }) => request_path },
  { id: 'request_content_length', title: 'Request Content Length', value: ({ request_content_length }) => length(request_content_length) },
  { id: 'response_content_length', title: 'Response Content Length', value: ({ response_content_length }) => length(response_content_length) },
  { id: 'time_to_response_ns', title: 'Time to Response NS', value: ({ time_to_response_ns }) => time_to_response_ns },
  { id: 'error', title: 'Error', value: ({ error }) => error },
]
