import { createHash, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { lacks } from '../../../core/features.ts'
import { rowsIn } from '../../../engines/audit/record.ts'
import type { AuditStore, Found } from '../../../engines/audit/store.ts'
import type { Search } from '../../../engines/audit/query.ts'
import type { Log } from '../../../engines/engine.ts'

export type { Found, Search }

/** Audit records are kept for so many days, and so much of them in bytes. */
const limits = { days: 90, bytes: 10 * 1024 ** 3 }

const HOUR = 3_600_000

/** Where audit records are kept; nowhere until it is opened. */
export const createAudit = () => {
  let opening: Promise<AuditStore> | undefined
  let problem: string | undefined = lacks['log-search']

  const store = async (): Promise<AuditStore> => {
    const opened = await opening?.catch(() => undefined)
    if (!opened) throw new Failure(503, 'Audit records are not kept here', problem)
    return opened
  }

  return {
    store,
    problem: () => problem,
    /** Opens the records in a folder; what comes back closes them. */
    open: (folder: string, log: Log, clock: () => number) => {
      problem = undefined
      // the index is not loaded where nothing is kept
      const mine = import('../../../engines/audit/store.ts').then(({ openAuditStore }) => openAuditStore(join(folder, 'audit'), { limits, clock, log }))
      opening = mine
      mine.catch((error: unknown) => {
        problem = `The audit records in ${join(folder, 'audit')} cannot be opened: ${(error as Error).message}`
        log.error({ err: error }, 'the audit records cannot be opened')
      })
      const sweep = async () => (await mine).trim()
      const timer = setInterval(() => void sweep().catch((error: unknown) => log.warn({ err: error }, 'audit records that are too old could not be removed')), HOUR).unref()
      return async () => {
        clearInterval(timer)
        problem = 'The console is closing them'
        opening = undefined
        const opened = await mine.catch(() => undefined)
        await opened?.close()
      }
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether it is the token, with the word before it or without. */
const isToken = (authorization: string, token: string) => timingSafeEqual(digest(authorization.replace(/^Bearer\s+/i, '')), digest(token))

/** Keeps what a storage server sends. What is no record is left out, and told of in the log. */
export const takeRecords = async (audit: Audit, { token, authorization, body, log }: { token: string | undefined; authorization: string; body: string; log: Log }) => {
  if (token === undefined) throw new Failure(401, 'This console takes no audit records', 'Whoever starts it sets CONSOLE_AUDIT_TOKEN')
  if (!isToken(authorization, token)) throw new Failure(401, 'The token of the audit records is another one', 'It is in CONSOLE_AUDIT_TOKEN')
  const { rows, unread } = rowsIn(body)
  if (unread > 0) log.warn({ unread }, 'some of the audit records that came are none')
  if (rows.length === 0) return
  try {
    await (await audit.store()).append(rows)
  } catch (error) {
    // whoever sends them keeps them, and tries again
    if (error instanceof Failure && error.status === 507) throw new Failure(503, error.message, error.detail)
    throw error
  }
}

/** What is kept. */
export const keptIn = async (audit: Audit, sent: 'by-itself' | 'with-token' | 'never') => {
  const store = await audit.store().catch(() => undefined)
  if (!store) return { count: 0, sent, problem: audit.problem() }
  const { count, since } = store.facts()
  return { count, sent, ...(since !== undefined && { since: new Date(since).toISOString() }) }
}
