import { licenseGroup } from '../../core/protocol/license-group.ts'
import Package from 'lucide-react/icons/package'
import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import * as v from 'valibot'
import { panelForm } from '../../core/web/panels.ts'
import type { ObjectViewer, Plugin, PluginRoute, Session, SidebarEntry } from '../../core/web/plugin.ts'
import {
  activeViewers,
  closedRoutes,
  currentEntry,
  firstPath,
  permittedDialogs,
  permittedLinks,
  permittedNotices,
  permittedPanels,
  permittedRoutes,
  pluginProblems,
  refusedPlugins,
  sidebarGroups,
  usablePlugins,
} from '../../core/web/registry.ts'
import { plugins } from '../lib/plugins-of-browser.ts'

const route = (path: string, page = path): PluginRoute => ({ path, page, load: async () => ({ default: () => null }) })

const entry = (
  page: string,
  label: string,
  group: SidebarEntry['group'] = 'common',
  when?: SidebarEntry['when'],
): SidebarEntry => ({
  page,
  label,
  icon: Package,
  group,
  ...(when && { when }),
})

const plugin = (id: string, parts: Partial<Plugin> = {}): Plugin => ({ id, routes: [], sidebar: [], ...parts })

const session = (parts: Partial<Session> = {}): Session => ({
  status: 'ok',
  pages: [],
  features: [],
  password: 'owner',
  operator: false,
  distributedMode: false,
  withheld: [],
  rights: 'some' as const,
  account: 'admin',
  plugins: [],
  ...parts,
})

const tiers = plugin('tiers', { routes: [route('/tiers')], sidebar: [entry('/tiers', 'Tiers')] })

test("the console's own plugin list has no problems", () => {
  assert.equal(pluginProblems(plugins), [])
})

test('an id listed twice is reported', () => {
  const problems = pluginProblems([plugin('tiers'), plugin('tiers')])
  assert.equal(problems, ['There are two plugins "tiers"; ids are unique.'])
})

test('notices without a sidebar entry or a target are reported', () => {
  const subscribe = () => () => {}
  const noun = { one: 'alert', many: 'alerts' }
  const problems = pluginProblems([{ ...tiers, notices: [{ page: '/tears', all: 'tiers', noun, subscribe }] }])
  assert.equal(problems, [
    'Plugin "tiers": its notices name page "/tears", which no sidebar entry of the plugin has.',
    'Plugin "tiers": its notices lead to "tiers", which does not begin with "/".',
  ])
})

test("a plugin's notices are followed by accounts that may open its page", () => {
  const subscribe = () => () => {}
  const list = [
    {
      ...tiers,
      notices: [{ page: '/tiers', all: '/tiers?tab=alerts', noun: { one: 'alert', many: 'alerts' }, subscribe }],
    },
  ]
  const noticesFor = (pages: string[], on = ['tiers']) =>
    permittedNotices(list, session({ pages, plugins: on })).map(({ to, all }) => [to, all])
  assert.equal(noticesFor(['/tiers']), [['/tiers', '/tiers?tab=alerts']])
  assert.equal([noticesFor([]), noticesFor(['/tiers'], [])], [[], []])
})

test('a path declared by two plugins is reported with both', () => {
  const problems = pluginProblems([tiers, plugin('other', { routes: [route('/tiers', '/other')] })])
  assert.equal(problems, [
    'Route "/tiers" is declared twice, by plugin "tiers" and "other"; a path belongs to one route.',
  ])
})

test('a short label that is not part of the label is reported', () => {
  const short = (text: string) =>
    plugin('tiers', { routes: [route('/tiers')], sidebar: [{ ...entry('/tiers', 'Storage Tiers'), short: text }] })
  assert.equal(pluginProblems([short('Tiers')]), [])
  assert.equal(pluginProblems([short('Levels')]), [
    'Plugin "tiers": sidebar entry "Storage Tiers" has the short label "Levels", which is not part of it.',
  ])
})

test('a search whose page has no route, and a duplicate heading, are reported', () => {
  const search = (page: string) => [{ section: 'Tiers', page, load: async () => async () => ({ hits: [] }) }]
  const problems = pluginProblems([
    plugin('tiers', { routes: [route('/tiers')], search: search('/tiers') }),
    plugin('other', { search: search('/tears') }),
  ])
  assert.equal(problems, [
    'The search "Tiers" is declared twice; each heading of the palette has one.',
    'Plugin "other": search "Tiers" names page "/tears", which no route of the plugin has.',
  ])
})

