import type { Account, Effects, Everything, Finding, Question, Reaching, Verdict, Vocabulary } from './access.ts'
import type { Administrators, Loss } from './administrators.ts'
import type { Attachment, Policy } from './contract.ts'

/**
 * What policies needs from an engine. Throws `Failure`: 404 for an unknown policy, 409 for one in use, 400 for a bad
 * document.
 */
export type PoliciesBackend = {
  /**
   * All policies, the built-in ones too, sorted by name; `incomplete` says why there may be others, which no call
   * lists.
   */
  list(): Promise<{ policies: Policy[]; incomplete?: string }>
  get(name: string): Promise<Policy>
  /** Adds or overwrites a policy; a document that does not parse is refused with what is wrong in it (400). */
  set(name: string, document: string): Promise<Policy>
  remove(name: string): Promise<void>
  /** Users the policy is attached to directly, sorted. */
  users(name: string): Promise<string[]>
  groups(name: string): Promise<string[]>
  /** Who has which policies directly, sorted by policy; those that nobody has are left out. */
  attachments(): Promise<Attachment[]>
  /**
   * Whether an account may do something, and by which statement. 404 for an unknown account, 400 for an unknown action.
   */
  check(question: Question): Promise<Verdict>
  /** All that an account may do. */
  everything(account: Account): Promise<Everything>
  /** Who may do what in a bucket, or below a prefix of it. */
  reaching(place: { bucket: string; prefix?: string }): Promise<Reaching>
  /** What saving this document under this name would do to those who have the policy. */
  effects(change: { name: string; policy: string }): Promise<Effects>
  /** Who can manage users and policies before a change, and after it. */
  administrators(loss: Loss): Promise<Administrators>
  /** What is worth a look in a document; nothing where it is no JSON. */
  findings(document: string): Promise<Finding[]>
  vocabulary(): Promise<Vocabulary>
}
