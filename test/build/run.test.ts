import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { hasChromium } from '../lib/browser.ts'
import { copyProject, type Project } from '../lib/project.ts'
import { until } from '../lib/until.ts'

const test = suite('test/run.mjs')
let project: Project

/**
 * Runs one test file with this text, with a document or as its folder determines, and returns the last line of the run.
 */
const runFile = (text: string, folder = 'core', env = {}) => {
  project.write(`test/${folder}/one.test.ts`, `import { assert, test } from '../lib/suite.ts'\n${text}`)
  const { printed, ended } = project.run(['test/run.mjs', `${folder}/one`], env)
  const lines = printed.trimEnd().split('\n')
  return { last: lines.at(-1), reason: lines.slice(-6, -1).join('\n'), printed, ended }
}

test.before(() => {
  project = copyProject('build', 'test/run.mjs', 'test/lib', 'test/runner', 'testing', 'package.json', 'tsconfig.json')
})
test.after(() => project.remove())

test('the last line states the correct totals', () => {
  const { last, ended } = runFile(`
    test('one', () => assert.ok(document.body))
    test('two', () => {})
    test.skip('three', () => {})`)
  assert.is(last, '2 passed, 0 failed, 1 skipped')
  assert.is(ended, 0)
})

test('a failing test fails the run', () => {
  const { last, reason, ended } = runFile(`
    test('one', () => assert.is(1, 2))
    test('two', () => {})`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.match(reason, 'FAIL "one" in test/core/one.test.ts')
  assert.is(ended, 1)
})

test('a file without a test fails the run', () => {
  const { last, reason, ended } = runFile('test.before(() => assert.ok(document.body))')
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'it ran no test')
  assert.is(ended, 1)
})

test('a failing hook fails the run, although uvu reports success', () => {
  const { last, reason, printed, ended } = runFile(`
    test.before(() => { throw new Error('no database') })
    test('one', () => {})`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'a hook failed')
  assert.match(printed, 'Error: no database')
  assert.is(ended, 1)
})