test('a settings panel is validated, and offered to accounts that may open its page', () => {
  const panel = (id: string, page: string) => ({
    id,
    title: 'Panel',
    about: 'It sets something.',
    page,
    load: async () => panelForm({ schema: v.object({}), read: async () => ({}), save: async () => {} }),
  })
  const one = plugin('tiers', { routes: [route('/tiers')], settings: [panel('pace', '/tiers')] })
  assert.equal(pluginProblems([one]), [])
  assert.equal(
    pluginProblems([one, plugin('other', { settings: [panel('pace', '/tears'), panel('Two Words', '/tears')] })]),
    [
      'Settings panel "pace" is declared twice; ids are unique over all plugins.',
      'Plugin "other": settings panel "pace" names page "/tears", which no route of the plugin has.',
      'Plugin "other": settings panel "Two Words" is part of an address; use lower-case letters, digits and dashes.',
      'Plugin "other": settings panel "Two Words" names page "/tears", which no route of the plugin has.',
    ],
  )
  const ids = (parts: Partial<Session>) => permittedPanels([one], session(parts)).map(({ id }) => id)
  assert.equal(
    [
      ids({ pages: ['/tiers'], plugins: ['tiers'] }),
      ids({ pages: [], plugins: ['tiers'] }),
      ids({ pages: ['/tiers'] }),
    ],
    [['pace'], [], []],
  )
})

test('a sidebar entry whose page has no route is reported', () => {
  const problems = pluginProblems([plugin('tiers', { routes: [route('/tiers')], sidebar: [entry('/tears', 'Tiers')] })])
  assert.equal(problems, [
    'Plugin "tiers": sidebar entry "Tiers" names page "/tears", which no route of the plugin has.',
  ])
})

test('an unknown group is reported with the valid ones', () => {
  const problems = pluginProblems([
    plugin('tiers', { routes: [route('/tiers')], sidebar: [entry('/tiers', 'Tiers', 'tolls' as 'tools')] }),
  ])
  assert.equal(problems, [
    'Plugin "tiers": sidebar entry "Tiers" is in group "tolls"; the groups are common, tools, operator, license.',
  ])
})

test('paths reserved for the shell and invalid paths are reported', () => {
  const problems = pluginProblems([plugin('x', { routes: [route('/login'), route('tiers')] })])
  assert.equal(problems, [
    'Plugin "x": route "/login" belongs to the shell; choose another path.',
    'Plugin "x": route "tiers" does not begin with "/".',
  ])
})

test('all problems of all plugins are reported together', () => {
  const broken = [
    plugin('a', { sidebar: [entry('/gone', 'Gone')], routes: [{ ...route('/a'), layout: 'wide' as 'bare' }] }),
    plugin('a', { settings: [] }),
    plugin('b', { routes: [{ path: '/b', page: '/b' } as PluginRoute] }),
  ]
  const problems = pluginProblems(broken)
  assert.is(problems.length, 4)
})

test('an invalid or conflicting plugin is skipped and the reason is recorded', () => {
  const good = plugin('good', { routes: [route('/good')] })
  const again = plugin('again', { routes: [route('/good')] })
  const other = plugin('other', { routes: [route('/other')] })
  const { error } = console
  const messages: unknown[] = []
  console.error = (message) => messages.push(message)
  try {
    assert.equal(usablePlugins([good, undefined, again, other]), [good, other])
  } finally {
    console.error = error
  }
  assert.match(String(messages), 'The plugin "again" is off: Route "/good"')
  assert.match(refusedPlugins.get('again') ?? '', 'Route "/good" is declared twice')
  assert.not.ok(refusedPlugins.has('other'))
})

test('a route exists if the session lists exactly its page', () => {
  const list = [plugin('users', { routes: [route('/users'), route('/users/*', '/users/:userName+')] })]
  const paths = (pages: string[]) =>
    permittedRoutes(list, session({ pages, plugins: ['users'] })).map(({ path }) => path)
  assert.equal(paths(['/users']), ['/users'])
  assert.equal(paths(['/users/:userName+']), ['/users/*'])
  assert.equal(paths(['/users/*', '/Users']), [])
})

