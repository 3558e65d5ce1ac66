import type { Action } from '../../../core/contract.ts'
import { Failure } from '../../../core/failure.ts'
import { lacks } from '../../../core/features.ts'
import type { BucketsBackend } from '../backend.ts'
import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'

/** The embedded engine has no KMS; authorized callers get a 501. */
export const createKeys = ({ enter }: Pick<EmbeddedKit, 'enter'>) => {
  const none = async (action: Action): Promise<never> => {
    enter().caller.assert(action)
    throw new Failure(501, lacks['sse-kms'])
  }
  return {
    kmsStatus: () => none('admin:KMSKeyStatus'),
    kmsKey: () => none('admin:KMSKeyStatus'),
    makeKmsKey: () => none('admin:KMSCreateKey'),
  } satisfies Partial<BucketsBackend>
}
