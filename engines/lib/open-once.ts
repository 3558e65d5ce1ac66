import type { ServerPlugin } from '../../core/protocol/serve.ts'
import { defaultValues } from '../../core/protocol/variables.ts'
import type { Engine, PortOf } from '../engine.ts'

type Open = <Port>(
  plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters'>,
  values: Readonly<Record<string, unknown>>,
) => Promise<PortOf<Port> | undefined>

/**
 * Opens each plugin once and caches the result: a second background worker would duplicate the work and write to the
 * same files. Errors are not cached.
 */
export const openOnce = (open: Open): Engine['open'] => {
  const opened = new WeakMap<object, ReturnType<Open>>()
  return <Port>(
    plugin: Pick<ServerPlugin<string, Port>, 'id' | 'adapters' | 'config'>,
    values: Readonly<Record<string, unknown>> = defaultValues(plugin.config ?? {}),
  ) => {
    const { adapters } = plugin
    if (!adapters) return open(plugin, values)
    const opening = (opened.get(adapters) as ReturnType<typeof open<Port>> | undefined) ?? open(plugin, values)
    opened.set(adapters, opening)
    opening.catch(() => opened.delete(adapters))
    return opening
  }
}
