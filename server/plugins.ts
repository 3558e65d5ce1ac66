import type { ClaimedSection } from '../core/protocol/config-section.ts'
import { clusterActionOf } from '../core/protocol/missing-permissions.ts'
import type { ServerPlugin } from '../core/protocol/serve.ts'
import type { Installed } from './installed-plugins.ts'
import { variableProblems } from './plugin-config.ts'
import { isKnownAction } from '../engines/iam/policy.ts'
import {
  routeOfAnotherPlugin,
  anotherPluginWithId,
  requiredPluginOff,
  storageNotSupported,
  callPathInvalid,
  callActionInvalid,
  pageNeedsTooMuch,
  pageActionInvalid,
  configSectionNotUnique,
  pageNotUnique,
  callNotUnique,
  callHasNoHandler,
  pageNeedsServer,
  pageNotInContract,
  pluginIdNotUnique,
} from './messages.ts'

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
  const ids = duplicates(plugins.map(({ id }) => ({ key: id, owner: id }))).map(([id, list]) =>
    pluginIdNotUnique(id, list.length),
  )
  const calls = duplicates(routes.map(({ id, endpoint }) => ({ key: callOf(endpoint), owner: id }))).map(
    ([call, owners]) => callNotUnique(owners.map((id) => `"${id}"`).join(' and '), call, owners.length),
  )
  const duplicatePages = duplicates(pages.map(({ id, page }) => ({ key: page, owner: id }))).map(([page, owners]) =>
    pageNotUnique(owners.map((id) => `"${id}"`).join(' and '), page, owners.length),
  )
  const sections = duplicates(
    plugins.flatMap(({ id, sections = [] }) => sections.map((section) => ({ key: section.id, owner: id }))),
  ).map(([section, owners]) =>
    configSectionNotUnique(owners.map((id) => `"${id}"`).join(' and '), section, owners.length),
  )
  const ofPages = pages.flatMap(({ id, page, actions }) =>
    actions.filter((action) => !isKnown(action)).map((action) => pageActionInvalid(id, page, action, noAction(action))),
  )
  // a page that requires the actions of several calls excludes accounts that could use some of them
  const overRestricted = plugins.flatMap(({ id, pages, routes }) => {
    const suffices = (actions: readonly string[]) =>
      actions.length === 0 ||
      routes.some(
        ({ endpoint: { allow } }) =>
          typeof allow !== 'string' && actions.every((one) => allow.some((other) => other === one)),
      )
    return Object.entries(pages)
      .filter(([, actions]) => actions.every(isKnown) && !suffices(actions))
      .map(([page, actions]) => pageNeedsTooMuch(id, page, actions.join(', ')))
  })
  const ofCalls = routes.flatMap(({ id, name, endpoint: { allow } }) =>
    (typeof allow === 'string' ? [] : allow)
      .filter((action) => !isKnown(action))
      .map((action) => callActionInvalid(id, name, action, noAction(action))),
  )
  // added plugins were compiled elsewhere, if at all
  const withoutHandler = routes
    .filter(({ handle }) => typeof handle !== 'function')
    .map(({ id, name }) => callHasNoHandler(id, name))
  const paths = routes
    .filter(
      ({ endpoint: { method, path } }) =>
        !(method === 'FEED' ? /^\/ws(\/:?[\w-]+)+$/ : /^\/api\/v1(\/[\w-]*:?[\w-]+)+$/).test(path),
    )
    .map(({ id, name, endpoint }) => callPathInvalid(id, name, endpoint.path))
  return [
    ...variableProblems(plugins),
    ...ids,
    ...calls,
    ...duplicatePages,
    ...sections,
    ...ofPages,
    ...overRestricted,
    ...ofCalls,
    ...withoutHandler,
    ...paths,
  ]
}

/**
 * Plugins that are off and worth a warning: added ones, those that `only` names, and those that fail to load or require
 * another plugin that is off.
 */
export const unexpectedlyOff = (installed: readonly Installed[], only: readonly string[] = []) =>
  installed.flatMap((plugin) => {
    const { id, problem, origin, server } = plugin
    if (problem === undefined) return []
    const isNamed = origin === 'added' || only.includes(id)
    const lacksPlugin = server?.requires?.some((required) => problem === requiredPluginOff(required))
    return isNamed || !server || lacksPlugin ? [{ ...plugin, problem }] : []
  })

const hasAdapter = ({ adapters }: ServerPlugin, engine: string) => !adapters || Object.hasOwn(adapters, engine)

/** Problems of a plugin together with others that are enabled, including conflicts between routes in the browser. */
const problemBeside = (others: readonly Installed[], plugin: Installed): string | undefined => {
  const servers = [...others, plugin].flatMap(({ server }) => server ?? [])
  const usedPaths = new Set(others.flatMap(({ manifest }) => manifest?.routes.map(({ path }) => path) ?? []))
  const duplicates = plugin.manifest?.routes.filter(({ path }) => usedPaths.has(path)) ?? []
  const pages = new Set(servers.flatMap((server) => Object.keys(server.pages)))
  const undeclared = plugin.manifest?.routes.filter(({ page }) => !pages.has(page)) ?? []
  const problems = [
    ...(others.some(({ id }) => id === plugin.id) ? [anotherPluginWithId(plugin.id)] : pluginProblems(servers)),
    ...duplicates.map(({ path }) => routeOfAnotherPlugin(path)),
    ...undeclared.map(({ page }) => (plugin.manifest?.server ? pageNotInContract(page) : pageNeedsServer(page))),
  ]
  return problems.length > 0 ? problems.join(' ') : undefined
}

/**
 * Decides which of the installed plugins run: those that support the engine, do not conflict with an earlier plugin,
 * and whose required plugins run. The others get a `problem`.
 */
export const decidePlugins = (installed: readonly Installed[], engine: string) => {
  const on: Installed[] = []
  for (const plugin of installed) {
    if (plugin.problem) continue
    if (plugin.server && !hasAdapter(plugin.server, engine)) plugin.problem = storageNotSupported
    else plugin.problem = problemBeside(on, plugin)
    if (!plugin.problem) on.push(plugin)
  }
  // a disabled plugin may disable others that require it, and so on
  for (let changed = true; changed; ) {
    changed = false
    for (const plugin of on) {
      const running = on.filter(({ problem }) => !problem).map(({ id }) => id)
      const missing = plugin.server?.requires?.find((id) => !running.includes(id))
      if (plugin.problem || missing === undefined) continue
      plugin.problem = requiredPluginOff(missing)
      changed = true
    }
  }
}
