import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

const test = suite('a new plugin outside of the repository')

test('has no file that imports from outside of its folder', async () => {
  const { scaffoldPackage } = await import(`file://${join(process.cwd(), 'build/scaffold.mjs')}`)
  const folder = temporaryFolder('scaffold')
  const published = { version: '1.0.0', tools: {}, stowage: 'file:stowage-1.0.0.tgz' }
  const files: string[] = scaffoldPackage({ folder, id: 'greetings', console: published })
  assert.ok(files.includes('greetings/test/greetings.test.ts'))
  const outside = files.filter((path) => {
    const up = '../'.repeat(path.split('/').length - 1)
    return readFileSync(join(folder, path), 'utf8').includes(`'${up}`)
  })
  assert.equal(outside, [])
})
