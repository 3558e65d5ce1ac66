import * as v from 'valibot'
import type { LogsBackend } from '../backend.ts'
import type { LogLine } from '../contract.ts'
import { clockOf, passes } from '../passes.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import { assertGranted } from '../../../engines/minio/rights.ts'
import { whileAllowed } from '../../../engines/while-allowed.ts'

/** Of a line that is not as it should be, what can be read is told. */
const text = v.fallback(v.optional(v.string(), ''), '')

const args = v.object({ bucket: text, object: text })

const Entry = v.object({
  ConsoleMsg: text,
  node: text,
  level: text,
  errKind: text,
  time: text,
  deploymentid: text,
  api: v.fallback(v.nullish(v.object({ name: text, args: v.fallback(v.optional(args, {}), { bucket: '', object: '' }) })), null),
  remotehost: text,
  host: text,
  requestID: text,
  userAgent: text,
  message: text,
  error: v.fallback(v.nullish(v.object({ message: text, source: v.fallback(v.optional(v.array(v.string()), []), []), variables: v.optional(v.unknown()) })), null),
})

/** How many of the last lines come first, from every node. */
const LAST = 100

/** What colours a text in a terminal. */
const colours = /\u001b\[[0-9;]*m/g

const variablesOf = (variables: unknown) =>
  Object.fromEntries(Object.entries(typeof variables === 'object' && variables !== null ? variables : {}).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))

const told = ({ api, error, time, ConsoleMsg, ...entry }: v.InferOutput<typeof Entry>): LogLine => ({
  ...entry,
  ConsoleMsg: ConsoleMsg.replace(colours, '').replace(/^\n/, ''),
  time: clockOf(time),
  at: time,
  ...(api && { api }),
  ...(error && { error: { ...error, variables: variablesOf(error.variables) } }),
})

/** What a MinIO server's nodes log (minio-server 3.18). */
export default (caller: Caller): LogsBackend => ({
  follow: async function* (filter, signal) {
    const call = { method: 'GET', name: 'log', needs: 'admin:ConsoleLog', query: { limit: LAST, logType: 'ALL' } } as const
    const follow = (until: AbortSignal) => caller.admin.follow(Entry, { ...call, signal: until })
    // the server looks at the right once, when the log is opened
    for await (const entry of whileAllowed(() => assertGranted(caller, 'admin:ConsoleLog'), follow, signal)) {
      const line = told(entry)
      if (passes(line, filter)) yield line
    }
  },
})
