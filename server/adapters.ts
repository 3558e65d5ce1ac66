import type { FastifyBaseLogger } from 'fastify'
import type { ServerPlugin } from '../core/protocol/serve.ts'
import type { Engine, PortOf } from '../engines/engine.ts'
import type { PluginValues } from './plugin-config.ts'
import { provideEngine } from './plugin-modules.ts'
import { adapterWithoutDefault, pluginNotOpened, pluginWithoutAdapter, requiredPluginOff } from './messages.ts'

/** An active plugin, and its port on the running engine; plugins without adapters have none. */
export type OpenedPlugin = { plugin: ServerPlugin; portOf: PortOf<unknown> | undefined }

/** Plugins in an order in which each follows those that it requires. */
const requiredFirst = (plugins: readonly ServerPlugin[]): ServerPlugin[] => {
  const ordered = new Set<ServerPlugin>()
  const visited = new Set<ServerPlugin>()
  const visit = (plugin: ServerPlugin) => {
    if (visited.has(plugin)) return
    visited.add(plugin)
    for (const id of plugin.requires ?? []) plugins.filter((one) => one.id === id).forEach(visit)
    ordered.add(plugin)
  }
  plugins.forEach(visit)
  return [...ordered]
}

/** Throws if a plugin's adapter for the engine has no function as its default export. */
const assertAdapter = async ({ adapters = {} }: ServerPlugin, engine: string) => {
  const adapter = await (adapters as Record<string, () => Promise<{ default?: unknown }>>)[engine]?.()
  if (adapter && typeof adapter.default !== 'function') throw new Error(adapterWithoutDefault(engine))
}

/**
 * Loads the adapters of plugins for the running engine and starts their background work. A plugin without an adapter
 * for this engine is off; one whose adapter fails is left out and reported by `fail`, and so are those that require it.
 */
export const openPlugins = async (
  plugins: readonly ServerPlugin[],
  engine: Engine,
  log: Pick<FastifyBaseLogger, 'debug' | 'error'>,
  fail?: (id: string, reason: string) => void,
  values: PluginValues = new Map(),
): Promise<OpenedPlugin[]> => {
  await provideEngine(engine.name)
  const running: OpenedPlugin[] = []
  const failed = new Set<string>()
  for (const plugin of requiredFirst(plugins)) {
    try {
      const missing = plugin.requires?.find((id) => failed.has(id))
      if (missing !== undefined) throw new Error(requiredPluginOff(missing))
      await assertAdapter(plugin, engine.name)
      const portOf = await engine.open(plugin, values.get(plugin.id))
      if (portOf || !plugin.adapters) running.push({ plugin, portOf })
      else log.debug({ plugin: plugin.id, engine: engine.name }, pluginWithoutAdapter)
    } catch (error) {
      if (!fail) throw error
      failed.add(plugin.id)
      log.error({ plugin: plugin.id, err: error }, pluginNotOpened)
      fail(plugin.id, error instanceof Error ? error.message : String(error))
    }
  }
  return running
}
