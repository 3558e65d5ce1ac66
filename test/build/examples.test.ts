import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { chromium, chromiumEnv } from '../lib/chromium.mjs'
import { installPackage, type PluginProject } from '../lib/plugin-project.ts'

const test = suite('the example plugins, with nothing but the packed console')
const examples = readdirSync('examples/plugins')
let project: PluginProject

test.before(async () => {
  project = await installPackage()
  for (const id of examples) {
    cpSync(join('examples/plugins', id), join(project.root, id), { recursive: true })
    const { devDependencies = {} } = JSON.parse(readFileSync(join(project.root, id, 'package.json'), 'utf8')) as {
      devDependencies?: Record<string, string>
    }
    for (const name of Object.keys(devDependencies)) {
      const link = join(project.root, id, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(resolve('node_modules', name), link)
    }
  }
})
test.after(() => project?.remove())

for (const id of examples) {
  test(`${id} compiles against the types of the package`, () => {
    assert.is(project.typeErrors(id), '')
  })

  test(`${id} passes its tests`, () => {
    const tool = join(project.build, '../build/stowage-plugin.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'test', id], {
      cwd: project.root,
      encoding: 'utf8',
      env: { ...chromiumEnv(), CHROMIUM: chromium },
    })
    assert.is(status, 0, `${stdout}${stderr}`)
    assert.match(stdout, /^. fail 0$/m)
    assert.not.match(stdout, /^. pass 0$/m)
  })
}
