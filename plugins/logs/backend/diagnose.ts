import { join } from 'node:path'
import type { Failure } from 'stowage'
import { type Diagnosis, type DiagnosisContext, diagnoseFormat } from 'stowage/server'
import type { LogsConfig } from '../config.ts'
import * as messages from '../messages.ts'

const RECORDS = 'audit records'

async function* diagnoseDatabase(address: string): AsyncIterable<Diagnosis> {
  const check = 'Audit database'
  const { POSTGRES_FORMAT, readPostgresFormat } = await import('./records/postgres.ts')
  try {
    const format = await readPostgresFormat(address)
    yield { check, status: 'ok', message: messages.auditDatabaseReady }
    if (format !== undefined) yield diagnoseFormat(RECORDS, format, POSTGRES_FORMAT)
  } catch (error) {
    const { message, detail } = error as Failure
    yield {
      check,
      status: 'failed',
      message: [message, detail].filter(Boolean).join(': '),
      fix: messages.checkConsoleAuditUrl,
    }
  }
}

/** Checks the database of the audit records, if one is configured, and their format. */
export async function* diagnose(
  { folder }: Pick<DiagnosisContext, 'folder'>,
  { database }: LogsConfig,
): AsyncIterable<Diagnosis> {
  if (database !== undefined) return yield* diagnoseDatabase(database)
  if (folder === undefined) return
  const { LMDB_FORMAT, readLmdbFormat } = await import('./records/lmdb.ts')
  const format = await readLmdbFormat(join(folder, 'audit'))
  if (format !== undefined) yield diagnoseFormat(RECORDS, format, LMDB_FORMAT)
}
