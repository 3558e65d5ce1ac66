import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleTests } from '../runner/bundle.mjs'
import { outcomeOf, runToEnd } from '../runner/outcome.mjs'
import { temporaryFolder } from '../runner/temporary.mjs'
import { areas, filesOf } from './areas.mjs'
import { mutantsOf, sample } from './mutate.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
process.chdir(root)

const usage = `node test/mutants/run.mjs [area …] [--count=40] [--seed=1]
  areas: ${Object.keys(areas).join(', ')}`

const flag = (name, usual) => Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
const [count, seed] = [flag('count', 40), flag('seed', 1)]
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (chosen.some((word) => !(word in areas)) || process.argv.includes('--help')) {
  console.error(usage)
  process.exit(1)
}

const work = resolve('.test', `mutants-${process.pid}`)
const env = { ...process.env, NODE_ENV: 'test', TMPDIR: temporaryFolder() }
mkdirSync(work, { recursive: true })
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** An esbuild plugin that replaces the text of one file. */
const replacing = (path, contents) => ({
  name: 'mutant',
  setup(build) {
    const file = join(root, path)
    build.onLoad({ filter: /\.ts$/ }, (args) => (args.path === file ? { contents, loader: 'ts' } : undefined))
  },
})

/** Bundles and runs tests; returns whether all of them passed, and how many seconds they took. */
const runTests = async (tests, dom, plugins, limit) => {
  const outdir = join(work, 'mutant')
  rmSync(outdir, { recursive: true, force: true })
  await bundleTests({ root, files: tests, outdir, dom, plugins })
  const document = dom ? ['--import', './test/lib/dom.mjs'] : []
  const command = ['--disable-warning=ExperimentalWarning', ...document, 'node_modules/uvu/bin.js', '--bail']
  const run = await runToEnd([...command, '--no-color', outdir, '\\.test\\.mjs$'], {
    env,
    limit,
    quiet: true,
  })
  return { passed: outcomeOf(run).failed === 0, seconds: run.seconds }
}

for (const area of chosen.length > 0 ? chosen : Object.keys(areas)) {
  const { dom } = areas[area]
  const { files, tests } = filesOf(area)
  const inputs = await bundleTests({ root, files: tests, outdir: join(work, 'whole'), dom })
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const mutants = sample(
    [...texts].flatMap(([file, text]) => mutantsOf(file, text)),
    count,
    seed,
  )
  // if a test fails without any change, every mutant would count as detected
  const baseline = await runTests(tests, dom, [], 300)
  if (!baseline.passed) {
    console.error(`${area}: its tests fail without a mutant`)
    process.exitCode = 1
    continue
  }
  const limit = 10 + 5 * baseline.seconds
  let killed = 0
  for (const { path, start, end, put, place, change } of mutants) {
    const text = texts.get(path)
    const including = tests.filter((file) => inputs.get(file)?.includes(path))
    const mutated = text.slice(0, start) + put + text.slice(end)
    const survived =
      including.length === 0 || (await runTests(including, dom, [replacing(path, mutated)], limit)).passed
    if (!survived) killed += 1
    console.log(
      `${survived ? 'survived' : 'killed  '} ${path}:${place} ${change.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
    )
  }
  const score = mutants.length > 0 ? Math.round((killed / mutants.length) * 100) : 100
  console.log(`${area}: ${killed} of ${mutants.length} mutants killed, ${score} %\n`)
}
