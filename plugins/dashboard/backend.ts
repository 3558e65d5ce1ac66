import type { Info } from './contract.ts'

/** What dashboard needs from an engine. Throws `Failure` 403 for whoever may not see the servers. */
export type DashboardBackend = {
  /** Usage as the storage last reckoned it up, and its servers and drives as of now. */
  info(): Promise<Info>
}
