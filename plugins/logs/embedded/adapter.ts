import { Failure } from '../../../core/failure.ts'
import type { Background } from '../../../core/serve.ts'
import { createAudit, keptIn } from '../adapters/audit.ts'
import type { LogsBackend } from '../backend.ts'
import { passes } from '../passes.ts'
import { type AuditRow, rowOf } from '../../../engines/audit/record.ts'
import { auditOf } from '../../../engines/embedded/audited.ts'
import type { EmbeddedGround, EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { whileAllowed } from '../../../engines/while-allowed.ts'
import { createBook, lineOf } from './book.ts'

/** What this engine says in its own log, which is kept in memory, and the calls that it has answered, which are kept on disk. */
export default ({ enter, common }: EmbeddedKit): LogsBackend => {
  const book = common(createBook)
  const audit = common(createAudit)
  const assertMay = async () => enter().caller.assert('admin:ConsoleLog')
  return {
    follow: async function* (filter, signal) {
      await assertMay()
      for await (const line of whileAllowed(assertMay, book.follow, signal)) {
        if (!passes(line, filter)) continue
        await assertMay()
        yield line
      }
    },
    search: async (search) => {
      await assertMay()
      return (await audit.store()).search(search)
    },
    kept: async () => {
      await assertMay()
      return keptIn(audit, 'by-itself')
    },
    take: async () => {
      throw new Failure(401, 'This storage keeps its audit records by itself, and takes none')
    },
  }
}

/** So many calls wait to be kept at most, while the disk is slow; further ones are lost. */
const MOST = 10_000

/** Hears the log, and keeps every call that is answered. What was answered in the last moments before a crash may be missing. */
export const background = ({ listenToLog, tracer, common, clock, folder, log }: EmbeddedGround): Background => {
  const book = common(createBook)
  const audit = common(createAudit)
  const close = audit.open(folder, log, clock)
  const leaveLog = listenToLog((line) => book.note(lineOf(line, clock())))
  const waiting: AuditRow[] = []
  let isWriting = false
  let written = Promise.resolve()
  let isTold = false

  const write = async () => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0)
      try {
        await (await audit.store()).append(rows)
        isTold = false
      } catch (error) {
        if (!isTold) log.error({ err: error, lost: rows.length }, 'audit records could not be kept')
        isTold = true
      }
    }
    isWriting = false
  }

  const leaveCalls = tracer.listen((call) => {
    const row = rowOf(auditOf(call))
    if (!row || waiting.length >= MOST) return
    waiting.push(row)
    if (isWriting) return
    isWriting = true
    written = write()
  })
  return {
    stop: async () => {
      leaveLog()
      leaveCalls()
      await written
      await close()
    },
  }
}
