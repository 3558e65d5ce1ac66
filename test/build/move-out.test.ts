import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { installPackage, type PluginProject } from '../lib/plugin-project.ts'
import { copySources, type Project } from '../lib/project.ts'
import { signIn, startServer } from '../lib/server.ts'

const test = suite('built-in plugins outside of the repository')
const moved = ['heal', 'tiers', 'watch']

/** Tests of a plugin that need only the package, so they move with it. */
const portableTests = (folder: string) =>
  readdirSync(join(folder, 'test'), { encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((path) => readFileSync(join(folder, path), 'utf8').includes("from 'stowage/testing'"))

/** The installed console, and this repository; neither has the plugins. */
let installed: PluginProject
let repository: Project

test.before(async () => {
  installed = await installPackage()
  symlinkSync(resolve('node_modules/uvu'), join(installed.root, 'node_modules/uvu'))
  repository = copySources('test')
  for (const id of moved) {
    rmSync(join(installed.build, 'plugins', id), { recursive: true })
    installed.tool('new', id)
    // nothing else of the new plugin remains
    for (const file of readdirSync(join(installed.root, id)))
      if (!['package.json', 'tsconfig.json'].includes(file)) rmSync(join(installed.root, id, file), { recursive: true })
    const folder = join(repository.root, 'plugins', id)
    const files = readdirSync(folder).filter((name) => name !== 'test')
    for (const file of [...files, ...portableTests(folder)]) {
      cpSync(join(folder, file), join(installed.root, id, file), { recursive: true })
      rmSync(join(folder, file), { recursive: true })
    }
  }
})
test.after(() => {
  installed?.remove()
  repository?.remove()
})

/** Origin of each of these plugins that a console has. */
const origins = async (env: Record<string, string> = {}) => {
  const server = await startServer({ build: installed.build, env })
  const admin = await signIn(server.url, server.root)
  const { plugins } = (await admin('GET', '/api/v1/plugins')).json as { plugins: { id: string; origin: string }[] }
  return plugins.flatMap(({ id, origin }) => (moved.includes(id) ? [`${id} ${origin}`] : [])).sort()
}

const addedTo = () => join(installed.root, 'plugins')

test('compile against the types of the package, build, and are added', async () => {
  assert.equal(await origins(), [])
  for (const id of moved) {
    assert.is(installed.typeErrors(id), '')
    assert.match(installed.tool('build', id), `built "${id}"`)
    const added = installed.console('plugin', 'add', join(installed.root, id), '--data', installed.root)
    assert.match(added, `Added "${id}"`)
  }
  assert.equal(
    await origins({ CONSOLE_PLUGIN_DIR: addedTo() }),
    moved.map((id) => `${id} added`),
  )
})

for (const id of moved)
  test(`${id} passes the conformance tests that moved with it`, () => {
    const printed = installed.tool('test', id)
    assert.match(printed, /^. fail 0$/m)
    assert.not.match(printed, /^. pass 0$/m)
  })

test('pass their browser tests of this repository', () => {
  const { printed, ended } = repository.run(
    ['test/run.mjs', 'browser', ...moved.map((id) => `plugins/${id}/test/browser.test.ts`)],
    {
      CONSOLE_TEST_BUILD: installed.build,
      CONSOLE_TEST_PLUGIN_DIR: addedTo(),
      CONSOLE_TEST_PLUGIN_SOURCES: installed.root,
    },
  )
  assert.is(ended, 0, printed)
  assert.match(printed, /\n[1-9]\d* passed, 0 failed, \d+ skipped\n$/)
})
