import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleTests } from '../lib/bundle.mjs'
import { runToEnd } from '../lib/outcome.mjs'

// Each other file here exports `measure`, which resolves with a list of measures (test/lib/measure.ts). Words on the
// command line choose the files whose name holds one of them.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
process.chdir(root)
const words = process.argv.slice(2)
const files = readdirSync('test/bench').filter(
  (name) => name.endsWith('.ts') && (words.length === 0 || words.some((word) => name.includes(word))),
)

const work = resolve('.test', String(process.pid))
mkdirSync(work, { recursive: true })
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.env.STOWAGE_DIST = join(work, 'dist')

const { ended, printed } = await runToEnd(['build.mjs', '--out', process.env.STOWAGE_DIST, '--meta'], { env: process.env, limit: 60, quiet: true })
if (ended !== 0) {
  console.error(printed)
  process.exit(1)
}

await bundleTests({ root, files: files.map((name) => `test/bench/${name}`), outdir: work, dom: false })
for (const name of files) {
  const { measure } = await import(pathToFileURL(join(work, 'bench', name.replace(/ts$/, 'mjs'))).href)
  for (const line of await measure()) {
    console.log(JSON.stringify(line))
    if (!line.ok) process.exitCode = 1
  }
}
