import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'
import type { Client } from './client.ts'
import type { Common } from '../common.ts'
import type { LicensePlace } from '../license.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Known, PolicyDocument } from '../policy/policy.ts'
import type { Refusal } from './refusal.ts'
import type { Keys } from './sign.ts'

/** Whoever is signed in, with what every port needs to act in their name. */
export type Caller = {
  client: Client
  admin: Admin
  keys: Keys
  /** When the keys end by themselves, in ms since 1970; a service account's own do not. */
  expires?: number
  /** The user, not the temporary key. */
  account: string
  /** What the server fills into conditions and variables of policies in calls of this request. */
  facts: Known
  /** Who keeps users and groups: the server itself, or its directory. */
  keeper: 'builtin' | 'ldap'
  /** What the server tells of the caller, as of a moment ago. */
  info(): Promise<AccountInfo>
  /** A service account's own policy, as of a moment ago; its right is the part that both grant. */
  restriction(): Promise<PolicyDocument[]>
  /** The admin API as the owner of another pair. */
  adminAs(keys: Keys): Admin
  /** Where others reach the storage server. */
  shareUrl: URL
  /** The licence that is told from outside, and the key that licences are signed with. */
  license: LicensePlace
  /** The way to hosts that people name; the storage server is none of them. */
  outbound: Outbound
  /** What ports have in common with work in the background. */
  common: Common
  /** Ends the session that `keys` belong to, where it is one. */
  endSession(): Promise<void>
}

/** Whether an error is the storage server's refusal with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): error is Refusal =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** What the work gives, or `value` where the storage server refuses it with one of the codes. */
export const unless = async <T, V>(work: Promise<T>, codes: readonly string[], value: V): Promise<T | V> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, ...codes)) return value
    throw error
  }
}
