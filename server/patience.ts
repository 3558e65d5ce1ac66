/** How long the host waits for those who are slow, in ms. */
export type Patience = {
  /** For the whole of a JSON body. */
  body: number
  /** For the next bytes of an upload. */
  stall: number
  /** For a caller that was answered early, or with the end of its connection, to hang up. */
  lingering: number
  /** Until the session and the rights of whoever follows a feed are looked at again. */
  feed: number
}

const usual: Patience = { body: 30_000, stall: 60_000, lingering: 10_000, feed: 20_000 }

/** The usual times, but for those that are given. */
export const patienceOf = (given: Partial<Patience> | undefined): Patience => ({ ...usual, ...given })
