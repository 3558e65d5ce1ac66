import { STATUS_CODES } from 'node:http'
import * as v from 'valibot'
import { Failure, parseJson } from 'stowage'
import { type Outbound, Unreachable } from 'stowage/server'
import type { AuditSearch } from '../../audit-search.ts'
import * as messages from '../../messages.ts'
import type { AuditPage } from './audit-store.ts'
import { type AuditRow, isChange } from './record.ts'

/** External service for searching audit records (console-api 16.7). */
export type LogService = { search(search: AuditSearch): Promise<AuditPage> }

export type LogServiceOptions = {
  url: URL
  token: string
  /** Client for the address, which may be internal. */
  outbound: Outbound
  /** Request timeout in ms; default 30 s. */
  deadline?: number
}

/** Response limit in bytes. A page of 10,000 records is long. */
const MAX_RESPONSE = 64 * 1024 * 1024

const text = v.fallback(v.nullish(v.string(), ''), '')
const length = v.fallback(v.nullish(v.number(), null), null)

const Row = v.object({
  time: v.string(),
  api_name: text,
  bucket: text,
  object: text,
  remote_host: text,
  request_id: text,
  user_agent: text,
  response_status: text,
  response_status_code: v.fallback(v.nullish(v.number(), 0), 0),
  request_content_length: length,
  response_content_length: length,
  time_to_response_ns: v.fallback(v.nullish(v.number(), 0), 0),
})

const rowOf = (row: v.InferOutput<typeof Row>): AuditRow => ({ ...row, access_key: '', request_path: '', error: '' })

const Response = v.nullable(v.array(Row))

/** Client for a log search service. */
export const createLogService = ({ url, token, outbound, deadline = 30_000 }: LogServiceOptions): LogService => {
  const addressOf = ({ patterns, order, start, end, size }: AuditSearch, page: number) => {
    const address = new URL(url)
    address.pathname = `${url.pathname.replace(/\/$/, '')}/api/query`
    const query = new URLSearchParams({ token, q: 'reqinfo' })
    for (const { field, pattern } of patterns) query.append('fp', `${field}:${pattern}`)
    // versions of the service read different names for the same parameter
    for (const [name, value] of Object.entries({ pageSize: size, pageNo: page, pageStart: page }))
      query.append(name, String(value))
    if (start !== undefined) query.append('timeStart', new Date(start).toISOString())
    if (end !== undefined) query.append('timeEnd', new Date(end).toISOString())
    query.append(order, 'ok')
    address.search = query.toString()
    return address
  }

  return {
    search: async (search) => {
      if (search.patterns.some(({ field }) => field === 'access_key' || field === 'access_key_id'))
        throw new Failure(400, messages.serviceDoesNotRecordUsers)
      const page = search.after?.[0] ?? Math.floor((search.skip ?? 0) / search.size)
      const { status, body } = await outbound
        .request(addressOf(search, page), { field: 'CONSOLE_LOG_QUERY_URL', deadline, maxBytes: MAX_RESPONSE })
        .catch((error: unknown) => {
          if (!(error instanceof Unreachable)) throw error
          throw new Failure(500, messages.logSearchUnavailable, { detail: error.message.replaceAll(token, '…') })
        })
      // a 401 passed on to the browser would end the console session
      if (status === 401 || status === 403)
        throw new Failure(500, `error retrieving logs: ${STATUS_CODES[status]}`, {
          detail: 'Check CONSOLE_LOG_QUERY_AUTH_TOKEN',
        })
      if (status !== 200)
        throw new Failure(status >= 400 ? status : 500, `error retrieving logs: ${STATUS_CODES[status] ?? status}`)
      const { success, output } = v.safeParse(Response, parseJson(body.toString()))
      if (!success)
        throw new Failure(500, messages.notLogSearchService, {
          detail: `CONSOLE_LOG_QUERY_URL names ${url.origin}${url.pathname}`,
        })
      const all = (output ?? []).map(rowOf)
      const within = all.filter(
        (row) =>
          (search.end === undefined || !(Date.parse(row.time) > search.end)) && (!search.changes || isChange(row)),
      )
      return { rows: within, ...(all.length >= search.size && { next: [page + 1, 0] as const }) }
    },
  }
}
