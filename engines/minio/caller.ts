import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'
import type { Client } from './client.ts'
import type { SharedInstances } from '../lib/shared-instances.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { ConditionContext, PolicyDocument } from '../iam/policy.ts'
import type { S3Error } from './s3-error.ts'
import type { Keys } from './sign.ts'

/** The signed-in account, with everything that ports need to act on its behalf. */
export type Caller = {
  client: Client
  admin: Admin
  keys: Keys
  /** Expiry of temporary keys, in ms since 1970; `undefined` for a service account's own. */
  expires?: number
  /** User name, not the temporary access key. */
  account: string
  /** Values of policy variables and conditions that the server uses for calls of this request. */
  facts: ConditionContext
  /** Where users and groups are managed: on the server or in its directory. */
  keeper: 'builtin' | 'ldap'
  /** Account info of the caller, cached for a moment. */
  info(): Promise<AccountInfo>
  /** Policy of a service account, cached for a moment. Its permissions are the intersection with its parent's. */
  restriction(): Promise<PolicyDocument[]>
  adminAs(keys: Keys): Admin
  /** Public address of the storage server. */
  shareUrl: URL
  /** Client for user-supplied addresses; not used for the storage server. */
  outbound: Outbound
  /** Instances shared between ports and background work. */
  common: SharedInstances
  /** Ends the session of `keys`, if they belong to one. */
  endSession(): Promise<void>
}

/** Whether an error is a response of the storage server with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): error is S3Error =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Returns the result of the work, or `value` if the storage server responds with one of the codes. */
export const fallbackOn = async <T, V>(work: Promise<T>, codes: readonly string[], value: V): Promise<T | V> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, ...codes)) return value
    throw error
  }
}
