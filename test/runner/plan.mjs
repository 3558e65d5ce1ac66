import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Stages whose tests are files. The first whose `holds` matches a file's path has it. `perProcess` files share one
 * process; `limit` is the time limit of a process in seconds, on a machine of the usual speed.
 */
export const stages = [
  { name: 'boundaries', holds: /^test\/boundaries/, limit: 60, perProcess: 1 },
  {
    name: 'conformance',
    holds: /^test\/conformance\/|^plugins\/[^/]+\/test\/conformance\b/,
    limit: 600,
    perProcess: 1,
  },
  {
    name: 'browser',
    holds: /^test\/browser\/|^plugins\/[^/]+\/test\/browser\b/,
    limit: 900,
    perProcess: 1,
    needsChromium: true,
  },
  {
    name: 'unit, on the server',
    words: ['unit'],
    holds: /^test\/(server|engines|build|runner)\/|\/(server|embedded|minio)[\w-]*\.test\.ts$/,
    limit: 600,
    perProcess: 1,
  },
  {
    name: 'unit, with a document',
    words: ['unit'],
    holds: /^(test|plugins)\//,
    limit: 300,
    perProcess: 1000,
    dom: true,
  },
]

/** Stages that are one command each. The compiler uses one thread: several cost twice the CPU time. */
export const checks = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded'], limit: 180 },
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'], limit: 120 },
]

/** Paths of all test files: those of the plugins are in their folders. */
export const testFiles = () =>
  ['test', 'plugins']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.test\.tsx?$/.test(file))

export const stageOf = (file) => stages.find(({ holds }) => holds.test(file))

/** What a test file starts real servers with, or looks for them. */
const realServers =
  /\b(startMinio|startPair|has(Own)?Minio|hasKube|hasEtcd|hasPostgres|hasDirectory|hasPrometheus|mountDisk|brokers)\b/
const helperOfRealServers = /\/on-server\.ts'/

/** What takes too long for `npm test`: all browser tests but those in `quick`, kills and whole builds. */
const long = [/^test\/browser\/(?!quick\/)|^plugins\/[^/]+\/test\/browser\b/, /^test\/build\//]

/** Suites whose pages compute for long, as the checksums of large files: 20 times longer without V8's optimizations. */
export const computing =
  /^plugins\/object-browser\/test\/browser\/(resume|transfers|killed|preview|preview-content)\.test/

/** Suites that run on several engines: in `npm test` on these, in the rest of `npm run test:all` on the others. */
const manyEngines = /\b(onEveryEngine|onEveryStorage|onEveryCluster|onEveryGeneration|onBestCluster)\b|\bof engines\b/
const quickEngines = 'embedded,demo'
const otherEngines = 'minio,cluster,versity,seaweedfs,plain-minio'

/** What `npm test` runs of a file: `undefined` is nothing. `STOWAGE_ENGINES` names the engines of its suites. */
const quickRun = (file) => {
  if (long.some((path) => path.test(file))) return undefined
  const text = readFileSync(file, 'utf8')
  if (realServers.test(text) || helperOfRealServers.test(text)) return undefined
  return { engines: quickEngines }
}

/** What is left of a file after `npm test`. */
const restRun = (file) => {
  if (!quickRun(file)) return {}
  return manyEngines.test(readFileSync(file, 'utf8')) ? { engines: otherEngines } : undefined
}

/** The quick look at pages that `everywhere.test.ts` looks at in all themes and widths, with the same addresses. */
const repeated = 'test/browser/quick/pages.test.ts'

/**
 * Sets of tests: what each runs of a file, and whether the checks belong to it. `chosen` is for stages, paths and
 * changed files that the command line names.
 */
export const sets = {
  quick: { run: quickRun, hasChecks: true },
  rest: { run: restRun, hasChecks: false },
  all: { run: (file) => (file === repeated ? undefined : {}), hasChecks: true },
  chosen: { run: () => ({}), hasChecks: true },
}

/** Seconds of the longest files, roughly; any other file counts by its length. They only balance the shards. */
const seconds = {
  'test/browser/everywhere.test.ts': 180,
  'test/browser/operator-everywhere.test.ts': 60,
  'test/browser/steps.test.ts': 30,
  'plugins/settings/test/browser.test.ts': 40,
  'plugins/object-browser/test/browser/preview.test.ts': 30,
  'test/browser/faults.test.ts': 60,
  'plugins/object-browser/test/browser/resume.test.ts': 40,
  'test/build/without-plugins.test.ts': 27,
  'test/build/move-out.test.ts': 80,
  'test/build/removed-plugins.test.ts': 40,
  'test/build/scaffold.test.ts': 18,
  'test/build/run.test.ts': 40,
  'test/server/start.test.ts': 16,
  'test/engines/embedded/crash.test.ts': 12,
}

/** How long a file takes in comparison with others: the same on every machine, since shards are made by it. */
export const weightOf = (file) => seconds[file] ?? 1 + readFileSync(file).length / 4000

/** The files of one of `of` shards. Each shard gets about the same weight. */
export const shardOf = (files, { index, of }) => {
  const shards = Array.from({ length: of }, () => ({ files: [], weight: 0 }))
  const heaviestFirst = files
    .map((file) => ({ file, weight: weightOf(file) }))
    .sort((one, other) => other.weight - one.weight || (one.file < other.file ? -1 : 1))
  for (const { file, weight } of heaviestFirst) {
    const lightest = shards.reduce((one, other) => (other.weight < one.weight ? other : one))
    lightest.files.push(file)
    lightest.weight += weight
  }
  return shards[index - 1].files.sort()
}
