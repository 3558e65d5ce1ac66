import { type Action, Failure, missingFeatures } from 'stowage'
import type { TiersBackend } from '../backend.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

/** The embedded engine has no tiers: all calls are refused with the reason. */
export default ({ authenticate }: EmbeddedAdapterContext): TiersBackend => {
  const refuse = async (...actions: readonly Action[]): Promise<never> => {
    const { caller } = authenticate()
    for (const action of actions) caller.assert(action)
    throw new Failure(501, missingFeatures.tiers)
  }
  return {
    list: async () => {
      authenticate().caller.assert('admin:ListTier')
      return []
    },
    add: () => refuse('admin:SetTier'),
    rotate: () => refuse('admin:SetTier'),
    verify: () => refuse('admin:ListTier'),
    uses: () => refuse('admin:ListTier'),
    remove: () => refuse('admin:SetTier', 'admin:ListTier'),
  }
}
