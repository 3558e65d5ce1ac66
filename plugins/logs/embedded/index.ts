import { Failure } from 'stowage'
import {
  type EmbeddedBackgroundContext,
  type EmbeddedAdapterContext,
  type Background,
  reauthorizeStream,
} from 'stowage/server'
import { toAuditRow } from '../backend/audit-row.ts'
import { createAudit, describeStore, readKeysLastUsed } from '../backend/audit.ts'
import type { LogsBackend } from '../backend.ts'
import type { LogsConfig } from '../config.ts'
import { matchesFilter } from '../log-filter.ts'
import { rowOf } from '../backend/records/record.ts'
import { auditRecordOf } from 'stowage/engines/embedded'
import { createLogBuffer, lineOf } from './log-buffer.ts'
import * as messages from '../messages.ts'

const refuse = async () => {
  throw new Failure(401, messages.embeddedAcceptsNoRecords)
}

export { diagnose } from '../backend/diagnose.ts'

/** The embedded engine's own log, kept in memory, and its API calls, stored on disk. */
export default ({ authenticate, sharedInstances }: EmbeddedAdapterContext): LogsBackend => {
  const buffer = sharedInstances(createLogBuffer)
  const audit = sharedInstances(createAudit)
  const assertAllowed = async () => authenticate().caller.assert('admin:ConsoleLog')
  return {
    follow: async function* (filter, signal) {
      await assertAllowed()
      for await (const line of reauthorizeStream(assertAllowed, buffer.follow, signal)) {
        if (!matchesFilter(line, filter)) continue
        await assertAllowed()
        yield line
      }
    },
    search: async (search) => {
      await assertAllowed()
      return audit.search(search)
    },
    auditStatus: async () => {
      await assertAllowed()
      return describeStore(audit, 'built-in')
    },
    keysLastUsed: async (accessKeys) => {
      const { account, may } = authenticate().caller
      return readKeysLastUsed(audit, accessKeys, { account, readsLogs: may('admin:ConsoleLog'), delivery: 'built-in' })
    },
    admit: refuse,
    take: refuse,
    setUp: async () => {
      await assertAllowed()
      authenticate().caller.assert('admin:ConfigUpdate')
      throw new Failure(409, messages.embeddedRecordsAutomatically)
    },
  }
}

/** Records the log and every completed call. The last moments before a crash may be missing. */
export const background = (
  { listenToLog, tracer, sharedInstances, clock, folder, auditEvents, log }: EmbeddedBackgroundContext,
  config: LogsConfig,
): Background => {
  const buffer = sharedInstances(createLogBuffer)
  const audit = sharedInstances(createAudit)
  const close = audit.open({ folder, config, log, clock })
  const leaveLog = listenToLog((line) => buffer.note(lineOf(line, clock())))
  const leaveActs = auditEvents.listen((act) => audit.note(toAuditRow(act)))
  const leaveCalls = tracer.listen((call) => {
    const row = rowOf(auditRecordOf(call))
    if (row) audit.note(row)
  })
  return {
    features: ['log-search'],
    stop: async () => {
      leaveLog()
      leaveActs()
      leaveCalls()
      await close()
    },
  }
}
