import type { FastifyBaseLogger } from 'fastify'
import type { ServerPlugin } from '../core/serve.ts'
import type { Engine, PortOf } from '../engines/engine.ts'

/** A plugin that is on, and its port on the engine that runs; without adapters it has none. */
export type Running = { plugin: ServerPlugin; portOf: PortOf<unknown> | undefined }

/**
 * Loads the adapters of the plugins for the engine that runs, and begins their work in the background. A plugin that
 * has adapters and none for this engine is off, with a word in the log.
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
