import type { Filter, WatchedEvent } from './contract.ts'

/** Port of Watch, implemented by each engine. */
export type WatchBackend = {
  /**
   * Streams events of these buckets, or of `all`, until the signal fires. Slow readers miss events. Throws `Failure`
   * 403 without permission, 404 for a missing bucket, 503 if the storage becomes unreachable.
   */
  follow(buckets: readonly string[] | 'all', filter: Filter, signal: AbortSignal): AsyncIterable<WatchedEvent>
}
