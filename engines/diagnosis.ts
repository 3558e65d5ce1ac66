/** Result of one check of `stowage doctor`, with what to do about it if it is not `ok`. */
export type Diagnosis = {
  check: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
  fix?: string
}
