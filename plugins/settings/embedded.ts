import { Failure } from '../../core/failure.ts'
import { lacks } from '../../core/features.ts'
import type { EmbeddedKit } from '../../engines/embedded/kit.ts'
import type { SettingsBackend } from './backend.ts'

/** There is nothing to set here: the page says so, and so does whoever calls without it. */
export default ({ enter }: EmbeddedKit): SettingsBackend => {
  const none = async (): Promise<never> => {
    enter().caller.assert('admin:ConfigUpdate')
    throw new Failure(501, lacks.configuration)
  }
  return {
    list: async () => {
      enter().caller.assert('admin:ConfigUpdate')
      return []
    },
    section: none,
    save: none,
    reset: none,
  }
}
