import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'

const test = suite('a new plugin outside of the repository')

test('has no file that imports from outside of its folder', async () => {
  const { scaffoldPackage } = await import(`file://${join(process.cwd(), 'build/scaffold.mjs')}`)
  const folder = mkdtempSync(join(tmpdir(), 'stowage-scaffold-'))
  const published = { version: '1.0.0', tools: {}, stowage: 'file:stowage-1.0.0.tgz' }
  const files: string[] = scaffoldPackage({ folder, id: 'greetings', console: published })
  assert.ok(files.includes('greetings/test/greetings.test.ts'))
  const outside = files.filter((path) => {
    const up = '../'.repeat(path.split('/').length - 1)
    return readFileSync(join(folder, path), 'utf8').includes(`'${up}`)
  })
  assert.equal(outside, [])
  rmSync(folder, { recursive: true })
})
