import type { FastifyBaseLogger } from 'fastify'
import type { ServerPlugin } from '../core/protocol/serve.ts'
import type { Engine, PortOf } from '../engines/engine.ts'
import type { PluginValues } from './plugin-config.ts'
import { provideEngine } from './plugin-modules.ts'

/** An active plugin, and its port on the running engine; plugins without adapters have none. */
export type Running = { plugin: ServerPlugin; portOf: PortOf<unknown> | undefined }

/**
 * Loads the adapters of plugins for the running engine and starts their background work. A plugin without an adapter
 * for this engine is off; one whose adapter fails is left out and reported by `fail`.
 */
export const openPlugins = async (
  plugins: readonly ServerPlugin[],
  engine: Engine,
  log: Pick<FastifyBaseLogger, 'debug' | 'error'>,
  fail?: (id: string, reason: string) => void,
  values: PluginValues = new Map(),
): Promise<Running[]> => {
  await provideEngine(engine.name)
  const running: Running[] = []
  for (const plugin of plugins) {
    try {
      const portOf = await engine.open(plugin, values.get(plugin.id))
      if (portOf || !plugin.adapters) running.push({ plugin, portOf })
      else log.debug({ plugin: plugin.id, engine: engine.name }, 'plugin has no adapter for this engine and is off')
    } catch (error) {
      if (!fail) throw error
      log.error({ plugin: plugin.id, err: error }, 'plugin failed to open and is off')
      fail(plugin.id, error instanceof Error ? error.message : String(error))
    }
  }
  return running
}
