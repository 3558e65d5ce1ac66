import { Failure } from 'stowage'
import * as messages from './messages.ts'

/** Secret key of a new user, on storages that do not generate it. Throws `Failure` 422 without one. */
export const requireSecret = (secretKey: string | undefined): string => {
  if (secretKey === undefined) throw new Failure(422, messages.enterSecretKey, { field: 'secretKey' })
  return secretKey
}
