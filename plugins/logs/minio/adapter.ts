import * as v from 'valibot'
import type { Background } from '../../../core/serve.ts'
import { createAudit, keptIn, takeRecords } from '../adapters/audit.ts'
import type { LogsBackend } from '../backend.ts'
import type { LogLine } from '../contract.ts'
import { clockOf, passes } from '../passes.ts'
import { type Log, silent } from '../../../engines/engine.ts'
import type { Caller } from '../../../engines/minio/caller.ts'
import type { MinioGround } from '../../../engines/minio/kit.ts'
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

/** What the background knows of records that the server sends. */
const createIntake = () => ({ token: undefined as string | undefined, log: silent as Log })

/** What a MinIO server's nodes log (minio-server 3.18), and the records that it sends of its calls. */
export default (caller: Caller): LogsBackend => {
  const audit = caller.common(createAudit)
  const intake = caller.common(createIntake)
  const assertMay = () => assertGranted(caller, 'admin:ConsoleLog')
  return {
    follow: async function* (filter, signal) {
      const call = { method: 'GET', name: 'log', needs: 'admin:ConsoleLog', query: { limit: LAST, logType: 'ALL' } } as const
      const follow = (until: AbortSignal) => caller.admin.follow(Entry, { ...call, signal: until })
      // the server looks at the right once, when the log is opened
      for await (const entry of whileAllowed(assertMay, follow, signal)) {
        const line = told(entry)
        if (passes(line, filter)) yield line
      }
    },
    search: async (search) => {
      await assertMay()
      return (await audit.store()).search(search)
    },
    kept: async () => {
      await assertMay()
      return keptIn(audit, intake.token === undefined ? 'never' : 'with-token')
    },
    take: (authorization, body) => takeRecords(audit, { ...intake, authorization, body }),
  }
}

/** Keeps the records in the console's folder, where it has one. */
export const background = ({ common, folder, auditToken, log, clock }: MinioGround): Background => {
  Object.assign(common(createIntake), { token: auditToken, log })
  const close = folder === undefined ? undefined : common(createAudit).open(folder, log, clock)
  return { stop: async () => close?.() }
}
