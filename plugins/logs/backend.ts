import type { Filter, LogLine } from './contract.ts'

/** What logs needs from an engine. */
export type LogsBackend = {
  /**
   * The last lines of the log that pass the filter, and those that come from now on, until the signal fires. Throws `Failure`
   * 403 for whoever may not see them, 503 when the storage goes away.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<LogLine>
}
