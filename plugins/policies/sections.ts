import type { ConfigSection } from 'stowage'

const lockout = {
  warning:
    'Every request is refused if the policy service does not answer or denies it. Keep a way to reset these settings without this console.',
}

/** Services outside the storage server that decide about requests in place of policies. */
export const sections: readonly ConfigSection[] = [
  { id: 'policy_plugin', title: 'Policy Plugin', group: 'Identity', lockout },
  { id: 'policy_opa', title: 'Open Policy Agent', group: 'Identity', lockout },
]
