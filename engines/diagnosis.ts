import type { Outbound } from './outbound/outbound.ts'
import { installLaterVersion, formatTooNew, backUpBeforeMigration, formatWillBeMigrated } from './messages.ts'

/** Result of one check of `stowage doctor`, with what to do about it if it is not `ok`. */
export type Diagnosis = {
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
  fix?: string
}

/** Inputs of a plugin's checks; `folder` contains the console's data, if it stores any. */
export type DiagnosisContext = { outboundTo(url: URL): Outbound; folder: string | undefined }

/** Compares the format of stored data with the latest one that this version reads. A damaged one is NaN. */
export const diagnoseFormat = (data: string, version: number, latest: number): Diagnosis => {
  const check = `Format of ${data}`
  if (version === latest) return { check, status: 'ok', message: `${version}, which is current` }
  if (version < latest)
    return {
      check,
      status: 'warning',
      message: formatWillBeMigrated(version, latest),
      fix: backUpBeforeMigration,
    }
  if (version > latest)
    return {
      check,
      status: 'failed',
      message: formatTooNew(version, latest),
      fix: installLaterVersion,
    }
  return { check, status: 'failed', message: 'It is damaged', fix: 'Restore it from a backup' }
}
