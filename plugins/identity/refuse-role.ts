import { Failure, missingFeatures } from 'stowage'
import type { Role } from './contract.ts'

/** Throws `Failure` 501 if a role is given, on storages without roles. */
export const refuseRole = (role: Role | undefined) => {
  if (role) throw new Failure(501, missingFeatures.roles, { field: 'role' })
}
