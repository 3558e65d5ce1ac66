import type { Filter, ServedCall } from './contract.ts'

/** What trace needs from an engine. */
export type TraceBackend = {
  /**
   * The calls that pass the filter, from now on until the signal fires. Whoever reads too slowly misses some. Throws
   * `Failure` 403 for whoever may not see them, 503 when the storage goes away.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<ServedCall>
}
