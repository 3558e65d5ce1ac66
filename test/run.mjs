import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium as chromiumHere } from './lib/chromium.mjs'
import { readArguments } from './runner/arguments.mjs'
import { BUNDLED, bundledChromium } from './runner/bundled-chromium.mjs'
import { bundleTests } from './runner/bundle.mjs'
import { changedFiles, isTouched, usesBuild } from './runner/changed.mjs'
import { unknownRequired, isPresent } from './runner/components.mjs'
import { runJobs } from './runner/jobs.mjs'
import { slowness } from './runner/machine.mjs'
import { add, failed, failuresIn, none, outcomeOf, passed, runToEnd, skippedIn } from './runner/outcome.mjs'
import {
  checks,
  computing,
  groupsOf,
  perProcessOf,
  sets,
  shardOf,
  stageOf,
  stages,
  testFiles,
  weightOf,
} from './runner/plan.mjs'
import { temporaryFolder } from './runner/temporary.mjs'

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'))

const args = readArguments(process.argv.slice(2))
const set = sets[args.set]
const changed = args.changed ? changedFiles() : undefined

const work = resolve('.test', String(process.pid))
rmSync('.test/failed', { recursive: true, force: true })
mkdirSync(work, { recursive: true })
process.once('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const slow = slowness()
console.log(`A fixed computation took ${slow.toFixed(1)} times its usual time: time limits are scaled by that`)
const limitOf = ({ limit }) => Math.round(limit * slow)

const env = {
  ...process.env,
  CHROMIUM: chromiumHere,
  // each response of MinIO's admin calls is decrypted with a key whose derivation takes 64 MiB: huge pages make it a
  // third cheaper
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  NODE_ENV: 'test',
  STOWAGE_DIST: process.env.CONSOLE_TEST_BUILD ?? join(work, 'dist'),
  STOWAGE_SLOWNESS: String(slow),
  TMPDIR: temporaryFolder(),
}

/** Most pages live for some seconds: V8's optimizations would take a fifth of their time without paying off. */
const quickStart = '--js-flags=--no-opt,--no-maglev'

const noChromium = () =>
  process.env.CHROMIUM && process.env.CHROMIUM !== BUNDLED
    ? `there is no ${process.env.CHROMIUM}`
    : 'there is no Chromium: apt-get install chromium-headless-shell, or set CHROMIUM to a program'

let isChromiumHere
/** Whether browser tests can run; without a Chromium of this machine, the bundled one is unpacked. */
const hasChromium = () => {
  if (isChromiumHere !== undefined) return isChromiumHere
  const isOurs = process.env.CHROMIUM === BUNDLED || (!process.env.CHROMIUM && !existsSync(chromiumHere))
  const bundled = isOurs ? bundledChromium() : undefined
  Object.assign(env, bundled)
  isChromiumHere = isPresent('chromium', isOurs ? Boolean(bundled) : existsSync(chromiumHere))
  return isChromiumHere
}

let built
/**
 * Builds the app once per run, in a separate folder, so that concurrent runs do not conflict. `CONSOLE_TEST_BUILD`
 * names the build of an installed console to test instead.
 */
const build = () => {
  if (process.env.CONSOLE_TEST_BUILD) return { ended: 0 }
  built ??= runToEnd(['build.mjs', '--out', env.STOWAGE_DIST, '--meta'], { env, limit: limitOf({ limit: 120 }) })
  return built
}

const runCheck = async ({ name, command, ...rest }) => {
  const limit = limitOf(rest)
  const { printed, ended, cpu, seconds } = await runToEnd(command, { env, limit, quiet: true })
  process.stdout.write(`\n== ${name}\n${printed}`)
  const late = `stopped after ${Math.round(seconds)} s, its time limit is ${limit} s`
  return { ...(ended === 0 ? passed : failed(ended === 'limit' ? late : `${name} found errors`)), cpu }
}

/** Wall and CPU seconds of each file in the last runs; they determine the order of the next one. */
const durations = '.test/durations.json'
const took = new Map(existsSync(durations) ? Object.entries(JSON.parse(readFileSync(durations, 'utf8'))) : [])
const ranNow = new Map()
const lengthOf = (file) => took.get(file)?.[0] ?? 1e6 * weightOf(file)

const programOf = (file) => file.replace(/\.tsx?$/, '').replaceAll('.', '\\.')

/** Bundles the files of a stage and returns the jobs that run them. */
const jobsOf = async (stage, files) => {
  const narrowed = files.filter((file) => /\.only\(/.test(readFileSync(file, 'utf8')))
  if (narrowed.length > 0) throw new Error(`.only( hides the other tests of ${narrowed.join(', ')}`)
  const outdir = join(work, stage.name.replaceAll(/\W+/g, '-'))
  const inputs = await bundleTests({ root: process.cwd(), files, outdir, dom: stage.dom })
  const touched = changed ? files.filter((file) => isTouched(file, inputs.get(file), changed)) : files
  const usesBrowser = stage.needsChromium || touched.some((file) => inputs.get(file).includes('test/lib/browser.ts'))
  const isSkipped = usesBrowser && !hasChromium() && stage.needsChromium
  if (!isSkipped && touched.some((file) => usesBuild(inputs.get(file))) && (await build()).ended !== 0)
    throw new Error('the app does not build')
  const jobs = []
  const add = (some, more) => jobs.push({ stage, outdir, files: some, env: { ...env, ...more } })
  if (isSkipped) {
    console.log(`${stage.name} tests are skipped: ${noChromium()}`)
    if (touched.length > 0) add(touched, { STOWAGE_SKIP_TESTS: '1' })
    return jobs
  }
  const alike = new Map()
  for (const file of touched) {
    const { engines } = set.run(file)
    const more = {
      ...(engines && { STOWAGE_ENGINES: engines }),
      ...(!computing.test(file) && { CHROMIUM_FLAGS: quickStart }),
    }
    const key = JSON.stringify(more)
    alike.set(key, { more, files: [...(alike.get(key)?.files ?? []), file] })
  }
  for (const { more, files } of alike.values())
    for (const group of groupsOf(files, perProcessOf(stage, more.STOWAGE_ENGINES))) add(group, more)
  return jobs
}

const nameOf = ({ files: [first, ...more] }) => (more.length > 0 ? `${first} and ${more.length} more` : first)

const run = async (job) => {
  const { stage, files, outdir } = job
  const document = stage.dom ? ['--import', './test/lib/dom.mjs'] : []
  const color = process.stdout.isTTY ? [] : ['--no-color']
  const ended = await runToEnd(
    [
      '--enable-source-maps',
      // tests create many short-lived objects: fewer collections save a tenth of the time
      '--max-semi-space-size=64',
      '--disable-warning=ExperimentalWarning',
      ...document,
      'node_modules/uvu/bin.js',
      ...color,
      outdir,
      `^(${files.map(programOf).join('|')})\\.mjs$`,
    ],
    { env: job.env, limit: limitOf(stage), quiet: true },
  )
  const [seconds, cpu] = [ended.seconds, ended.cpu].map((time) => Math.round(time * 10) / 10)
  ranNow.set(nameOf(job), [seconds, cpu])
  process.stdout.write(`${ended.printed}  ${nameOf(job)}: ${seconds} s, ${cpu} s of CPU\n\n`)
  const outcome = outcomeOf(ended)
  job.outcome = {
    ...outcome,
    cpu: ended.cpu,
    skips: skippedIn(ended.printed),
    failures: failuresIn(ended.printed).map((name) => `${name} in ${nameOf(job)}`),
    ...(outcome.problem && { problem: `${nameOf(job)}: ${outcome.problem}` }),
  }
}

/** Maximum number of files that are retried in CI; if more fail, the cause is not lack of time. */
const SECOND_TRIES = 3

/** Files that failed in parallel and passed alone. */
const unsteady = []

const runAgain = async (jobs) => {
  const failing = jobs.filter(({ outcome }) => outcome.failed > 0)
  if (!process.env.CI || failing.length > SECOND_TRIES) return
  for (const job of failing) {
    console.log(`\n== ${nameOf(job)} once more, alone`)
    await run(job)
    if (job.outcome.failed === 0) unsteady.push(nameOf(job))
  }
}

const isWanted = ({ name, words = [name] }) =>
  args.stages.length === 0 || words.some((word) => args.stages.includes(word))

const allFiles = testFiles()
  .filter((file) => args.paths.length === 0 || args.paths.some((path) => file.includes(path)))
  .filter((file) => isWanted(stageOf(file)) && set.run(file))
  .sort()
const files = args.shard ? shardOf(allFiles, args.shard) : allFiles

const runAll = async () => {
  const outcomes = new Map()
  const keep = (name, outcome) => outcomes.set(name, add(outcomes.get(name) ?? none, outcome))
  const unknown = unknownRequired()
  if (unknown.length > 0) keep('REQUIRE', failed(`it names ${unknown.join(', ')}, which no test looks for`))

  // each check takes one core, while the other cores run tests
  const wantsChecks = args.stages.length > 0 || (args.paths.length === 0 && !changed && set.hasChecks)
  const checking = wantsChecks && (args.shard?.index ?? 1) === 1 ? checks.filter(isWanted) : []
  const checked = (async () => {
    for (const check of checking) keep(check.name, await runCheck(check))
  })()

  const jobs = []
  for (const stage of stages.filter(isWanted)) {
    const own = files.filter((file) => stageOf(file) === stage)
    if (own.length === 0) {
      if (args.stages.length > 0 && args.paths.length === 0 && !args.shard)
        keep(stage.name, failed('it has no test file'))
      continue
    }
    try {
      const some = await jobsOf(stage, own)
      if (some.length === 0) keep(stage.name, { ...none, problem: 'nothing of it has changed' })
      jobs.push(...some)
    } catch (error) {
      keep(stage.name, failed(error.message))
    }
  }
  const longestFirst = (job) => took.get(nameOf(job))?.[0] ?? job.files.reduce((sum, file) => sum + lengthOf(file), 0)
  await runJobs(
    jobs.sort((one, other) => longestFirst(other) - longestFirst(one)),
    run,
  )
  await checked
  await runAgain(jobs)
  for (const { stage, outcome } of jobs) keep(stage.name, outcome)
  if (built) keep('build', { ...none, cpu: (await built).cpu })
  if (jobs.length === 0 && checking.length === 0 && outcomes.size === 0)
    keep([...args.stages, ...args.paths].join(' ') || args.set, failed('there is no test in it'))
  return outcomes
}

const outcomes = await runAll()

writeFileSync(durations, JSON.stringify({ ...Object.fromEntries(took), ...Object.fromEntries(ranNow) }, null, 1))
const slowest = ranNow.size > 1 ? [...ranNow].sort(([, [one]], [, [other]]) => other - one).slice(0, 10) : []
if (slowest.length > 0) console.log(`\nLongest of ${Math.round(performance.now() / 1000)} s (wall, CPU):`)
for (const [name, [seconds, cpu]] of slowest)
  console.log(`${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} s  ${name}`)

console.log('')
for (const skip of new Set([...outcomes.values()].flatMap(({ skips = [] }) => skips))) console.log(skip)
for (const file of unsteady) console.log(`unsteady: ${file} failed beside others and passed alone`)
for (const { failures = [] } of outcomes.values()) for (const failure of failures) console.log(`FAIL ${failure}`)
for (const [name, { passed, failed, skipped, cpu, problem }] of outcomes)
  console.log(
    `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${Math.round(cpu)} s of CPU` +
      (problem ? ` (${problem})` : ''),
  )
const sum = (what) => [...outcomes.values()].reduce((total, outcome) => total + outcome[what], 0)
const { user, system } = process.cpuUsage()
const cpu = sum('cpu') + (user + system) / 1e6
console.log(`${Math.round(performance.now() / 1000)} s, ${Math.round(cpu)} s of CPU`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exitCode = sum('failed') > 0 ? 1 : 0
