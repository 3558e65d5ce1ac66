import type { Background, Order, Progress, Running } from './contract.ts'

/** Backend of heal, implemented per engine. */
export type HealBackend = {
  /**
   * Starts, stops or joins a heal of a bucket, or of everything if `bucket` is empty, and yields its progress once per
   * second until it finishes or the signal aborts, which does not stop the heal. Throws `Failure` 403 without
   * permission, 404 for an unknown bucket or if there is no heal to join, 409 if one is running, 500 if it was stopped.
   */
  follow(bucket: string, order: Order, signal: AbortSignal): AsyncIterable<Progress>
  /** Recent heals, and the storage's background healing. */
  status(): Promise<{ heals: Running[]; background: Background }>
}
