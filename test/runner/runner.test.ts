import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { copyProject, type Project } from '../lib/project.ts'
import { areas, filesOf } from '../mutants/areas.mjs'
import { outcomeOf, outputOf } from './outcome.mjs'
import { groupsOf, serverFunctions, serverHelpers, sets, shardOf, testFiles } from './plan.mjs'

const test = suite('the test runner')
let project: Project

/** Runs the runner in a separate project; returns the last line, the output above it, and the exit code. */
const run = (words: string[], env: Record<string, string> = {}) => {
  const { printed, errors, ended } = project.run(['test/run.mjs', ...words], { REQUIRE: '', CI: '', ...env })
  const lines = printed.trimEnd().split('\n')
  return { last: lines.at(-1), printed: printed + errors, ended }
}

test.before(() => {
  project = copyProject('build', 'test/run.mjs', 'test/lib', 'test/runner', 'testing', 'package.json', 'tsconfig.json')
  const text = (title: string) => `
    import { test } from '../lib/suite.ts'
    import { hasOwnMinio, noOwnMinio } from '../lib/minio.ts'
    const onMinio = hasOwnMinio() ? test : () => test.skip()
    for (const name of ['one', 'two']) test(\`${title} \${name}\`, () => {})
    onMinio('on a server', () => {})`
  project.write('test/server/both.test.ts', text('server'))
  project.write('test/browser/both.test.ts', text('browser'))
})
test.after(() => project.remove())

const withoutMinio = { CONSOLE_TEST_MINIO: '', PATH: '', HOME: '/nonexistent', GOPATH: '/nonexistent' }

test('tests whose server is missing count as skipped, one by one', () => {
  const { last, ended } = run(['unit', 'server/both'], withoutMinio)
  assert.is(last, '2 passed, 0 failed, 1 skipped')
  assert.is(ended, 0)
})

test('an error printed between two totals does not hide them', () => {
  const output = outputOf()
  assert.is(output.add('stdout', '\n  Total:     2'), '\n')
  output.add('stderr', 'an error\n')
  output.add('stdout', '\n  Passed:    1\n  Skipped:   0\n  Duration:  1ms\n\n FAIL ')
  assert.match(output.end(), '\nan error\n')
  const outcome = outcomeOf({ printed: output.end(), ended: 1, seconds: 1, limit: 60 })
  assert.equal(outcome, { passed: 1, failed: 1, skipped: 0 })
})

test('a component that REQUIRE names and the machine lacks fails the run', () => {
  const minio = run(['unit', 'server/both'], { ...withoutMinio, REQUIRE: 'minio' })
  assert.is(minio.last, '0 passed, 1 failed, 0 skipped')
  assert.match(minio.printed, 'REQUIRE names minio')
  assert.is(minio.ended, 1)
  const chromium = run(['browser'], { CHROMIUM: '/no/chromium', REQUIRE: 'minio, chromium' })
  assert.is(chromium.last, '0 passed, 1 failed, 0 skipped')
  assert.match(chromium.printed, 'REQUIRE names chromium')
  assert.is(chromium.ended, 1)
})

test('a component that REQUIRE names and no test looks for fails the run', () => {
  const { last, printed, ended } = run(['unit', 'server/both'], { REQUIRE: 'minioo' })
  assert.match(printed, 'minioo, which no test looks for')
  assert.match(last ?? '', '1 failed')
  assert.is(ended, 1)
})

test('without Chromium each test of a browser file counts as skipped', () => {
  const { last, printed } = run(['browser'], { CHROMIUM: '/no/chromium' })
  assert.match(printed, 'browser tests are skipped: there is no /no/chromium')
  assert.is(last, '0 passed, 0 failed, 3 skipped')
})

test('a run that finds no test fails', () => {
  for (const words of [['core/absent'], ['conformance'], ['--all', '--shard', '3/3', 'server/both']]) {
    const { last, ended } = run(words)
    assert.equal([last, ended], ['0 passed, 1 failed, 0 skipped', 1], words.join(' '))
  }
})

test('an option that does not exist stops the run before any test', () => {
  for (const words of [['--slow'], ['--shard', '5/4'], ['--shard', 'two']]) assert.is(run(words).ended, 1)
})