test('a plugin the session does not list contributes nothing', () => {
  const pages = { pages: ['/tiers'] }
  assert.equal(permittedRoutes([tiers], session(pages)), [])
  assert.equal(sidebarGroups([tiers], session(pages)), [])
})

test('"/" leads to the first page without a parameter', () => {
  assert.is(
    firstPath([route('/namespaces/:name'), route('/buckets/*'), route('/buckets'), route('/users')], session({})),
    '/buckets',
  )
  assert.is(firstPath([], session({})), undefined)
})

test('"/" skips a page that is useless to the account, unless it is the only one', () => {
  const buckets = { ...route('/buckets'), home: ({ usesBuckets }: Session) => usesBuckets !== false }
  const routes = [buckets, { ...route('/account'), home: () => false }, route('/trace')]
  assert.is(firstPath(routes, session({ usesBuckets: true })), '/buckets')
  assert.is(firstPath(routes, session({ usesBuckets: false })), '/trace')
  assert.is(firstPath(routes.slice(0, 2), session({ usesBuckets: false })), '/buckets')
})

test('a page of an inactive plugin is closed and names the plugin', () => {
  const off = plugin('trace', { routes: [route('/trace')], sidebar: [entry('/trace', 'Trace')] })
  assert.equal(closedRoutes([off], session({ plugins: [], pages: [] })), [
    { path: '/trace', page: '/trace', title: 'Trace', inactive: 'trace' },
  ])
  assert.equal(closedRoutes([off], session({ plugins: ['trace'], pages: [] })), [
    { path: '/trace', page: '/trace', title: 'Trace' },
  ])
})

const everything = [
  plugin('buckets', { routes: [route('/buckets')], sidebar: [entry('/buckets', 'Buckets')] }),
  plugin('users', { routes: [route('/users')], sidebar: [entry('/users', 'Users')] }),
  plugin('heal', {
    routes: [route('/heal')],
    sidebar: [entry('/heal', 'Heal', 'tools', ({ distributedMode }) => distributedMode)],
  }),
  plugin('tenants', {
    routes: [route('/tenants'), route('/storage')],
    sidebar: [entry('/tenants', 'Tenants', 'operator'), entry('/storage', 'Storage', 'operator')],
  }),
  plugin('license', { routes: [route('/license')], sidebar: [entry('/license', 'License', licenseGroup)] }),
]
const documentation: SidebarEntry = {
  label: 'Documentation',
  icon: Package,
  href: 'https://docs.example/',
  group: licenseGroup,
}

const shownTo = (parts: Partial<Session>) =>
  sidebarGroups(everything, session({ plugins: everything.map(({ id }) => id), ...parts }), [documentation]).map(
    ({ label = 'Common', entries }) => [label, ...entries.map((one) => one.label)],
  )

test('a page without a sidebar entry belongs to the entry its path refers to', () => {
  const policies = plugin('policies', {
    routes: [route('/policies'), route('/check')],
    sidebar: [{ ...entry('/policies', 'Policies'), paths: ['/check'] }],
  })
  const groups = sidebarGroups([policies], session({ plugins: ['policies'], pages: ['/policies', '/check'] }))
  for (const path of ['/policies/a', '/check', '/check/more']) assert.is(currentEntry(groups, path)?.label, 'Policies')
  assert.is(currentEntry(groups, '/checked'), undefined)
})

test('a shared dialog is offered to accounts that may open its page, and has a unique id', () => {
  const load = async () => ({ default: () => null })
  const one = plugin('policies', { routes: [route('/check')], dialogs: [{ id: 'check', page: '/check', load }] })
  assert.equal(pluck(permittedDialogs([one], session({ plugins: ['policies'], pages: ['/check'] })), 'id'), ['check'])
  assert.equal(permittedDialogs([one], session({ plugins: ['policies'], pages: [] })), [])
  assert.equal(pluginProblems([one, plugin('more', { dialogs: [{ id: 'check', page: '/gone', load }] })]), [
    'The dialog "check" is declared twice; ids are unique over all plugins.',
    'Plugin "more": dialog "check" names page "/gone", which no route of the plugin has.',
  ])
})

