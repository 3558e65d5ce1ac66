import type { Policy } from './contract.ts'

/** What policies needs from an engine. Throws `Failure`: 404 for an unknown policy, 409 for one in use, 400 for a bad document. */
export type PoliciesBackend = {
  /** All policies, the built-in ones too, sorted by name; `incomplete` says why there may be others, which no call lists. */
  list(): Promise<{ policies: Policy[]; incomplete?: string }>
  get(name: string): Promise<Policy>
  /** Adds or overwrites a policy; a document that does not parse is refused with what is wrong in it (400). */
  set(name: string, document: string): Promise<Policy>
  remove(name: string): Promise<void>
  /** Users the policy is attached to directly, sorted. */
  users(name: string): Promise<string[]>
  groups(name: string): Promise<string[]>
}
