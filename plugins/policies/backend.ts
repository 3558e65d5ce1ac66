import type { Account, Effects, Everything, Finding, Question, Reaching, Verdict, Vocabulary } from './access.ts'
import type { Administrators, Loss } from './administrators.ts'
import type { Attachment, Policy } from './contract.ts'

/**
 * Port of Policies, implemented by each engine. Throws `Failure`: 404 for an unknown policy, 409 for one in use, 400
 * for an invalid document.
 */
export type PoliciesBackend = {
  /**
   * All policies including built-in ones, sorted by name; `incomplete` says why there may be others that no call lists.
   */
  list(): Promise<{ policies: Policy[]; incomplete?: string }>
  get(name: string): Promise<Policy>
  /** Creates or overwrites a policy. Throws 400 with the errors of an invalid document. */
  set(name: string, document: string): Promise<Policy>
  remove(name: string): Promise<void>
  /** Users that the policy is attached to directly, sorted. */
  users(name: string): Promise<string[]>
  groups(name: string): Promise<string[]>
  /** Users and groups that policies are attached to, sorted by policy; policies without any are left out. */
  attachments(): Promise<Attachment[]>
  /**
   * Whether an account may do something, and by which statement. Throws 404 for an unknown account, 400 for an unknown
   * action.
   */
  check(question: Question): Promise<Verdict>
  /** Everything an account may do. */
  everything(account: Account): Promise<Everything>
  /** Who may do what in a bucket, or below a prefix of it. */
  usersWithAccess(resource: { bucket: string; prefix?: string }): Promise<Reaching>
  /** How saving this document under this name would affect users of the policy. */
  effects(change: { name: string; policy: string }): Promise<Effects>
  /** Who can manage users and policies before a change, and after it. */
  administrators(loss: Loss): Promise<Administrators>
  /** Findings about a document; empty if it is not JSON. */
  findings(document: string): Promise<Finding[]>
  vocabulary(): Promise<Vocabulary>
}
