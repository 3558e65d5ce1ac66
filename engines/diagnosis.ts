import type { Outbound } from './outbound/outbound.ts'

/** Result of one check of `stowage doctor`, with what to do about it if it is not `ok`. */
export type Diagnosis = {
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
  fix?: string
}

/** What the checks of a plugin can use; `folder` contains the console's data, if it stores any. */
export type DiagnosisContext = { outboundTo(url: URL): Outbound; folder: string | undefined }

/** Compares the format of stored data with the latest one that this version reads. A damaged one is NaN. */
export const diagnoseFormat = (data: string, version: number, latest: number): Diagnosis => {
  const check = `Format of ${data}`
  if (version === latest) return { check, status: 'ok', message: `${version}, which is current` }
  if (version < latest)
    return {
      check,
      status: 'warning',
      message: `${version}, which the next start migrates to ${latest}`,
      fix: 'Make a backup first: earlier versions cannot read migrated data',
    }
  if (version > latest)
    return {
      check,
      status: 'failed',
      message: `${version} is too new: this version reads formats up to ${latest}`,
      fix: 'Install the later version that wrote it, or restore a backup made before that one was started',
    }
  return { check, status: 'failed', message: 'It is damaged', fix: 'Restore it from a backup' }
}
