import type { FastifyBaseLogger } from 'fastify'
import type { ServerPlugin } from '../core/serve.ts'
import type { Engine, PortOf } from '../engines/engine.ts'

/** An active plugin, and its port on the running engine; plugins without adapters have none. */
export type Running = { plugin: ServerPlugin; portOf: PortOf<unknown> | undefined }

/**
 * Loads the adapters of the plugins for the running engine, and starts their background work. A plugin without an
 * adapter for this engine is disabled, with a log message.
 */
export const openPlugins = async (
  plugins: readonly ServerPlugin[],
  engine: Engine,
  log: Pick<FastifyBaseLogger, 'debug'>,
): Promise<Running[]> => {
  const running: Running[] = []
  for (const plugin of plugins) {
    const portOf = await engine.open(plugin)
    if (portOf || !plugin.adapters) running.push({ plugin, portOf })
    else
      log.debug({ plugin: plugin.id, engine: engine.name }, 'a plugin is off, since it has no adapter for this engine')
  }
  return running
}
