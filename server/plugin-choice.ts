import { StartError } from '../engines/start-error.ts'
import { suggest } from './suggest.ts'
import { didYouMeanPlugin } from './messages.ts'

/** Plugins of a deployment: `only` these (default: all), without the `disabled` ones. */
export type Choice = { only: readonly string[] | undefined; disabled: readonly string[] }

/** The active plugins. Throws `StartError` if the choice names an unknown plugin. */
export const choosePlugins = <P extends { id: string }>(plugins: readonly P[], { only, disabled }: Choice): P[] => {
  const ids = plugins.map(({ id }) => id)
  const unknown = (variable: string, names: readonly string[]) =>
    names
      .filter((id) => !ids.includes(id))
      .map(
        (id) =>
          `${variable} names "${id}", ${suggest(id, ids) ? didYouMeanPlugin(suggest(id, ids)) : `there are ${ids.join(', ')}`}`,
      )
  const problems = [...unknown('CONSOLE_PLUGINS', only ?? []), ...unknown('CONSOLE_PLUGINS_DISABLED', disabled)]
  if (problems.length > 0) throw new StartError(problems.join('; '))
  return plugins.filter(({ id }) => (only ?? ids).includes(id) && !disabled.includes(id))
}
