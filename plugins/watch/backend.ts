import type { Filter, WatchedEvent } from './contract.ts'

/** What watch needs from an engine. */
export type WatchBackend = {
  /**
   * What happens from now on in these buckets, or in `all` of them, until the signal fires. Whoever reads too slowly
   * misses some. Throws `Failure` 403 for whoever may not watch, 404 for a bucket that does not exist, 503 when the
   * storage goes away.
   */
  follow(buckets: readonly string[] | 'all', filter: Filter, signal: AbortSignal): AsyncIterable<WatchedEvent>
}
