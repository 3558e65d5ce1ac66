import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

const stacks = suite('stacks of the built server')

const folder = temporaryFolder('stacks')
const source = (name: string) => join(folder, name)

/** Output of a program built from `lines`, run without any flag. */
const outputOf = async (name: string, lines: readonly string[], map: 'linked' | false = 'linked') => {
  writeFileSync(source(`${name}.ts`), lines.join('\n'))
  const outfile = source(`dist/${name}.mjs`)
  await build({
    entryPoints: [source(`${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: map,
    logLevel: 'silent',
  })
  const { stdout } = await promisify(execFile)(process.execPath, [outfile])
  return stdout.trim().split('\n')
}

const opening = [
  `import { installSourceMaps } from ${JSON.stringify(resolve('server/source-maps.ts'))}`,
  'installSourceMaps()',
  '',
  '',
]

stacks('name the position in the source', async () => {
  const [header, first, ...others] = await outputOf('thrower', [
    ...opening,
    'type Never = { read: number }',
    '',
    'const thrower = (): Never => { throw new TypeError("nothing is there") }',
    'try { thrower() } catch (error) { console.log((error as Error).stack) }',
  ])
  assert.is(header, 'TypeError: nothing is there')
  assert.is(first, `    at thrower (${source('thrower.ts')}:7:38)`)
  assert.is(others[0], `    at ${source('thrower.ts')}:8:7`)
})

stacks('keep foreign frames, and name the awaiting functions', async () => {
  const output = await outputOf('waiter', [
    ...opening,
    'const late = async () => { await null; JSON.parse("{") }',
    'await late().catch((error: Error) => console.log(error.stack))',
  ])
  assert.match(output[1] ?? '', /^ {4}at JSON\.parse \(<anonymous>\)$/)
  assert.is(output[2], `    at late (${source('waiter.ts')}:5:45)`)
})

stacks('are unchanged without a source map', async () => {
  const output = await outputOf(
    'bare',
    [...opening, 'const bare = () => new Error("bare")', 'console.log(bare().stack)'],
    false,
  )
  assert.match(output[1] ?? '', /^ {4}at bare \(file:.*dist\/bare\.mjs:\d+:\d+\)$/)
})
