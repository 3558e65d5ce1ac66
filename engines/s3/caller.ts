import type { Outbound } from '../outbound/outbound.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { Capabilities } from './capabilities.ts'
import type { Client } from './client.ts'
import type { Paths } from './paths.ts'
import type { Rights } from './rights.ts'
import type { Keys } from './sign.ts'

/** The signed-in account on an S3 server: everything that ports need to act as it with plain S3. */
export type S3Caller = {
  client: Client
  keys: Keys
  /** Expiry of temporary keys, in ms since 1970; `undefined` for an account's own. */
  expires?: number
  /** Name of the account, not its temporary access key. */
  account: string
  paths: Paths
  rights(): Promise<Rights>
  /** Features of the server, as learned from its responses. */
  capabilities: Capabilities
  /** Public address of the storage server. */
  shareUrl: URL
  /** Client for user-supplied addresses; not used for the storage server. */
  outbound: Outbound
  /** Returns the instance that a factory creates, which the plugin's ports and background work share. */
  sharedInstances: SharedInstances
}
