import { type Action, Failure, missingFeatures } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

/** The embedded engine has no KMS; authorized callers get a 501. */
export const createKeys = ({ authenticate }: Pick<EmbeddedAdapterContext, 'authenticate'>) => {
  const refuse = async (action: Action): Promise<never> => {
    authenticate().caller.assert(action)
    throw new Failure(501, missingFeatures['sse-kms'])
  }
  return {
    kmsStatus: () => refuse('admin:KMSKeyStatus'),
    kmsKey: () => refuse('admin:KMSKeyStatus'),
    makeKmsKey: () => refuse('admin:KMSCreateKey'),
  } satisfies Partial<BucketsBackend>
}
