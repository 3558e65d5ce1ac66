import type { ClaimedSection } from '../core/config-section.ts'
import { clusterActionOf } from '../core/missing-permissions.ts'
import type { ServerPlugin } from '../core/serve.ts'
import { suggest } from './suggest.ts'
import { isKnownAction } from '../engines/policy/policy.ts'
import { StartError } from '../engines/start-error.ts'

/** Plugins of a deployment: `only` these (default: all), without the `disabled` ones. */
export type Choice = { only: readonly string[] | undefined; disabled: readonly string[] }

/** The active plugins. Throws `StartError` if the choice names an unknown plugin. */
export const choosePlugins = (plugins: readonly ServerPlugin[], { only, disabled }: Choice): ServerPlugin[] => {
  const ids = plugins.map(({ id }) => id)
  const unknown = (variable: string, names: readonly string[]) =>
    names
      .filter((id) => !ids.includes(id))
      .map(
        (id) =>
          `${variable} names "${id}", ${suggest(id, ids) ? `did you mean "${suggest(id, ids)}"?` : `there are ${ids.join(', ')}`}`,
      )
  const problems = [...unknown('CONSOLE_PLUGINS', only ?? []), ...unknown('CONSOLE_PLUGINS_DISABLED', disabled)]
  if (problems.length > 0) throw new StartError(problems.join('; '))
  return plugins.filter(({ id }) => (only ?? ids).includes(id) && !disabled.includes(id))
}

/** The configuration sections that plugins own, and whether each plugin is on. */
export const claimedSections = (
  plugins: readonly ServerPlugin[],
  isActive: (plugin: ServerPlugin) => boolean,
): ClaimedSection[] =>
  plugins.flatMap((plugin) =>
    (plugin.sections ?? []).map((section) => ({ ...section, plugin: plugin.id, active: isActive(plugin) })),
  )

const duplicates = (entries: { key: string; owner: string }[]) => {
  const owners = new Map<string, string[]>()
  for (const { key, owner } of entries) owners.set(key, [...(owners.get(key) ?? []), owner])
  return [...owners].filter(([, list]) => list.length > 1)
}

/** Identity of an endpoint: its method, and its path regardless of parameter names. */
const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/:\w+/g, ':…')}`

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

const noAction = (action: string) => (action.startsWith('k8s:') ? 'no action of a cluster' : 'no IAM action')

const isKnown = (action: string) => isKnownAction(action) || verbs.includes(clusterActionOf(action)?.verb ?? '')

/** Problems of a list of plugins, for their authors; empty if it is valid. */
export const pluginProblems = (plugins: readonly ServerPlugin[]): string[] => {
  const routes = plugins.flatMap(({ id, routes }) => routes.map((route) => ({ id, ...route })))
  const pages = plugins.flatMap(({ id, pages }) =>
    Object.entries(pages).map(([page, actions]) => ({ id, page, actions })),
  )
  const ids = duplicates(plugins.map(({ id }) => ({ key: id, owner: id }))).map(
    ([id, list]) => `Plugin "${id}": ${list.length} plugins have this id; give each its own.`,
  )
  const calls = duplicates(routes.map(({ id, endpoint }) => ({ key: callOf(endpoint), owner: id }))).map(
    ([call, owners]) =>
      `Plugins ${owners.map((id) => `"${id}"`).join(' and ')}: ${call} is declared ${owners.length} times.`,
  )
  const twice = duplicates(pages.map(({ id, page }) => ({ key: page, owner: id }))).map(
    ([page, owners]) =>
      `Plugins ${owners.map((id) => `"${id}"`).join(' and ')}: page "${page}" is declared ${owners.length} times.`,
  )
  const sections = duplicates(
    plugins.flatMap(({ id, sections = [] }) => sections.map((section) => ({ key: section.id, owner: id }))),
  ).map(
    ([section, owners]) =>
      `Plugins ${owners.map((id) => `"${id}"`).join(' and ')}: the configuration section "${section}" is declared ${owners.length} times.`,
  )
  const ofPages = pages.flatMap(({ id, page, actions }) =>
    actions
      .filter((action) => !isKnown(action))
      .map((action) => `Plugin "${id}": page "${page}" needs "${action}", which is ${noAction(action)}.`),
  )
  // a page that requires the actions of several calls excludes accounts that could use some of them
  const demanding = plugins.flatMap(({ id, pages, routes }) => {
    const suffices = (actions: readonly string[]) =>
      actions.length === 0 ||
      routes.some(
        ({ endpoint: { allow } }) =>
          typeof allow !== 'string' && actions.every((one) => allow.some((other) => other === one)),
      )
    return Object.entries(pages)
      .filter(([, actions]) => actions.every(isKnown) && !suffices(actions))
      .map(
        ([page, actions]) =>
          `Plugin "${id}": page "${page}" needs ${actions.join(', ')}, more than any one call; name what its first call allows.`,
      )
  })
  const ofCalls = routes.flatMap(({ id, name, endpoint: { allow } }) =>
    (typeof allow === 'string' ? [] : allow)
      .filter((action) => !isKnown(action))
      .map((action) => `Plugin "${id}": call "${name}" allows "${action}", which is ${noAction(action)}.`),
  )
  const paths = routes
    .filter(
      ({ endpoint: { method, path } }) =>
        !(method === 'FEED' ? /^\/ws(\/:?[\w-]+)+$/ : /^\/api\/v1(\/[\w-]*:?[\w-]+)+$/).test(path),
    )
    .map(
      ({ id, name, endpoint }) =>
        `Plugin "${id}": "${name}" has the path "${endpoint.path}"; calls begin with /api/v1/, feeds with /ws/.`,
    )
  return [...ids, ...calls, ...twice, ...sections, ...ofPages, ...demanding, ...ofCalls, ...paths]
}
