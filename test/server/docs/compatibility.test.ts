import { readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../../lib/suite.ts'
import { compatibilityPage, type ServerResult } from '../../compatibility/page.mjs'
import { s3Differences } from '../../lib/s3-differences.ts'

const test = suite('compatibility with S3 servers in the documents')

const results = JSON.parse(readFileSync('test/compatibility/results.json', 'utf8')) as ServerResult[]

/** Names of the suites in the sources that run on plain S3 servers. */
const suites = readdirSync('plugins', { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(`plugins/${file}`, 'utf8').matchAll(/onEveryStorage\('([^']+)'/g)])
  .map(([, name = '']) => name)

test('the page shows the recorded results', () => {
  assert.is(readFileSync('docs/compatibility.md', 'utf8'), compatibilityPage(results))
})

test('every suite for plain S3 servers is in the recorded results of each server', () => {
  assert.ok(suites.length > 4)
  for (const { title, suites: recorded } of results)
    assert.equal(
      suites.filter((name) => !(name in recorded)),
      [],
      title,
    )
})

test('the recorded differences are those that tests are skipped for', () => {
  const reasons = new Set(Object.values(s3Differences).flatMap((differences) => Object.values(differences)))
  const recorded = new Set(results.flatMap(({ different }) => different))
  assert.equal([...recorded].sort(), [...reasons].sort())
})