test('an error printed by React fails the run', () => {
  const { last, ended } = runFile(`
    test('one', () => console.error('Each child in a list should have a unique key'))`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.is(ended, 1)
})

test('a crashing process fails the run', () => {
  const { last, reason } = runFile(`
    test('one', () => process.exit(3))`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'it ended (3) before its tests did')
})

/** Whether a process has ended; an ended one can stay in the list of processes until its parent has read its status. */
const hasEnded = (pid: string) => {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

test('children of a crashed process are stopped, and the run does not wait for them', async () => {
  const { last, printed } = runFile(`
    import { spawn } from 'node:child_process'
    test('one', () => {
      const { pid } = spawn('sleep', ['86400'], { stdio: 'inherit' })
      console.log('sleep is ' + pid)
      process.exit(3)
    })`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  const pid = /sleep is (\d+)/.exec(printed)?.[1]
  assert.ok(pid, printed)
  await until(() => hasEnded(pid))
})

test('a file that cannot be read fails the run', () => {
  const { last, reason } = runFile(`import './absent.ts'`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'absent.ts')
})

test('an open handle fails the run instead of blocking it', () => {
  const { last, reason } = runFile(`
    test('one', () => { setInterval(() => {}, 1000) })`)
  assert.is(last, '1 passed, 1 failed, 0 skipped')
  assert.match(reason, 'keeps the program running')
})

test('a test marked as the only one is refused', () => {
  const only = 'only'
  const { last, reason } = runFile(`
    test.${only}('one', () => {})
    test('two', () => {})`)
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(reason, 'hides the other tests')
})

test('a failed test saves its server output, prints the path, and shows the tail in CI', () => {
  const text = `
    import { startProgram } from '../../testing/process.ts'
    let server
    test.before(async () => {
      const program = "console.log('the disk is on fire'); setInterval(() => {}, 1000)"
      server = await startProgram(process.execPath, ['-e', program], { env: {}, name: 'storage', isReady: async () => server || true })
    })
    test.after(() => server.stop('SIGKILL'))
    test('it burns', async () => {
      while (!server.logs()) await new Promise((done) => setTimeout(done, 5))
      assert.unreachable('it does')
    })`
  const { last, printed } = runFile(text, 'server', { CI: '' })
  assert.is(last, '0 passed, 1 failed, 0 skipped')
  assert.match(printed, 'Saved in .test/failed/it-burns')
  assert.not.match(printed, 'the disk is on fire')
  assert.is(readFileSync(join(project.root, '.test/failed/it-burns/1-storage.log'), 'utf8'), 'the disk is on fire\n')
  assert.match(runFile(text, 'server', { CI: '1' }).printed, 'the disk is on fire')
})

test('in CI a test that fails in parallel is retried alone, and named if it then passes', () => {
  const text = `
    import { existsSync, writeFileSync } from 'node:fs'
    const again = existsSync('first-try')
    writeFileSync('first-try', '')
    test('one', () => assert.ok(again, 'too slow'))
    test('two', () => assert.ok(%))`
  const run = (passes: boolean, env: Record<string, string>) => {
    rmSync(join(project.root, 'first-try'), { force: true })
    return runFile(text.replace('%', String(passes)), 'server', env)
  }
  const second = run(true, { CI: '1' })
  assert.equal([second.last, second.ended], ['2 passed, 0 failed, 0 skipped', 0])
  assert.match(second.printed, 'too slow')
  assert.match(second.printed, /^unsteady: test\/server\/one\.test\.ts failed beside others and passed alone$/m)
  const still = run(false, { CI: '1' })
  assert.equal([still.last, still.ended], ['1 passed, 1 failed, 0 skipped', 1])
  assert.not.match(still.printed, /^unsteady/m)
  const strict = run(true, { CI: '' })
  assert.equal([strict.last, strict.ended], ['1 passed, 1 failed, 0 skipped', 1])
})

test('--changed runs only the tests affected by a change', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: project.root,
      stdio: 'ignore',
    })
  const imports = (path: string) =>
    `import { test } from '../lib/suite.ts'\nimport { name } from '${path}'\ntest('one', () => void name)`
  for (const name of ['thing', 'other']) project.write(`core/${name}.ts`, `export const name = '${name}'`)
  project.write('test/core/one.test.ts', imports('../../core/thing.ts'))
  project.write('test/core/two.test.ts', imports('../../core/other.ts'))
  const run = () => project.run(['test/run.mjs', '--changed', 'unit', 'test/core']).printed
  project.write('.gitignore', 'node_modules\n.test\n')
  git('init', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--message=first')
  project.write('core/thing.ts', `export const name = 'changed'`)
  assert.match(run(), /core\/one\.test\.mjs\n/)
  assert.match(run(), /\n1 passed, 0 failed, 0 skipped\n$/)
  git('commit', '--all', '--message=second')
  assert.match(run(), /\n1 passed, 0 failed, 0 skipped\n$/)
  project.write('test/core/two.test.ts', `${imports('../../core/other.ts')}\n`)
  assert.not.match(run(), /core\/one\.test\.mjs\n/)
})

const testInChromium = hasChromium ? test : test.skip

testInChromium('a problem in a tab fails only its test, and saves a screenshot and the console output', () => {
  const { last, printed } = runFile(
    `
    import { launch, openTab } from '../lib/browser.ts'
    let browser
    const show = async (html) => {
      const { page } = await openTab(browser)
      const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" }
      await page.route('**', (route) => route.fulfill({ headers, body: html }))
      await page.goto('http://stowage.test/')
      await page.getByText('here').waitFor()
    }
    test.before(async () => void (browser = await launch()))
    test.after(() => browser.close())
    test('blocked', () => show('<style>p { color: red }</style><p>here'))
    test('thrown', () => show('<script>throw new Error("not caught")</script><p>here'))
    test('printed', () => show('<script>console.error("a complaint")</script><p>here'))
    test('fine', () => show('<p>here'))`,
    'browser',
  )
  assert.is(last, '1 passed, 3 failed, 0 skipped')
  for (const [title, expected] of Object.entries({
    blocked: 'style-src',
    thrown: 'Error: not caught',
    printed: 'a complaint',
  })) {
    assert.match(printed, `Saved in .test/failed/${title}`)
    const file = join(project.root, '.test/failed', title, '1-tab')
    assert.match(readFileSync(`${file}.log`, 'utf8'), expected)
    assert.ok(existsSync(`${file}.png`))
  }
})
