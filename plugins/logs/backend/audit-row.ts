import type { AuditEvent } from 'stowage/server'
import type { AuditRow } from './records/record.ts'

/** Maximum length of a recorded header. */
const MAX_HEADER = 1024

/** Converts an audit event of the console to a record; its API names begin with `console.` */
export const toAuditRow = ({
  id,
  time,
  took,
  account,
  address,
  agent,
  name,
  path,
  params,
  target,
  status,
  error,
  bytes,
  before,
  after,
}: AuditEvent): AuditRow => ({
  time: new Date(time).toISOString(),
  api_name: `console.${name}`,
  bucket: params.bucket ?? (name === 'buckets.add' ? target : ''),
  object: name === 'buckets.add' ? '' : target,
  remote_host: address,
  request_id: id,
  user_agent: agent.slice(0, MAX_HEADER),
  response_status: error || 'OK',
  response_status_code: status,
  request_content_length: bytes ?? null,
  response_content_length: null,
  time_to_response_ns: took,
  access_key: account,
  request_path: path,
  error,
  source: 'console',
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})