test('a link is offered to accounts that may open its page, and has a unique id', () => {
  const to = ({ bucket = '' }) => `/logs?bucket=${bucket}`
  const one = plugin('logs', { routes: [route('/logs')], links: [{ id: 'history', page: '/logs', to }] })
  const [link] = permittedLinks([one], session({ plugins: ['logs'], pages: ['/logs'] }))
  assert.is(link?.to({ bucket: 'photos' }), '/logs?bucket=photos')
  assert.equal(permittedLinks([one], session({ plugins: ['logs'], pages: [] })), [])
  assert.equal(permittedLinks([one], session({ plugins: [], pages: ['/logs'] })), [])
  assert.equal(pluginProblems([one, plugin('more', { links: [{ id: 'history', page: '/gone', to }] })]), [
    'The link "history" is declared twice; ids are unique over all plugins.',
    'Plugin "more": link "history" names page "/gone", which no route of the plugin has.',
  ])
})

test('the sidebar lists what the session grants, with License and Documentation in a separate group', () => {
  assert.equal(shownTo({ pages: ['/buckets', '/users', '/license'] }), [
    ['Common', 'Buckets', 'Users'],
    ['License', 'License', 'Documentation'],
  ])
})

test('Documentation is shown even alone, without a group heading', () => {
  assert.equal(shownTo({ pages: [] }), [['Common', 'Documentation']])
})

test('License and Documentation move to Operator if tenants are granted', () => {
  assert.equal(shownTo({ operator: true, pages: ['/tenants', '/storage', '/license'] }), [
    ['Operator', 'Tenants', 'Storage', 'License', 'Documentation'],
  ])
})

test('in operator mode a token without tenants gets License and Documentation under License', () => {
  assert.equal(shownTo({ operator: true, pages: ['/license'] }), [['License', 'License', 'Documentation']])
})

test('without tenants there is no Operator group, regardless of other rights', () => {
  assert.equal(shownTo({ pages: ['/storage'] }), [['Common', 'Documentation']])
})

test('an entry can depend on the session: Heal is shown only for distributed storage', () => {
  const pages = ['/heal']
  assert.equal(shownTo({ pages, distributedMode: true })[0], ['Tools', 'Heal'])
  assert.equal(shownTo({ pages, distributedMode: false }), [['Common', 'Documentation']])
})

test('a page belongs to the entry with the longest matching path prefix', () => {
  const list = [
    plugin('x', {
      routes: [route('/tiers'), route('/tiers/add'), route('/tier')],
      sidebar: [entry('/tiers', 'Tiers'), entry('/tiers/add', 'Add'), entry('/tier', 'Tier')],
    }),
  ]
  const groups = sidebarGroups(list, session({ plugins: ['x'], pages: ['/tiers', '/tiers/add', '/tier'] }), [
    documentation,
  ])
  const at = (path: string) => currentEntry(groups, path)?.label
  assert.equal(
    [at('/tiers'), at('/tiers/add/s3'), at('/tiers/one'), at('/tier/x'), at('/other')],
    ['Tiers', 'Add', 'Tiers', 'Tier', undefined],
  )
})

const viewer = (id: string, parts: Partial<ObjectViewer> = {}): ObjectViewer => ({
  id,
  label: 'Table',
  types: ['text/csv'],
  load: async () => ({ default: () => null }),
  ...parts,
})

test('viewers of objects come from all active plugins', () => {
  const both = [plugin('a', { viewers: [viewer('one')] }), plugin('b', { viewers: [viewer('two')] })]
  const ids = (plugins: string[]) => activeViewers(both, session({ plugins })).map(({ id }) => id)
  assert.equal(ids(['a', 'b']), ['one', 'two'])
  assert.equal(ids(['b']), ['two'])
})

test('a viewer without types, with a wrong type or extension, or declared twice is reported', () => {
  assert.equal(
    pluginProblems([
      plugin('a', { viewers: [viewer('one', { types: [] }), viewer('two', { types: ['CSV'], extensions: ['.csv'] })] }),
      plugin('b', { viewers: [viewer('two')] }),
    ]),
    [
      'The viewer "two" is declared twice; ids are unique over all plugins.',
      'Plugin "a": viewer "one" names neither types nor extensions.',
      'Plugin "a": viewer "two" has the type "CSV"; write a media type in lower case, such as "text/csv".',
      'Plugin "a": viewer "two" has the extension ".csv"; write it in lower case and without a dot.',
    ],
  )
})
