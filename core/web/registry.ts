import type { SidebarNoticeSource } from './notices.ts'
import { isFormPanel } from './panels.ts'
import type {
  Group,
  ObjectViewer,
  Plugin,
  PluginDialog,
  PluginLink,
  PluginRoute,
  SearchSection,
  Session,
  SettingsPanel,
  SidebarEntry,
} from './plugin.ts'
import * as messages from '../messages.ts'

/** The sidebar's groups from top to bottom; the common one has no heading. */
const groups: readonly { id: Group; label?: string }[] = [
  { id: 'common' },
  { id: 'tools', label: 'Tools' },
  { id: 'operator', label: 'Operator' },
  { id: 'license', label: 'License' },
]

/** Paths of the shell. */
const reserved = ['/', '/login', '/oauth_callback']

const duplicates = (names: readonly string[]) => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]

const routeProblems = ({ routes }: Plugin) =>
  routes.flatMap(({ path, layout, load }) => [
    ...(path.startsWith('/') ? [] : [messages.routeWithoutSlash(path)]),
    ...(reserved.includes(path) ? [messages.routeOfShell(path)] : []),
    ...(layout && !['shell', 'bare'].includes(layout) ? [messages.routeWithUnknownLayout(path, layout)] : []),
    ...(typeof load === 'function'
      ? []
      : [`route "${path}" has no load(); write load: () => import('./pages/….tsx').`]),
  ])

const entryProblems = ({ routes }: Plugin, { label, short, page, href, group, key, actions = [] }: SidebarEntry) => {
  const name = `sidebar entry "${label}"`
  const target = page ?? href
  return [
    // voice control users speak the visible label, so the accessible name has to contain it
    ...(short !== undefined && !label.includes(short) ? [messages.shortLabelNotPartOfLabel(name, short)] : []),
    ...(target ? [] : [messages.entryWithoutTarget(name)]),
    ...(page && href ? [messages.entryWithTwoTargets(name)] : []),
    ...(page && !routes.some((route) => route.page === page) ? [messages.entryPageWithoutRoute(name, page)] : []),
    ...(typeof group === 'function' || groups.some(({ id }) => id === group)
      ? []
      : [messages.entryInUnknownGroup(name, String(group), groups.map(({ id }) => id).join(', '))]),
    ...[key, ...actions.map((action) => action.key)]
      .filter((one) => one !== undefined && !/^[a-z]$/.test(one))
      .map((one) => messages.entryKeyInvalid(name, String(one))),
    ...(actions.some((action) => action.key === 'g') ? [messages.actionKeyReserved(name)] : []),
    ...actions
      .filter(({ to }) => !to.startsWith('/'))
      .map((action) => messages.actionAddressWithoutSlash(name, action.label, action.to)),
  ]
}

const searchProblems = ({ routes, search = [] }: Plugin) =>
  search
    .filter(({ page }) => !routes.some((route) => route.page === page))
    .map(({ section, page }) => messages.searchPageWithoutRoute(section, page))

const panelProblems = ({ routes, settings = [] }: Plugin) =>
  settings.flatMap((panel) => [
    ...(/^[a-z][a-z0-9-]*$/.test(panel.id) ? [] : [messages.settingsPanelIdInvalid(panel.id)]),
    ...(!isFormPanel(panel) || routes.some((route) => route.page === panel.page)
      ? []
      : [messages.settingsPanelPageWithoutRoute(panel.id, panel.page)]),
  ])

const dialogProblems = ({ routes, dialogs = [] }: Plugin) =>
  dialogs
    .filter(({ page }) => !routes.some((route) => route.page === page))
    .map(({ id, page }) => messages.dialogPageWithoutRoute(id, page))

const linkProblems = ({ routes, links = [] }: Plugin) =>
  links.flatMap(({ id, page, to }) => [
    ...(routes.some((route) => route.page === page) ? [] : [messages.linkPageWithoutRoute(id, page)]),
    ...(typeof to === 'function' ? [] : [`link "${id}" has no to(); write to: () => '/…'.`]),
  ])

const viewerProblems = ({ viewers = [] }: Plugin) =>
  viewers.flatMap(({ id, label, types = [], extensions = [], load }) => [
    ...(label ? [] : [messages.viewerWithoutLabel(id)]),
    ...(types.length + extensions.length > 0 ? [] : [messages.viewerWithoutTypes(id)]),
    ...types.filter((type) => !/^[a-z]+\/[a-z0-9.+-]+$/.test(type)).map((type) => messages.viewerTypeInvalid(id, type)),
    ...extensions.filter((one) => !/^[a-z0-9]+$/.test(one)).map((one) => messages.viewerExtensionInvalid(id, one)),
    ...(typeof load === 'function' ? [] : [`viewer "${id}" has no load(); write load: () => import('./….tsx').`]),
  ])

