import type { Background, Order, Progress, Running } from './contract.ts'

/** What heal needs from an engine. */
export type HealBackend = {
  /**
   * Begins a heal of a bucket, or of everything where it is empty, or does what else the order says, and tells how it
   * stands once a second until it has finished or the signal fires; the heal itself goes on. Throws `Failure` 403 for
   * whoever may not heal, 404 for a bucket that does not exist or where no heal is to be joined, 409 where one runs
   * already, 500 when it was stopped.
   */
  follow(bucket: string, order: Order, signal: AbortSignal): AsyncIterable<Progress>
  /** The heals of late, and what the storage heals by itself. */
  status(): Promise<{ heals: Running[]; background: Background }>
}
