import { STATUS_CODES } from 'node:http'
import { formatGoDuration, includesIgnoringCase } from 'stowage'
import type { CompletedCall } from 'stowage/engines/embedded'
import type { Filter, Kind, ServedCall } from '../contract.ts'

/** A call served by an engine. `status` is 0 for calls other than HTTP, whose `error` then says what failed. */
export type EngineCall = Omit<CompletedCall, 'kind' | 'accessKey'> & {
  kind: Kind
  /** Whether this console made the call to render a page: a read other than of an object's content. */
  isOwn?: boolean
  /** Computed on demand; absent if the call has no headers. */
  headers?: () => { requestHeaders: Header[]; responseHeaders: Header[] }
}

type Header = [name: string, value: string]

const matchesFilter = ({ kind, took, status, error, method, name, path, account, isOwn }: EngineCall, filter: Filter) =>
  filter.calls.includes(kind) &&
  !(isOwn && filter.own === 'hide') &&
  (!filter.threshold || took > filter.threshold) &&
  (!filter.onlyErrors || status >= 400 || error !== '') &&
  (!filter.statusCode || status === filter.statusCode) &&
  (!filter.method || method === filter.method) &&
  includesIgnoringCase(name, filter.funcname) &&
  includesIgnoringCase(path, filter.path) &&
  includesIgnoringCase(account, filter.user)

const toServedCall = (
  {
    host,
    time,
    client,
    name,
    path,
    query,
    status,
    error,
    account,
    request,
    method,
    headers,
    isOwn: _,
    ...stats
  }: EngineCall,
  filter: Filter,
): ServedCall => ({
  host,
  time: time.toISOString(),
  client,
  callStats: {
    rx: stats.received,
    tx: stats.sent,
    duration: formatGoDuration(stats.took),
    timeToFirstByte: formatGoDuration(stats.firstByte),
  },
  api: name,
  path,
  query,
  statusCode: status,
  statusMsg: STATUS_CODES[status] ?? error,
  ...(method && { method }),
  ...(account && { user: account }),
  ...(request && { requestID: request }),
  ...(filter.headers && headers?.()),
})

/** Filters the calls and converts them for the feed. */
export async function* filterCalls(calls: AsyncIterable<EngineCall>, filter: Filter): AsyncGenerator<ServedCall> {
  for await (const call of calls) if (matchesFilter(call, filter)) yield toServedCall(call, filter)
}
