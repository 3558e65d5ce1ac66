import { displayName } from 'stowage'
import type { TenantSecret } from '../tenant-secret.ts'
import * as messages from '../messages.ts'

/** Why a secret is not deleted, in a sentence; `undefined` if it is deleted. */
export const keptSecretText = ({ name, keeps, used_by: uses = [] }: TenantSecret) => {
  if (uses.length > 0) return messages.keptInUse(displayName(name), uses.map(displayName).join(', '))
  if (keeps === 'foreign') return messages.keptNotCreatedHere(displayName(name))
  if (keeps === 'unknown') return messages.keptUsesUnknown(displayName(name))
  return undefined
}
