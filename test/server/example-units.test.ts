import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { assert, test } from '../lib/suite.ts'

/** Runs tests of an example plugin that need no console, with the sources of the entry points. */
const run = (id: string, part: string) => {
  const program = `import { entryPoints } from ${JSON.stringify(resolve('build/entry-points.mjs'))}
import { runPluginTests } from ${JSON.stringify(resolve('build/plugin-tests.mjs'))}
const plugins = [entryPoints(${JSON.stringify(resolve('.'))})]
process.exitCode = await runPluginTests({ folder: process.cwd(), parts: [${JSON.stringify(part)}], plugins })`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: `examples/plugins/${id}`,
    encoding: 'utf8',
  })
  assert.is(status, 0, `${stdout}${stderr}`)
  return Number(/^. pass (\d+)$/m.exec(stdout)?.[1])
}

test('the reader of Parquet files passes its unit tests', () => {
  assert.is(run('parquet', 'read.test'), 6)
})

test('the history of bucket sizes passes its unit tests', () => {
  assert.is(run('bucket-inventory', 'history.test'), 5)
})
