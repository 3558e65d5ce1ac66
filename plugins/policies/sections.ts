import type { ConfigSection } from 'stowage'
import * as messages from './messages.ts'

const lockout = {
  warning: messages.policyServiceWarning,
}

/** Services outside the storage server that decide about requests in place of policies. */
export const sections: readonly ConfigSection[] = [
  { id: 'policy_plugin', title: 'Policy Plugin', group: 'Identity', lockout },
  { id: 'policy_opa', title: 'Open Policy Agent', group: 'Identity', lockout },
]
