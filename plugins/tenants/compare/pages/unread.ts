import { displayName } from 'stowage'
import type { Settings, Unread } from '../contract.ts'
import * as messages from '../../messages.ts'

const labels: Readonly<Record<Unread, string>> = {
  configuration: 'its configuration',
  registry: messages.credentialsOfImageRegistry,
  users: 'its users',
  certificates: 'the certificates that it trusts',
  encryption: 'its key store',
}

/** Sentence on the parts of a tenant that the caller's role cannot read. */
export const unreadOf = ({ tenant, unread }: Settings) =>
  unread.length === 0
    ? []
    : [
        messages.roleCannotReadSecrets(
          displayName(tenant.name),
          displayName(tenant.namespace),
          unread.map((one) => labels[one]).join(', '),
          unread.length === 1 && unread[0] === 'configuration' ? 'is' : 'are',
        ),
      ]
