import { readdirSync } from 'node:fs'
import { assert, test } from './lib/suite.ts'
import { exportsOf, needsContext, undocumented, unusedNames } from './boundaries-adapters.ts'

/** Number of names that adapters get besides their context. A new one belongs into the context if it needs one. */
const limits = { embedded: 58, kubernetes: 22, minio: 25, s3: 33 }

const entries = Object.keys(limits) as (keyof typeof limits)[]

for (const engine of entries) {
  const entry = `entry/engines/${engine}.ts`
  const exported = exportsOf(entry)

  test(`${entry} exports only as many names as adapters need`, () => {
    assert.is(exported.length, limits[engine])
    assert.equal(unusedNames(exported, `stowage/engines/${engine}`), [])
  })

  test(`each name that ${entry} exports has a docstring`, () => assert.equal(undocumented(exported), []))

  test(`${entry} exports no function that needs the internals of the engine`, () =>
    assert.equal(needsContext(exported), []))
}

test('each engine has an entry point with such a limit', () => {
  const names = readdirSync('entry/engines').map((name) => name.replace('.ts', ''))
  assert.equal(names.sort(), [...entries].sort())
})

test('a function that takes an engine’s internals is reported', () => {
  const exported = [{ name: 'readUser', file: 'engines/minio/accounts.ts', declared: 'readUser' }]
  assert.equal(needsContext(exported), ['engines/minio/accounts.ts: readUser'])
})
