import { assert, test } from '../../../test/lib/suite.ts'
import { isFormPanel } from '../../../core/web/panels.ts'
import { permittedPanels } from '../../../core/web/registry.ts'
import { plugins as manifests } from '../../../test/lib/plugins-of-browser.ts'
import { plugins } from '../../../test/lib/plugins-of-server.ts'
import { hiddenReason, rankOf, sectionOf } from '../sections.ts'
import { claimedSections, pluginProblems } from '../../../server/plugins.ts'
import { pluginSections } from './plugin-sections.ts'

const session = (ids: readonly string[]) => ({
  status: 'ok' as const,
  pages: manifests.flatMap(({ routes }) => routes.map(({ page }) => page)),
  withheld: [],
  rights: 'some' as const,
  features: [],
  operator: false,
  distributedMode: false,
  account: 'admin',
  password: 'owner' as const,
  plugins: [...ids],
})

const ids = manifests.map(({ id }) => id)
const sectionsIn = (active: readonly string[]) =>
  permittedPanels(manifests, session(active)).flatMap((panel) => ('section' in panel ? [panel.section] : []))

test('every configuration section is owned by exactly one plugin, the same one on client and server', () => {
  const all = pluginSections.map(({ id }) => id)
  assert.equal(
    all.filter((id, at) => all.indexOf(id) !== at),
    [],
  )
  for (const { id, settings = [] } of manifests) {
    const named = settings.flatMap((panel) => ('section' in panel ? [panel.section] : []))
    const pluginSettings = pluginSections.filter((section) => section.plugin === id && !section.ownPages)
    assert.equal(
      named,
      pluginSettings.map((section) => section.id),
      id,
    )
  }
})

test('at least ten plugins contribute to the Settings page', () => {
  const contributing = manifests.filter(({ settings = [] }) =>
    settings.some((panel) => isFormPanel(panel) || 'section' in panel),
  )
  assert.ok(contributing.length >= 10, contributing.map(({ id }) => id).join(', '))
})

test('turning a plugin off removes its sections and panels and no others', () => {
  for (const { id, settings = [] } of manifests) {
    const own = settings.flatMap((panel) => ('section' in panel ? [panel.section] : []))
    const rest = sectionsIn(ids.filter((other) => other !== id))
    assert.equal(
      rest,
      sectionsIn(ids).filter((name) => !own.includes(name)),
      id,
    )
    const off = claimedSections(plugins, (plugin) => plugin.id !== id)
    for (const { id: name, title, ownPages } of off.filter(({ plugin }) => plugin === id))
      assert.ok(hiddenReason(off, name)?.includes(title) || ownPages, name)
    for (const { id: name, ownPages } of off.filter(({ plugin }) => plugin !== id))
      assert.is(hiddenReason(off, name) === undefined, !ownPages, name)
  }
})

test('a section that no plugin owns is shown by its name, after the others of the page', () => {
  assert.equal(sectionOf(pluginSections, 'unheard_of'), { id: 'unheard_of', title: 'Unheard Of', group: 'Other' })
  assert.is(hiddenReason(pluginSections, 'unheard_of'), undefined)
  assert.ok(
    pluginSections
      .filter(({ ownPages }) => !ownPages)
      .every(({ id }) => rankOf(pluginSections, id) < rankOf(pluginSections, 'x')),
  )
})

test('two plugins with the same section are refused by name', () => {
  const section = { id: 'heal', title: 'Heal', group: 'Data' } as const
  const [one, two] = ['one', 'two'].map((id) => ({ id, pages: {}, routes: [], sections: [section] }))
  if (!one || !two) throw new Error('There are two plugins')
  assert.equal(pluginProblems([one, two]), [
    'Plugins "one" and "two": the configuration section "heal" is declared 2 times.',
  ])
})
