/**
 * What somebody has done with this console, or has been refused, as the host tells of it: of no secret more than that
 * there was one.
 */
export type Act = {
  /** The request's id. */
  id: string
  /** When it began, in ms since 1970, and how long it took, in ns. */
  time: number
  took: number
  /** Who did it; of a sign-in whoever tried to. */
  account: string
  address: string
  agent: string
  /** The plugin and the call: `buckets.setQuota`. */
  name: string
  /** The call's path, with its names filled in. */
  path: string
  params: Readonly<Record<string, string>>
  /** What it was about, where it is in no part of the path: a name, or a key. */
  target: string
  status: number
  /** Why it did not work; empty where it did. */
  error: string
  /** What it was about as it stood before, and after, or else what was sent: JSON in lines. */
  before?: string
  after?: string
}
