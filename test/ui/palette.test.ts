import Layers from 'lucide-react/icons/layers'
import Package from 'lucide-react/icons/package'
import { assert, test } from '../lib/suite.ts'
import type { EntryGroup } from '../../core/web/registry.ts'
import { commandsOf, findCommands } from '../../ui/commands.ts'
import { fuzzyMatch } from '../../ui/fuzzy-match.ts'

const hits = (label: string, query: string) =>
  fuzzyMatch(label, query)
    ?.pieces.map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

test('contiguous letters match, at a word start first', () => {
  assert.is(hits('Create User', 'cre'), '[Cre]ate User')
  assert.is(hits('Update tier credentials', 'CRE'), 'Update tier [cre]dentials')
  assert.is(hits('Unused users', 'use'), 'Unused [use]rs')
  assert.is(hits('Unused', 'use'), 'Un[use]d')
})

test('scattered letters in order match too, and no others', () => {
  assert.is(hits('Service Accounts', 'sac'), '[S]ervice [Ac]counts')
  assert.is(hits('Service Accounts', 'sax'), undefined)
})

test('an empty text matches everything without highlights', () => {
  assert.is(hits('Users', '  '), 'Users')
})

test('letters outside the basic plane are highlighted whole', () => {
  assert.is(hits('𝒳 photos', 'ph'), '𝒳 [ph]otos')
})

const groups: EntryGroup[] = [
  {
    id: 'common',
    entries: [
      {
        label: 'Buckets',
        icon: Package,
        to: '/buckets',
        actions: [{ label: 'Create Bucket', to: '/buckets?create=1' }],
      },
      { label: 'Tiers', icon: Layers, to: '/tiers', actions: [{ label: 'Update tier credentials', to: '/tiers' }] },
    ],
  },
  {
    id: 'license',
    label: 'License',
    entries: [{ label: 'Documentation', icon: Package, href: 'https://docs.example/' }],
  },
]
const commands = commandsOf(groups, () => {})
const found = (query: string) => findCommands(commands, query).map(({ section, label }) => `${section}: ${label}`)

test("pages come before actions, and actions before the console's own commands", () => {
  assert.equal(found('').slice(0, 4), [
    'Pages: Buckets',
    'Pages: Tiers',
    'Actions: Create Bucket',
    'Actions: Update tier credentials',
  ])
  assert.equal(found('').slice(-3), ['Console: Keyboard Shortcuts', 'Console: Documentation', 'Console: Logout'])
})

test('within a section better matches come first', () => {
  assert.equal(found('cre'), ['Actions: Create Bucket', 'Actions: Update tier credentials'])
  assert.equal(found('tier'), ['Pages: Tiers', 'Actions: Update tier credentials'])
})

test('scattered letters match only if no command matches contiguously', () => {
  assert.equal(found('bkt'), ['Pages: Buckets', 'Actions: Create Bucket'])
  assert.not.ok(found('to').includes('Pages: Buckets'))
})

test('a command is also found by its category', () => {
  assert.equal(found('theme'), ['Console: System', 'Console: Light', 'Console: Dark', 'Console: High contrast'])
})
