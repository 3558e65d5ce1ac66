import { assert, test } from '../../../test/lib/suite.ts'
import { tenantCrd } from '../../../engines/kubernetes/demo/tenant-crd.ts'
import { completeManifest, manifestProblems } from '../details/pages/manifest.ts'
import { schemaFields } from '../kubernetes/schema-fields.ts'

const definition = tenantCrd('7.1').spec.versions[0]?.schema.openAPIV3Schema as { properties: { spec: unknown } }
const fields = schemaFields(definition.properties.spec, 'spec')

/** A manifest; `|` marks the caret. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return [marked.replace('|', ''), caret] as const
}
const completed = (marked: string) => {
  const [text, caret] = at(marked)
  const { options, from, to } = completeManifest(text, caret, fields) ?? { options: [], from: 0, to: 0 }
  return { values: options.map(({ value }) => value.trim()), replaced: text.slice(from, to) }
}

test('the fields of a schema have types by path', () => {
  assert.is(fields['spec.pools[].servers'], 'integer')
  assert.is(fields['spec.pools[].nodeSelector'], 'map')
  assert.is(fields['spec.pools[].affinity'], 'any')
  assert.is(fields['spec.requestAutoCert'], 'boolean')
  assert.is(fields['spec.users[]'], 'object')
})

test('a schema that refers to itself or is no schema ends', () => {
  const endless: Record<string, unknown> = { type: 'object' }
  endless.properties = { again: endless }
  assert.ok(Object.keys(schemaFields(endless, 'spec')).length < 100)
  assert.equal(schemaFields('nonsense', 'spec'), { spec: 'any' })
})

test('a field that the operator does not have is reported at its line', () => {
  const text =
    'metadata:\n  anything: 1\nspec:\n  pools:\n  - name: a\n    serverz: 4\n    affinity:\n      any: thing\n'
  assert.equal(manifestProblems(text, fields), [
    { line: 6, message: 'The operator of this cluster has no field spec.pools[].serverz' },
  ])
  assert.equal(manifestProblems(text), [], 'without a schema fields are not checked')
})

test('a syntax error is reported before unknown fields', () => {
  const [first] = manifestProblems('spec:\n  nope: 1\n  users: [a\n', fields)
  assert.is(first?.line !== undefined && first.line >= 3, true)
  assert.not.match(first?.message ?? '', /no field/)
})

test('fields that are not there yet are offered at the caret, in lists and maps', () => {
  assert.equal(completed('spec:\n  requestA|'), { values: ['requestAutoCert:'], replaced: 'requestA' })
  assert.equal(completed('spec:\n  pools:\n    - name: a\n      serv|\n'), { values: ['servers:'], replaced: 'serv' })
  assert.equal(completed('spec:\n  pools:\n    - serv|\n').values, ['servers:'])
  assert.equal(completed('spec:\n  pools:\n  - servers: 4\n    serv|\n').values, [], 'the field exists already')
  assert.equal(completed('spec:\n  logging:\n    |\n').values, ['json:', 'anonymous:', 'quiet:'])
  assert.equal(completed('metadata:\n  na|\n').values, [], 'only the spec has a schema')
})

test('true and false are offered as the value of a boolean', () => {
  assert.equal(completed('spec:\n  requestAutoCert: |\n').values, ['true', 'false'])
  assert.equal(completed('spec:\n  requestAutoCert: t|').values, ['true'])
  assert.equal(completed('spec:\n  image: |\n').values, [])
})
