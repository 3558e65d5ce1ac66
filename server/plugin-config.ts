import type { ServerPlugin } from '../core/protocol/serve.ts'
import { parseVariable, type Variable } from '../core/protocol/variables.ts'
import { StartError } from '../engines/start-error.ts'
import { readEnvironment, variableNames } from './environment.ts'
import type { Installed } from './installed-plugins.ts'
import { variableOfInactivePlugin, variableDeclaredTwice, variableOfConsole, variableNameInvalid } from './messages.ts'

/** Parsed values of the variables of each plugin, by its id. */
export type PluginValues = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const usedNames = new Set<string>(variableNames)

/** Problems of the variables that plugins declare. Plugins may share one declaration, but not a name. */
export const variableProblems = (plugins: readonly ServerPlugin[]): string[] => {
  const owners = new Map<string, { id: string; variable: Variable }>()
  return plugins.flatMap(({ id, config = {} }) =>
    Object.values(config).flatMap((variable) => {
      const { name } = variable
      const owner = owners.get(name)
      owners.set(name, owner ?? { id, variable })
      if (!/^[A-Z]+(_[A-Z0-9]+)+$/.test(name)) return [variableNameInvalid(id, name)]
      if (usedNames.has(name)) return [variableOfConsole(id, name)]
      return owner && owner.variable !== variable ? [variableDeclaredTwice(owner.id, id, name)] : []
    }),
  )
}

const parse = (variable: Variable, text: string): unknown => {
  const parsed = parseVariable(variable, text)
  if ('value' in parsed) return parsed.value
  const { name, isSecret } = variable
  throw new StartError(`${isSecret ? `${name} is invalid:` : `${name} is "${text}", but`} ${parsed.problem}`)
}

/** Variables of all loaded plugins, including disabled ones. */
export const variablesOf = (installed: readonly Installed[]): Variable[] =>
  installed.flatMap(({ server }) => Object.values(server?.config ?? {}))

/**
 * Reads the variables of the enabled plugins. Throws `StartError` for an invalid value, with the name of the variable.
 */
export const readPluginValues = (
  installed: readonly Installed[],
  environment: NodeJS.ProcessEnv,
  engine: string,
): PluginValues => {
  const read = readEnvironment(environment)
  return new Map(
    installed.flatMap(({ id, server, problem }) => {
      if (!server?.config || problem) return []
      const values = Object.fromEntries(
        Object.entries(server.config).map(([key, variable]) => {
          const text = read(variable.name) ?? variable.default
          return [key, text === undefined ? undefined : parse(variable, text)]
        }),
      )
      const invalid = server.configProblem?.(values, engine)
      if (invalid) throw new StartError(invalid)
      return [[id, values] as const]
    }),
  )
}

/** Warnings about variables that are set although the plugins that read them are disabled, as sentences. */
export const unusedVariables = (installed: readonly Installed[], environment: NodeJS.ProcessEnv): string[] => {
  const names = ({ server }: Installed) => Object.values(server?.config ?? {}).map(({ name }) => name)
  const used = new Set(installed.filter(({ problem }) => !problem).flatMap(names))
  return installed.flatMap((plugin) =>
    plugin.problem === undefined
      ? []
      : names(plugin)
          .filter((name) => !used.has(name) && (environment[name] || environment[`${name}_FILE`]))
          .map((name) => variableOfInactivePlugin(name, plugin.id, plugin.problem)),
  )
}
