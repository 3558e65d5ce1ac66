/** Timeouts of the host, in ms. */
export type Timeouts = {
  /** For receiving a whole JSON body. */
  body: number
  /** For the next bytes of an upload. */
  stall: number
  /** For a client to close the connection after an early response or an error. */
  lingering: number
  /** Interval of the session and permission checks of a feed. */
  feed: number
}

const defaults: Timeouts = { body: 30_000, stall: 60_000, lingering: 10_000, feed: 20_000 }

/** Default timeouts with overrides. */
export const timeoutsOf = (overrides: Partial<Timeouts> | undefined): Timeouts => ({ ...defaults, ...overrides })
