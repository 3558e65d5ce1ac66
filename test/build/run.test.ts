import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { copyProject, type Project } from '../lib/project.ts'

const test = suite('test/run.mjs')
let project: Project

/** Runs one test file of the given text, as a test with a document, and returns what the run says at its end. */
const runFile = (text: string) => {
  project.write('test/core/one.test.ts', `import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\n${text}`)
  const { printed, ended } = project.run(['test/run.mjs', 'core/one'])
  const lines = printed.trimEnd().split('\n')
  return { last: lines.at(-1), reason: lines.at(-2) ?? '', ended }
}

test.before(() => {
  project = copyProject('build', 'test/run.mjs', 'test/lib', 'package.json', 'tsconfig.json')
})
test.after(() => project.remove())

test('the last line holds the true counts', () => {
  const { last, ended } = runFile(`
    test('one', () => assert.ok(document.body))
    test('two', () => {})
    test.skip('three', () => {})
    test.run()`)
  assert.is(last, '2 passed, 0 failed, 1 skipped')
  assert.is(ended, 0)
})

test('a failing test fails the run', () => {
  const { last, ended } = runFile(`
    test('one', () => assert.is(1, 2))
    test('two', () => {})
    test.run()`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.is(ended, 1)
})

test('a file whose tests never run fails the run', () => {
  const { last, reason, ended } = runFile(`test('forgotten', () => {})`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'it ran no test')
  assert.is(ended, 1)
})

test('a failing hook fails the run, though uvu calls it a success', () => {
  const { last, reason, ended } = runFile(`
    test.before(() => { throw new Error('no database') })
    test('one', () => {})
    test.run()`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'a hook failed')
  assert.is(ended, 1)
})

test('an error that React prints fails the run', () => {
  const { last, ended } = runFile(`
    test('one', () => console.error('Each child in a list should have a unique key'))
    test.run()`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.is(ended, 1)
})

test('a program that dies fails the run', () => {
  const { last, reason } = runFile(`
    test('one', () => process.exit(3))
    test.run()`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'it ended (3) before its tests did')
})

test('a program that dies is not waited for, though what it started lives on', () => {
  const started = Date.now()
  const { last } = runFile(`
    import { spawn } from 'node:child_process'
    test('one', () => {
      spawn('sleep', ['60'], { stdio: 'inherit' })
      process.exit(3)
    })
    test.run()`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.ok(Date.now() - started < 55_000)
})

test('a file that cannot be read fails the run', () => {
  const { last, reason } = runFile(`import './absent.ts'`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'absent.ts')
})

test('something left open fails the run instead of hanging it', () => {
  const { last, reason } = runFile(`
    test('one', () => { setInterval(() => {}, 1000) })
    test.run()`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.match(reason, 'keeps the program running')
})

test('a test that hides the others is refused', () => {
  const only = 'only'
  const { last, reason } = runFile(`
    test.${only}('one', () => {})
    test('two', () => {})
    test.run()`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'hides the other tests')
})

test('a path that no test has, or a stage without tests, fails the run', () => {
  for (const words of [['core/absent'], ['conformance']]) {
    const { printed, ended } = project.run(['test/run.mjs', ...words])
    assert.match(printed, /^0 passed, 1 failed, 0 skipped$/m)
    assert.is(ended, 1)
  }
})

test('without Chromium the browser tests are skipped by name', () => {
  project.write('test/browser/login.test.ts', '')
  const { printed } = project.run(['test/run.mjs', 'browser'], { CHROMIUM: '/no/chromium' })
  assert.match(printed, 'browser: 0 passed, 0 failed, 1 skipped (there is no /no/chromium)')
  assert.match(printed, /^0 passed, 0 failed, 1 skipped$/m)
})

test.run()
