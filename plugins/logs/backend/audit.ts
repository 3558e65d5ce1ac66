import { join } from 'node:path'
import { Failure, missingFeatures } from 'stowage'
import { type Log, provideGauges, silentLog } from 'stowage/server'
import type { AuditSearch } from '../audit-search.ts'
import type { AuditStatus, KeysLastUsed } from '../backend.ts'
import type { LogsConfig } from '../config.ts'
import type { AuditPage, AuditStore } from './records/audit-store.ts'
import type { AuditRow } from './records/record.ts'
import type { LogService } from './records/service.ts'
import * as messages from '../messages.ts'

const HOUR = 3_600_000

/**
 * Maximum number of records to queue while the disk is slow or the database is unreachable; further ones are dropped.
 */
const MAX_QUEUED = 10_000

/** Retry interval in ms. */
const RETRY_INTERVAL = 5000

/** Dependencies for opening the audit store. */
export type AuditOptions = {
  folder: string | undefined
  config: Pick<LogsConfig, 'days' | 'bytes' | 'database'>
  /** External log search service, queried instead of the console's own records. */
  service?: LogService | undefined
  log: Log
  clock: () => number
}

/** Whether records can be searched here. */
export const hasRecords = (folder: string | undefined, { database, serviceUrl }: LogsConfig) =>
  (folder ?? database ?? serviceUrl) !== undefined

/** The audit records; empty until opened. */
export const createAudit = () => {
  let opening: Promise<AuditStore> | undefined
  let problem: string | undefined = missingFeatures['log-search']
  let limits = { days: 0, bytes: 0 }
  let service: LogService | undefined
  let log: Log = silentLog
  const waiting: AuditRow[] = []
  let writing: Promise<void> | undefined
  let isFailing = false
  let later: NodeJS.Timeout | undefined

  const store = async (): Promise<AuditStore> => {
    const opened = await opening?.catch(() => undefined)
    if (!opened) throw new Failure(503, messages.auditRecordsDisabled, { detail: problem })
    return opened
  }

  const flush = async () => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, MAX_QUEUED)
      try {
        await (await store()).append(rows)
        waiting.splice(0, rows.length)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: error }, messages.auditRecordsNotStoredRetrying)
        isFailing = true
        later = setTimeout(startFlush, RETRY_INTERVAL).unref()
        break
      }
    }
    writing = undefined
  }
  const startFlush = () => {
    clearTimeout(later)
    later = undefined
    writing ??= flush()
  }

  return {
    store,
    problem: () => problem,
    limits: () => limits,

    /** Searches records; those of the server at its search service, if one is configured. */
    search: async (search: AuditSearch): Promise<AuditPage> =>
      service && search.source !== 'console' ? service.search(search) : (await store()).search(search),

    hasService: () => service !== undefined,

    /** Queues a record of the console. The last moments before a crash may be missing. */
    note: (row: AuditRow) => {
      if (!opening || waiting.length >= MAX_QUEUED) return
      waiting.push(row)
      if (!later) startFlush()
    },

    /** Opens the store; returns a function that closes it. */
    open: (options: AuditOptions) => {
      ;({ service, log } = options)
      const { folder, clock } = options
      const { database, days, bytes } = options.config
      limits = { days, bytes }
      if (folder === undefined && database === undefined) return async () => undefined
      problem = undefined
      // only the store in use is loaded
      const ownOpening: Promise<AuditStore> =
        database === undefined
          ? import('./records/lmdb.ts').then(({ openAuditStore }) =>
              openAuditStore(join(folder as string, 'audit'), { limits, clock, log }),
            )
          : import('./records/postgres.ts').then(({ openPostgresStore }) =>
              openPostgresStore(database, { limits, clock }),
            )
      opening = ownOpening
      ownOpening.catch((error: unknown) => {
        problem = messages.auditFolderUnreadable(
          database === undefined ? join(folder as string, 'audit') : 'PostgreSQL',
          (error as Error).message,
        )
        log.error({ err: error }, messages.auditRecordsUnreadable)
      })
      const sweep = async () => (await ownOpening).trim()
      const timer = setInterval(
        () => void sweep().catch((error: unknown) => log.warn({ err: error }, messages.expiredRecordsNotDeleted)),
        HOUR,
      ).unref()
      const leaveMetrics = provideGauges(() => [
        {
          name: 'audit_queue_records',
          help: messages.waitingAuditRecords,
          value: waiting.length,
        },
      ])
      return async () => {
        leaveMetrics()
        clearInterval(timer)
        await writing
        clearTimeout(later)
        problem = 'The console is closing them'
        opening = undefined
        const opened = await ownOpening.catch(() => undefined)
        await opened?.close()
      }
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

/** Last calls of access keys, as far as the caller may know them. */
export const readKeysLastUsed = async (
  audit: Audit,
  accessKeys: readonly string[],
  caller: { account: string; readsLogs: boolean; delivery: AuditStatus['delivery'] },
): Promise<KeysLastUsed> => {
  const { uses, since } = await (await audit.store()).keysLastUsed(accessKeys)
  const isSent = caller.delivery === 'built-in' || caller.delivery === 'configured'
  return {
    items: uses
      .filter(({ account }) => caller.readsLogs || account === caller.account)
      .map(({ accessKey, time, name }) => ({ accessKey, time: new Date(time).toISOString(), name })),
    ...(isSent && caller.readsLogs && since !== undefined && { since: new Date(since).toISOString() }),
  }
}

/** State of the audit store. */
export const describeStore = async (audit: Audit, delivery: AuditStatus['delivery']): Promise<AuditStatus> => {
  const limits = audit.limits()
  const store = await audit.store().catch(() => undefined)
  if (!store) return { count: 0, delivery, limits, ...(!audit.hasService() && { problem: audit.problem() }) }
  const { count, since } = await store.facts()
  return { count, delivery, limits, ...(since !== undefined && { since: new Date(since).toISOString() }) }
}
