import { STATUS_CODES } from 'node:http'
import { goDuration } from '../../../core/elapsed.ts'
import { holds } from '../../../core/fold.ts'
import type { Filter, Kind, ServedCall } from '../contract.ts'

/** A call that an engine has served. Spans in ns, sizes in bytes; without a status where it is none of HTTP. */
export type Served = {
  kind: Kind
  host: string
  time: Date
  /** Its name: `s3.PutObject`. */
  name: string
  method: string
  path: string
  query: string
  client: string
  /** The id that whoever asks for help names it by; empty where there is none. */
  request: string
  status: number
  /** What went wrong, where no status tells. */
  error: string
  took: number
  firstByte: number
  received: number
  sent: number
  /** In whose name, where it is known. */
  account: string
  /** Whether this console made the call to draw a page: a read other than of an object's content. */
  isOwn?: boolean
  /** Made where they are asked for alone; nothing where there are none. */
  headers?: () => { requestHeaders: Header[]; responseHeaders: Header[] }
}

type Header = [name: string, value: string]

/** Whether a call passes every part of the filter that is set. */
const passes = ({ kind, took, status, error, method, name, path, account, isOwn }: Served, filter: Filter) =>
  filter.calls.includes(kind) &&
  !(isOwn && filter.own === 'hide') &&
  (!filter.threshold || took > filter.threshold) &&
  (!filter.onlyErrors || status >= 400 || error !== '') &&
  (!filter.statusCode || status === filter.statusCode) &&
  (!filter.method || method === filter.method) &&
  holds(name, filter.funcname) &&
  holds(path, filter.path) &&
  holds(account, filter.user)

const onWire = (
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
  }: Served,
  filter: Filter,
): ServedCall => ({
  host,
  time: time.toISOString(),
  client,
  callStats: {
    rx: stats.received,
    tx: stats.sent,
    duration: goDuration(stats.took),
    timeToFirstByte: goDuration(stats.firstByte),
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

/** Those of the calls that pass the filter, as the wire has them. */
export async function* passing(calls: AsyncIterable<Served>, filter: Filter): AsyncGenerator<ServedCall> {
  for await (const call of calls) if (passes(call, filter)) yield onWire(call, filter)
}
