import type { ConditionContext, PolicyDocument } from '../iam/policy.ts'
import type { S3Caller } from '../s3/caller.ts'
import type { Keys } from '../s3/sign.ts'
import type { AccountInfo } from './account-info.ts'
import type { Admin } from './admin.ts'

/** The signed-in account on a MinIO server: plain S3, and the admin API. */
export type Caller = S3Caller & {
  admin: Admin
  /** Values of policy variables and conditions that the server uses for calls of this request. */
  conditionContext: ConditionContext
  /** Where users and groups are managed: on the server or in its directory. */
  accountSource: 'builtin' | 'ldap'
  /** Account info of the caller, cached for a second. */
  info(): Promise<AccountInfo>
  /** Policy of a service account, cached for a second. Its permissions are the intersection with its parent's. */
  restriction(): Promise<PolicyDocument[]>
  adminAs(keys: Keys): Admin
  /** Ends the session of `keys`, if they belong to one. */
  endSession(): Promise<void>
}
