import { Failure, missingFeatures } from 'stowage'
import type { HealBackend } from '../backend.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'

/** The embedded engine has one drive and no redundancy, so healing is refused; the page says the same. */
export default ({ authenticate }: EmbeddedAdapterContext): HealBackend => ({
  follow: async function* () {
    authenticate().caller.assert('admin:Heal')
    yield* []
    throw new Failure(501, missingFeatures.heal)
  },
  status: async () => {
    authenticate().caller.assert('admin:Heal')
    return { heals: [], background: { scanned: 0, offline: [], waiting: [], healing: [] } }
  },
})
