import * as v from 'valibot'
import type { TraceBackend } from './backend.ts'
import type { Filter, Kind } from './contract.ts'
import { loggedAddress, looksHarmless } from '../../engines/logged-address.ts'
import { passing, type Served } from './adapters/served.ts'
import type { Caller } from '../../engines/minio/caller.ts'
import { assertGranted } from '../../engines/minio/rights.ts'
import { whileAllowed } from '../../engines/while-allowed.ts'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

/** The bits that stand for a kind (minio-server 3.17); there are more, which nobody asks for. */
const kindOf: Readonly<Record<number, Kind>> = { 1: 'os', 2: 'storage', 4: 's3', 8: 'internal' }

const Entry = v.object({
  type: number,
  nodename: text,
  funcname: text,
  time: v.string(),
  path: text,
  dur: number,
  error: text,
  http: v.optional(
    v.object({
      request: v.optional(v.object({ method: text, rawquery: text, client: text }), {}),
      response: v.optional(v.object({ statuscode: number }), {}),
      stats: v.optional(v.object({ inputbytes: number, outputbytes: number, timetofirstbyte: number }), {}),
    }),
    {},
  ),
})

/** Without headers and bodies, which hold other people's secrets; so does the query of a signed link. */
const toServed = ({ type, http, ...entry }: v.InferOutput<typeof Entry>): Served => ({
  kind: kindOf[type] ?? 'internal',
  host: entry.nodename,
  time: new Date(entry.time),
  name: entry.funcname,
  method: http.request.method,
  path: entry.path,
  query: loggedAddress(`?${http.request.rawquery}`, looksHarmless).slice(1),
  client: http.request.client,
  status: http.response.statuscode,
  error: entry.error,
  took: entry.dur,
  firstByte: http.stats.timetofirstbyte,
  received: http.stats.inputbytes,
  sent: http.stats.outputbytes,
})

const queryOf = ({ calls, threshold, onlyErrors }: Filter) => ({
  ...Object.fromEntries(calls.map((kind) => [kind, 'true'])),
  threshold: `${threshold}ns`,
  err: onlyErrors ? 'true' : undefined,
})

async function* served(entries: AsyncIterable<v.InferOutput<typeof Entry>>) {
  for await (const entry of entries) yield toServed(entry)
}

/** The calls that a MinIO server's nodes serve (minio-server 3.17). */
export default (caller: Caller): TraceBackend => ({
  follow: (filter, signal) => {
    const call = { method: 'GET', name: 'trace', needs: 'admin:ServerTrace', query: queryOf(filter) } as const
    const follow = (until: AbortSignal) => caller.admin.follow(Entry, { ...call, signal: until })
    // the server looks at the right once, when the trace is opened
    const assertMay = () => assertGranted(caller, 'admin:ServerTrace')
    return passing(served(whileAllowed(assertMay, follow, signal)), filter)
  },
})