const everyFile = testFiles()

test('each file is in exactly one shard', () => {
  const shards = [1, 2, 3, 4].map((index) => shardOf(everyFile, { index, of: 4 }))
  assert.equal(shards.flat().sort(), [...everyFile].sort())
  for (const shard of shards) assert.ok(shard.length > 0)
})

test('each file runs in exactly one process, long ones alone', () => {
  const groups = groupsOf(everyFile, 5)
  assert.equal(groups.flat().sort(), [...everyFile].sort())
  assert.ok(groups.every(({ length }) => length > 0 && length <= 5))
  assert.ok(groups.some(([first, ...more]) => first === 'test/browser/everywhere.test.ts' && more.length === 0))
})

test('tests of a file that npm test leaves out are in the rest', () => {
  for (const file of everyFile) {
    const [quick, rest] = [sets.quick.run(file), sets.rest.run(file)]
    assert.ok(quick ?? rest, file)
    if (!quick) assert.equal(rest, {}, file)
  }
  assert.is(sets.quick.run('test/browser/quick/walk.test.ts')?.engines, 'embedded,demo')
  assert.is(sets.quick.run('test/browser/everywhere.test.ts'), undefined)
  assert.is(
    sets.rest.run('plugins/buckets/test/conformance/buckets.test.ts')?.engines,
    'minio,cluster,versity,seaweedfs,moto,garage,plain-minio',
  )
})

test('the full run omits only the quick check of pages, which the check in all themes and widths covers', () => {
  const repeated = 'test/browser/quick/pages.test.ts'
  assert.equal(
    everyFile.filter((file) => !sets.all.run(file)),
    [repeated],
  )
  for (const file of [repeated, 'test/browser/everywhere.test.ts'])
    assert.match(readFileSync(file, 'utf8'), 'for (const owner of owners)')
  assert.equal(sets.chosen.run(repeated), {})
})

const totals = (total: number, passed: number, skipped: number) =>
  `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n  Duration:  3.00ms\n\n`
const times = { seconds: 61.2, limit: 60 }

test('a process that was stopped at its time limit fails with both figures', () => {
  assert.equal(outcomeOf({ printed: '• • ', ended: 'limit', ...times }), {
    passed: 0,
    failed: 1,
    skipped: 0,
    cpu: 0,
    problem: 'stopped after 61 s, its time limit is 60 s',
  })
})

test('a run counts as green only if every test passed and the process ended well', () => {
  const failedIn = (printed: string, ended: number | string) => outcomeOf({ printed, ended, ...times }).failed
  assert.is(failedIn(totals(2, 2, 1), 0), 0)
  assert.is(failedIn(totals(2, 2, 1), 1), 1)
  assert.is(failedIn(totals(2, 2, 1), 'left open'), 1)
  assert.is(failedIn(totals(3, 1, 0), 0), 2)
  assert.is(failedIn(totals(0, 0, 0), 0), 1)
  assert.is(failedIn('', 3), 1)
})

test('a test that skips itself while it runs counts as skipped', () => {
  const printed = `Skipped while running: "a bucket is locked" on versity: no locks\n${totals(3, 3, 1)}`
  const { passed, failed, skipped } = outcomeOf({ printed, ended: 0, ...times })
  assert.equal([passed, failed, skipped], [2, 0, 2])
})

test('every area of mutants has sources and tests', () => {
  for (const area of Object.keys(areas)) {
    const { files, tests } = filesOf(area)
    assert.ok(files.length > 0 && tests.length > 0, area)
  }
})

test('suites on real servers are left out of the quick set', () => {
  for (const helper of serverHelpers) assert.ok(existsSync(helper), helper)
  const helpers = ['test/lib', 'test/conformance']
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
  for (const name of serverFunctions)
    assert.ok(
      helpers.some((text) => new RegExp(`^export const ${name}\\b`, 'm').test(text)),
      `There is no ${name}`,
    )
  for (const file of ['test/engines/minio/engine.test.ts', 'plugins/policies/test/minio.test.ts'])
    assert.is(sets.quick.run(file), undefined, file)
  assert.equal(sets.quick.run('test/engines/minio/sign.test.ts'), { engines: 'embedded,demo' })
})