const noticeProblems = ({ routes, sidebar, notices = [] }: Plugin) =>
  notices.flatMap(({ page, all }) => [
    ...(sidebar.some((entry) => entry.page === page) && routes.some((route) => route.page === page)
      ? []
      : [messages.noticesPageWithoutEntry(page)]),
    ...(all.startsWith('/') ? [] : [messages.noticesAddressWithoutSlash(all)]),
  ])

/** Problems of a list of plugins, one sentence each; empty if it is valid. */
export const pluginProblems = (plugins: readonly Plugin[]): string[] => {
  const routes = plugins.flatMap((plugin) => plugin.routes.map(({ path }) => ({ path, id: plugin.id })))
  const panels = plugins.flatMap(({ settings = [] }) => settings)
  const sections = plugins.flatMap((plugin) => (plugin.search ?? []).map(({ section }) => section))
  const dialogs = plugins.flatMap((plugin) => (plugin.dialogs ?? []).map(({ id }) => id))
  const links = plugins.flatMap((plugin) => (plugin.links ?? []).map(({ id }) => id))
  const viewers = plugins.flatMap((plugin) => (plugin.viewers ?? []).map(({ id }) => id))
  const keys = plugins.flatMap(({ sidebar }) => sidebar.flatMap(({ key }) => key ?? []))
  const owners = (path: string) => [
    ...new Set(routes.filter((route) => route.path === path).map(({ id }) => `"${id}"`)),
  ]
  return [
    ...duplicates(plugins.map(({ id }) => id)).map((id) => messages.pluginIdNotUnique(id)),
    ...duplicates(routes.map(({ path }) => path)).map((path) =>
      messages.routeDeclaredTwice(path, owners(path).join(' and ')),
    ),
    ...duplicates(keys).map((key) => messages.sidebarKeyDeclaredTwice(key)),
    ...duplicates(panels.map(({ id }) => id)).map((id) => messages.settingsPanelDeclaredTwice(id)),
    ...duplicates(panels.flatMap((panel) => ('section' in panel ? [panel.section] : []))).map((name) =>
      messages.configSectionHasTwoPanels(name),
    ),
    ...duplicates(dialogs).map((id) => messages.dialogDeclaredTwice(id)),
    ...duplicates(links).map((id) => messages.linkDeclaredTwice(id)),
    ...duplicates(viewers).map((id) => messages.viewerDeclaredTwice(id)),
    ...duplicates(sections).map((section) => messages.searchDeclaredTwice(section)),
    ...plugins.flatMap((plugin) =>
      [
        ...routeProblems(plugin),
        ...searchProblems(plugin),
        ...dialogProblems(plugin),
        ...linkProblems(plugin),
        ...panelProblems(plugin),
        ...viewerProblems(plugin),
        ...noticeProblems(plugin),
        ...plugin.sidebar.flatMap((entry) => entryProblems(plugin, entry)),
      ].map((problem) => `Plugin "${plugin.id}": ${problem}`),
    ),
  ]
}

/** Plugins that this page does not load, with the reason. */
export const refusedPlugins = new Map<string, string>()

/** Skips a plugin and logs the reason. Returns `undefined`, so that it can replace the plugin in a list. */
export const refusePlugin = (id: string, reason: string): undefined => {
  refusedPlugins.set(id, reason)
  console.error(messages.pluginIsOff(id, reason))
}

/** The plugins of the page without those that are invalid or collide with an earlier one. */
export const usablePlugins = (plugins: readonly (Plugin | undefined)[]): Plugin[] => {
  const usable: Plugin[] = []
  for (const plugin of plugins) {
    if (!plugin) continue
    const problems = pluginProblems([...usable, plugin])
    if (problems.length === 0) usable.push(plugin)
    else refusePlugin(plugin.id, problems.join(' '))
  }
  return usable
}

const activePlugins = (plugins: readonly Plugin[], session: Session) =>
  plugins.filter(({ id }) => session.plugins.includes(id))

/** Routes that the session may visit, in the order of the plugins: of active plugins, gated by page. */
export const permittedRoutes = (plugins: readonly Plugin[], session: Session): PluginRoute[] =>
  activePlugins(plugins, session).flatMap(({ routes }) => routes.filter(({ page }) => session.pages.includes(page)))

/** Palette searches of the session, in the order of the plugins. */
export const permittedSearches = (plugins: readonly Plugin[], session: Session): SearchSection[] =>
  activePlugins(plugins, session).flatMap(({ search = [] }) =>
    search.filter(({ page }) => session.pages.includes(page)),
  )

/** Settings panels of the session, in the order of the plugins. */
export const permittedPanels = (plugins: readonly Plugin[], session: Session): SettingsPanel[] =>
  activePlugins(plugins, session).flatMap(({ settings = [] }) =>
    settings.filter((panel) => !isFormPanel(panel) || session.pages.includes(panel.page)),
  )

