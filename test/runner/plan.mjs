import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Stages of test files. A file belongs to the first stage whose `holds` matches its path. `perProcess` files share one
 * process, which saves its start, or `quickPerProcess` in `npm test`, where no real servers start; `limit` is the time
 * limit of a process in seconds, on the reference machine. Per line, files take `pace` times as long as others.
 */
export const stages = [
  { name: 'boundaries', holds: /^test\/boundaries/, limit: 60, perProcess: 10 },
  {
    name: 'conformance',
    holds: /^test\/conformance\/|^plugins\/[^/]+\/test\/conformance\b/,
    limit: 600,
    pace: 2,
    perProcess: 1,
    quickPerProcess: 8,
  },
  {
    name: 'browser',
    holds: /^test\/browser\/|^plugins\/[^/]+\/test\/browser\b/,
    limit: 1800,
    pace: 6,
    perProcess: 5,
    needsChromium: true,
  },
  {
    name: 'unit, on the server',
    words: ['unit'],
    holds: /^test\/(server|engines|build|runner)\/|\/(server|embedded|minio)[\w-]*\.test\.ts$/,
    limit: 600,
    perProcess: 8,
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

/** Stages that are one command each. The compiler uses one thread: several take twice the CPU time. */
export const checks = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded'], limit: 180 },
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'], limit: 120 },
]

/** Paths of all test files, including those in the folders of plugins. */
export const testFiles = () =>
  ['test', 'plugins']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.test\.tsx?$/.test(file))

export const stageOf = (file) => stages.find(({ holds }) => holds.test(file))

/** Functions in test/lib and test/conformance that start real servers, or look for their programs. */
export const serverFunctions = [
  'startMinio',
  'startOwnMinio',
  'startMinioPair',
  'startS3Server',
  'hasMinio',
  'hasOwnMinio',
  'missingOwnMinio',
  'onIamServers',
  'hasKube',
  'missingKube',
  'hasEtcd',
  'hasPostgres',
  'hasDirectory',
  'hasPrometheus',
  'mountDisk',
  'onVersityGateway',
  'brokers',
]
const realServers = new RegExp(`\\b(${serverFunctions.join('|')})\\b`)

/** Helpers whose importers use real servers. */
export const serverHelpers = ['test/engines/minio/minio-suite.ts', 'test/lib/minio-suite.ts']
const importsServerHelper = (text) => serverHelpers.some((path) => text.includes(`/${basename(path)}'`))

/** Tests that take too long for `npm test`: all browser tests except those in `quick`, kills and whole builds. */
const long = [/^test\/browser\/(?!quick\/)|^plugins\/[^/]+\/test\/browser\b/, /^test\/build\//, /\bcrash\.test/]

/**
 * Suites whose pages compute for a long time, such as checksums of large files: without V8's optimizations they take 20
 * times as long.
 */
export const computing =
  /^plugins\/object-browser\/test\/browser\/(resume|transfers|killed|preview|preview-content)\.test/

/** Suites that run on several engines: on these in `npm test`, on the others in the rest of `npm run test:all`. */
const manyEngines = /\b(onEveryEngine|onEveryStorage|onEveryCluster|onEveryGeneration|onBestCluster)\b|\bof engines\b/
const quickEngines = 'embedded,demo'
const otherEngines = 'minio,cluster,versity,seaweedfs,moto,garage,plain-minio'

/** How `npm test` runs a file: `undefined` if it leaves it out. `STOWAGE_ENGINES` names the engines of its suites. */
const quickRun = (file) => {
  if (long.some((path) => path.test(file))) return undefined
  const text = readFileSync(file, 'utf8')
  if (realServers.test(text) || importsServerHelper(text)) return undefined
  return { engines: quickEngines }
}

/** Engines of a file that `npm test` leaves out. */
const restRun = (file) => {
  if (!quickRun(file)) return {}
  return manyEngines.test(readFileSync(file, 'utf8')) ? { engines: otherEngines } : undefined
}

/** The quick test of pages, which `everywhere.test.ts` repeats in all themes and widths, with the same addresses. */
const repeated = 'test/browser/quick/pages.test.ts'

/**
 * Sets of tests: how each runs a file, and whether it includes the checks. `chosen` is for stages, paths and changed
 * files on the command line.
 */
export const sets = {
  quick: { run: quickRun, hasChecks: true },
  rest: { run: restRun, hasChecks: false },
  all: { run: (file) => (file === repeated ? undefined : {}), hasChecks: true },
  chosen: { run: () => ({}), hasChecks: true },
}

/** Approximate seconds of the longest files; all others are estimated by their length and stage. */
const seconds = {
  'test/browser/quick/pages.test.ts': 80,
  'test/browser/quick/walk.test.ts': 40,
  'test/browser/quick/other-pages.test.ts': 20,
  'test/browser/everywhere.test.ts': 180,
  'test/browser/operator-everywhere.test.ts': 60,
  'test/browser/steps.test.ts': 30,
  'plugins/settings/test/browser.test.ts': 20,
  'plugins/object-browser/test/browser/preview.test.ts': 20,
  'test/browser/faults.test.ts': 60,
  'plugins/object-browser/test/browser/resume.test.ts': 25,
  'test/build/without-plugins.test.ts': 27,
  'test/build/move-out.test.ts': 80,
  'test/build/removed-plugins.test.ts': 40,
  'test/build/scaffold.test.ts': 18,
  'test/build/run.test.ts': 40,
  'test/server/start.test.ts': 16,
  'test/engines/embedded/crash.test.ts': 12,
}

/** Relative duration of a file: the same on every machine, since it determines the shards. */
export const weightOf = (file) => seconds[file] ?? (stageOf(file).pace ?? 1) * (1 + readFileSync(file).length / 4000)

/** Suites that share a process because they pack and install the same build. */
const together = /^test\/build\/(examples|move-out|plugin-package)\.test/

/** Divides files into groups of at most `size`, of about the same weight. */
const deal = (files, size) => {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, () => [])
  const heaviestFirst = [...files].sort((one, other) => weightOf(other) - weightOf(one))
  for (const [at, file] of heaviestFirst.entries()) groups[at % groups.length].push(file)
  return groups
}

/** Long suites: those in `seconds`, and those on the server that start real servers or build the app. */
const isLong = (file) => file in seconds || (stageOf(file).name === 'unit, on the server' && !quickRun(file))

/** Number of files of a stage that share a process if their suites run on these engines. */
export const perProcessOf = ({ perProcess, quickPerProcess = perProcess }, engines) =>
  engines === quickEngines ? quickPerProcess : perProcess

/** Groups of files that share a process. Long ones run alone, so that they run in parallel to others. */
export const groupsOf = (files, perProcess) => {
  const packing = files.filter((file) => together.test(file))
  const alone = files.filter((file) => perProcess < 100 && !packing.includes(file) && isLong(file))
  const others = files.filter((file) => !packing.includes(file) && !alone.includes(file))
  return [...deal(packing, packing.length || 1), ...deal(alone, 1), ...deal(others, perProcess)]
}

/** Files of one of `of` shards, which have about the same weight. */
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
