import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleTests } from './lib/bundle.mjs'
import { changedFiles, isTouched } from './lib/changed.mjs'
import { chromium } from './lib/chromium.mjs'
import { outcomeOf, runToEnd, skippedIn } from './lib/outcome.mjs'
import { temporaryFolder } from './lib/temporary.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const work = resolve('.test', String(process.pid))
const env = {
  ...process.env,
  CHROMIUM: chromium,
  // most pages live for some seconds: what V8 would optimize of them takes a fifth of their time, and does not pay
  CHROMIUM_FLAGS: '--js-flags=--no-opt,--no-maglev',
  // each answer of MinIO's admin calls is opened with a key that takes 64 MiB to derive: in huge pages that is a third
  // cheaper
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  NODE_ENV: 'test',
  STOWAGE_DIST: join(work, 'dist'),
  TMPDIR: temporaryFolder(),
}

/**
 * The programs that tests run in. The first whose `holds` matches a file's path has it; `limit` is in seconds. Where it
 * is `apart` each file has a program of its own, several of them at a time: they mostly wait for servers and pages.
 */
const programs = [
  { stage: 'boundaries', name: 'boundaries', holds: /^test\/boundaries/, limit: 60 },
  { stage: 'conformance', name: 'conformance', holds: /^test\/conformance\//, limit: 600, apart: true },
  { stage: 'browser', name: 'browser', holds: /^test\/browser\//, limit: 900, apart: true, needs: chromium },
  {
    stage: 'unit',
    name: 'unit, on the server',
    holds: /^test\/(server|engines|build)\/|\/(server|embedded|minio)[\w-]*\.test\.ts$/,
    limit: 600,
    apart: true,
  },
  { stage: 'unit', name: 'unit, with a document', holds: /^test\//, limit: 120, dom: true },
]
const stages = ['types', ...new Set(programs.map(({ stage }) => stage))]

const usage = `node test/run.mjs [--changed] [stage …] [part of a path …]
  --changed  only what has to do with what differs from main, or with the last commit`

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const unknown = flags.find((flag) => flag !== '--changed')
if (unknown) {
  console.error(`${unknown === '--help' ? '' : `There is no ${unknown}\n`}${usage}`)
  process.exit(unknown === '--help' ? 0 : 1)
}
const changed = flags.length > 0 ? changedFiles() : undefined
const words = process.argv.slice(2).filter((word) => !flags.includes(word))
const chosen = words.filter((word) => stages.includes(word))
const paths = words.filter((word) => !stages.includes(word))
const wanted = (stage) => chosen.length === 0 || chosen.includes(stage)

const files = readdirSync('test', { recursive: true })
  .map((name) => `test/${name}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && (paths.length === 0 || paths.some((path) => file.includes(path))))
  .sort()
const filesOf = (program) => files.filter((file) => programs.find(({ holds }) => holds.test(file)) === program)

const passed = { passed: 1, failed: 0, skipped: 0 }
const failed = (problem) => ({ passed: 0, failed: 1, skipped: 0, problem })

const types = async () => {
  // several threads each check the shared types anew, which takes twice the processor
  const { printed, ended } = await runToEnd(['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded'], {
    env,
    limit: 120,
    quiet: true,
  })
  process.stdout.write(`\n== types\n${printed}`)
  return ended === 0 ? passed : failed('tsc found errors')
}

let built
/**
 * Builds the app for production for the tests that start it: once a run, and apart from `dist/`, so that runs do not
 * meet.
 */
const build = () => {
  built ??= runToEnd(['build.mjs', '--out', env.STOWAGE_DIST, '--meta'], { env, limit: 60 })
  return built
}

const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  problem: [one.problem, other.problem].filter(Boolean).join('; '),
  skips: [...(one.skips ?? []), ...(other.skips ?? [])],
})

/** How long each file took when it ran last, in seconds; it lies beside what runs leave behind. */
const durations = '.test/durations.json'
const took = new Map(existsSync(durations) ? Object.entries(JSON.parse(readFileSync(durations, 'utf8'))) : [])
const ranNow = new Map()
const timed = async (name, work) => {
  const started = performance.now()
  const outcome = await work()
  ranNow.set(name, Math.round((performance.now() - started) / 100) / 10)
  return outcome
}

/** Those that take longest, so that they begin first where nothing has run before. */
const long = [
  'browser/everywhere',
  'conformance/access',
  'build/house',
  'browser/faults',
  'browser/resume',
  'browser/preview',
  'build/scaffold',
  'build/run',
]

/** How long a file may take: one that never ran the longer the more it holds. */
const lengthOf = (file) =>
  took.get(file) ?? 1e6 * (long.some((part) => file.includes(part)) ? 2 : 1) + readFileSync(file).length

const none = { passed: 0, failed: 0, skipped: 0 }

/** Makes a program's files ready. Gives what there is to run, or the outcome where there is nothing. */
const ready = async ({ name, limit, dom, needs }, all) => {
  if (needs && !existsSync(needs)) return { ...none, skipped: all.length, problem: `there is no ${needs}` }
  let files = all
  const narrowed = files.filter((file) => /\.only\(/.test(readFileSync(file, 'utf8')))
  if (narrowed.length > 0) return failed(`.only( hides the other tests of ${narrowed.join(', ')}`)
  if (files.length === 0) return failed('it has no test file')
  const outdir = join(work, name.replaceAll(/\W+/g, '-'))
  const inputs = await bundleTests({ root, files, outdir, dom })
  if (changed) files = files.filter((file) => isTouched(file, inputs.get(file), changed))
  if (files.length === 0) return { ...none, problem: 'nothing of it has changed' }
  if (files.some((file) => inputs.get(file).includes('test/lib/dist.ts')) && (await build()).ended !== 0)
    return failed('the app does not build')
  const document = dom ? ['--import', './test/lib/dom.mjs'] : []
  const color = process.stdout.isTTY ? [] : ['--no-color']
  const program = (file) =>
    file
      .replace(/^test\//, '')
      .replace(/\.tsx?$/, '')
      .replaceAll('.', '\\.')
  const start = (some, quiet) =>
    runToEnd(
      [
        ...['--enable-source-maps', '--disable-warning=ExperimentalWarning', ...document],
        ...['node_modules/uvu/bin.js', ...color, outdir, `^(${some.map(program).join('|')})\\.mjs$`],
      ],
      { env, limit, quiet },
    )
  return { name, files, start }
}

const outcomes = []

/** Runs all files of a program at once. */
const runWhole = async ({ name, files, start }) => {
  const { printed, ended } = await timed(name, () => start(files, false))
  return { ...outcomeOf(printed, ended), skips: skippedIn(printed) }
}

/** So many files run side by side on any machine, and so many where its processor has nothing better to do. */
const [FEW, MANY] = [3, 6]

/** One more begins where this share of the processor was idle for so long, in ms. */
const [IDLE, LOOK] = [0.25, 2000]

/** Tells whether the processor had time to spare since it told last; it looks no more often than every `LOOK` ms. */
const createIdle = () => {
  const read = () =>
    cpus().reduce(
      ({ idle, all }, { times }) => ({
        idle: idle + times.idle,
        all: all + Object.values(times).reduce((sum, time) => sum + time),
      }),
      { idle: 0, all: 0 },
    )
  let [before, at] = [read(), performance.now()]
  return () => {
    if (performance.now() - at < LOOK) return false
    const now = read()
    const share = (now.idle - before.idle) / (now.all - before.all)
    ;[before, at] = [now, performance.now()]
    return share > IDLE
  }
}

/** So many files may have a second try in CI; where more fail it is not for want of time. */
const AGAIN = 3

/** Files that failed beside others and passed by themselves, which is told: they are to be looked at. */
const unsteady = []

/**
 * Runs each file of several programs by itself, the longest first, several at a time, since they mostly wait; what one
 * prints is passed on when it has ended. In CI a few that failed are run once more with nothing beside them.
 */
const runApart = async (all) => {
  const queue = all
    .flatMap(({ name, files, start }) => files.map((file) => ({ name, file, start })))
    .sort((one, other) => lengthOf(other.file) - lengthOf(one.file))
  const jobs = [...queue]
  const run = async (job) => {
    const { printed, ended } = await timed(job.file, () => job.start([job.file], true))
    process.stdout.write(printed)
    const outcome = outcomeOf(printed, ended)
    job.outcome = {
      ...outcome,
      skips: skippedIn(printed),
      ...(outcome.problem && { problem: `${job.file}: ${outcome.problem}` }),
    }
  }
  const running = new Set()
  const isIdle = createIdle()
  while (queue.length > 0 || running.size > 0) {
    const room = isIdle() && running.size >= FEW && running.size < MANY ? 1 : FEW - running.size
    for (const job of queue.splice(0, Math.max(room, 0))) {
      const one = run(job).finally(() => running.delete(one))
      running.add(one)
    }
    await Promise.race([...running, pause(LOOK, undefined, { ref: false })])
  }
  const failing = jobs.filter(({ outcome }) => outcome.failed > 0)
  if (process.env.CI && failing.length <= AGAIN)
    for (const job of failing) {
      console.log(`\n== ${job.file} once more, by itself`)
      await run(job)
      if (job.outcome.failed === 0) unsteady.push(job.file)
    }
  for (const { name } of all)
    outcomes.push([name, jobs.filter((job) => job.name === name).reduce((sum, { outcome }) => add(sum, outcome), none)])
}

rmSync('.test/failed', { recursive: true, force: true })
mkdirSync(work, { recursive: true })
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

// it takes one core, while another goes on with what comes next
const checked = wanted('types') && (paths.length === 0 || chosen.includes('types')) ? types() : undefined
const readied = []
for (const program of programs) {
  const all = filesOf(program)
  if (!wanted(program.stage) || (paths.length > 0 && all.length === 0)) continue
  const { name, apart } = program
  const found = await ready(program, all).catch((error) => failed(error.message))
  if (!('files' in found)) outcomes.push([name, found])
  else if (apart) readied.push(found)
  else {
    console.log(`\n== ${name}`)
    outcomes.push([name, await runWhole(found).catch((error) => failed(error.message))])
  }
}
if (checked) outcomes.unshift(['types', await checked])
if (readied.length > 0) {
  console.log(`\n== ${readied.map(({ name }) => name).join('; ')}`)
  await runApart(readied)
}
if (outcomes.length === 0) outcomes.push([paths.join(' '), failed('no test file has this in its path')])

writeFileSync(durations, JSON.stringify({ ...Object.fromEntries(took), ...Object.fromEntries(ranNow) }, null, 1))
const slowest = ranNow.size > 1 ? [...ranNow].sort(([, one], [, other]) => other - one).slice(0, 10) : []
if (slowest.length > 0) console.log(`\nwhat took longest, of ${Math.round(performance.now() / 1000)} s:`)
for (const [name, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)

console.log('')
for (const skip of new Set(outcomes.flatMap(([, { skips = [] }]) => skips))) console.log(skip)
for (const file of unsteady) console.log(`unsteady: ${file} failed beside others and passed by itself`)
for (const [name, { passed, failed, skipped, problem }] of outcomes) {
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${problem ? ` (${problem})` : ''}`)
}
const sum = (what) => outcomes.reduce((total, [, outcome]) => total + outcome[what], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') > 0 ? 1 : 0