/** Dialogs of the session, in the order of the plugins. */
export const permittedDialogs = (plugins: readonly Plugin[], session: Session): PluginDialog[] =>
  activePlugins(plugins, session).flatMap(({ dialogs = [] }) =>
    dialogs.filter(({ page }) => session.pages.includes(page)),
  )

/** Linked pages of the session, in the order of the plugins. */
export const permittedLinks = (plugins: readonly Plugin[], session: Session): PluginLink[] =>
  activePlugins(plugins, session).flatMap(({ links = [] }) => links.filter(({ page }) => session.pages.includes(page)))

/** Viewers of objects, in the order of the plugins. */
export const activeViewers = (plugins: readonly Plugin[], session: Session): ObjectViewer[] =>
  activePlugins(plugins, session).flatMap(({ viewers = [] }) => viewers)

/** Notice sources of the session, each with the address of the sidebar entry it marks. */
export const permittedNotices = (plugins: readonly Plugin[], session: Session): SidebarNoticeSource[] => {
  const routes = permittedRoutes(plugins, session)
  return activePlugins(plugins, session).flatMap(({ notices = [] }) =>
    notices.flatMap(({ page, all, noun, subscribe }) => {
      const to = routes.find((route) => route.page === page)?.path
      return to === undefined ? [] : [{ all, noun, subscribe, to }]
    }),
  )
}

/** A page the session cannot open, its title, and its plugin if that is not active. */
export type ClosedRoute = Pick<PluginRoute, 'path' | 'page'> & { title: string; inactive?: string }

/** Routes the session cannot open, for the page that explains why. */
export const closedRoutes = (plugins: readonly Plugin[], session: Session): ClosedRoute[] => {
  const permittedPages = new Set(session.pages)
  return plugins.flatMap(({ id, routes, sidebar }) => {
    const isActive = session.plugins.includes(id)
    return routes
      .filter(({ page }) => !isActive || !permittedPages.has(page))
      .map(({ path, page, title }) => ({
        path,
        page,
        title: title ?? sidebar.find((entry) => entry.page === page)?.label ?? '',
        ...(!isActive && { inactive: id }),
      }))
  })
}

/**
 * Target of "/": the first permitted route without a parameter (spec/1 2.1) that is useful to the account, or else the
 * first one.
 */
export const firstPath = (routes: readonly PluginRoute[], session: Session) => {
  const candidates = routes.filter(({ path }) => !/[:*]/.test(path))
  return (candidates.find(({ home }) => home?.(session) ?? true) ?? candidates[0])?.path
}

/** A sidebar entry for display: `to` is an address of the console, `href` an external one. */
export type Entry = Pick<SidebarEntry, 'label' | 'short' | 'icon' | 'key' | 'actions' | 'paths'> & {
  to?: string
  href?: string
}

export type EntryGroup = { id: Group; label?: string; entries: Entry[] }

const toEntry = (
  routes: readonly PluginRoute[],
  { label, short, icon, key, actions, paths, page, href }: SidebarEntry,
): Entry[] => {
  const rest = {
    label,
    icon,
    ...(short && { short }),
    ...(key && { key }),
    ...(actions && { actions }),
    ...(paths && { paths }),
  }
  if (href) return [{ ...rest, href }]
  const path = routes.find((route) => route.page === page)?.path
  return path ? [{ ...rest, to: path }] : []
}

/**
 * The sidebar for a session: entries whose page it may open, grouped. Those of the shell (Documentation) come last in
 * their group. The operator group exists in operator mode only (spec/1 2.5).
 */
export const sidebarGroups = (
  plugins: readonly Plugin[],
  session: Session,
  shellEntries: readonly SidebarEntry[] = [],
): EntryGroup[] => {
  const routes = permittedRoutes(plugins, session)
  const all = [...activePlugins(plugins, session).flatMap(({ sidebar }) => sidebar), ...shellEntries]
  const visible = all.filter(({ when }) => when?.(session) ?? true)
  const groupOf = ({ group }: SidebarEntry) => (typeof group === 'function' ? group(session) : group)
  return groups
    .filter(({ id }) => id !== 'operator' || session.operator)
    .map(({ id, label }) => {
      const entries = visible.filter((entry) => groupOf(entry) === id).flatMap((entry) => toEntry(routes, entry))
      // no heading above a group that only has an external link
      return { id, ...(label && entries.some(({ to }) => to) && { label }), entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** The entry that a path belongs to: the one with the longest address that is a prefix of the path. */
export const currentEntry = (sidebar: readonly EntryGroup[], path: string): Entry | undefined =>
  sidebar
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => [entry.to, ...(entry.paths ?? [])].map((to) => ({ entry, to })))
    .filter(({ to }) => to && `${path}/`.startsWith(`${to}/`))
    .sort((a, b) => (b.to?.length ?? 0) - (a.to?.length ?? 0))[0]?.entry
