import { Failure } from 'stowage'
import { call } from 'stowage/web'
import { identity } from '../contract.ts'
import * as messages from '../messages.ts'

/**
 * Creates the first access key of a new user, on a storage that generates keys. Throws `Failure` that says that the
 * user exists.
 */
export const createFirstKey = async (name: string) => {
  try {
    return await call(identity.addUserAccount, { params: { name }, body: {} })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.status, messages.userHasNoAccessKey(name, error.message), { detail: error.detail })
  }
}
