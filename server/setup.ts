import { type Config, pathNotices, readConfig } from './config.ts'
import { dist, readVersion } from './dist.ts'
import { withoutEffect } from './environment.ts'
import type { Flags } from './flags.ts'
import { type Installed, readPlugins } from './installed-plugins.ts'
import { type PluginValues, readPluginValues, unusedVariables, variablesOf } from './plugin-config.ts'
import { decidePlugins } from './plugins.ts'

/** Everything that the flags and the environment decide. */
export type Setup = {
  config: Config
  installed: readonly Installed[]
  /** Values of the plugins' variables. */
  values: PluginValues
  /** Warnings about settings without effect, as sentences. */
  notices: string[]
}

/** Reads the configuration, which `detect` may adapt to the storage, and the plugins' own. Throws `StartError`. */
export const readSetup = async (
  flags: Flags,
  environment: NodeJS.ProcessEnv,
  detect: (config: Config) => Promise<Config> = async (config) => config,
): Promise<Setup> => {
  const config = await detect(readConfig(flags, environment))
  const { engine } = config.storage
  const installed = await readPlugins({ dist, added: config.pluginFolder, version: readVersion() }, config.plugins)
  decidePlugins(installed, engine)
  const values = readPluginValues(installed, environment, engine)
  const notices = [
    ...withoutEffect(environment, variablesOf(installed)),
    ...unusedVariables(installed, environment),
    ...pathNotices(flags, environment),
  ]
  return { config, installed, values, notices }
}
