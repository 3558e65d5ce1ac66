import type { Filter, ServedCall } from './contract.ts'

/** Port of Trace, implemented by each engine. */
export type TraceBackend = {
  /**
   * Streams new calls that match the filter until the signal fires. Slow readers miss calls. Throws `Failure` 403
   * without permission, 503 if the storage becomes unreachable.
   */
  follow(filter: Filter, signal: AbortSignal): AsyncIterable<ServedCall>
}
