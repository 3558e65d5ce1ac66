import { checks, stages } from './plan.mjs'

const usage = `npm test                    types, lint, boundaries, all unit tests, conformance on the embedded engine,
                            a walk through the console in a browser and an accessibility check of every page
npm run test:all            everything, also on real servers, at all widths and themes, with faults and kills
  -- --rest                 of everything, what npm test leaves out
  -- --shard 2/4            the second of four parts
node test/run.mjs [--changed] [stage …] [part of a path …]
  only these stages and files, on all engines; --changed: only what differs from main, or what the last commit changed
Stages: STAGES
REQUIRE=minio,chromium fails the run where one of these is missing, instead of skipping its tests.`

const stageWords = [...checks.map(({ name }) => name), ...new Set(stages.flatMap(({ name, words }) => words ?? [name]))]

const stop = (problem) => {
  console.error(`${problem ? `${problem}\n` : ''}${usage.replace('STAGES', stageWords.join(', '))}`)
  process.exit(problem ? 1 : 0)
}

const shardIn = (text = '') => {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (!of || Number(index) < 1 || Number(index) > Number(of)) stop(`--shard needs a part like 2/4, not "${text}"`)
  return { index: Number(index), of: Number(of) }
}

/** Parses the command line. Exits the process if it is invalid. */
export const readArguments = (words) => {
  const options = { set: undefined, shard: undefined, changed: false, stages: [], paths: [] }
  const queue = [...words]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--help') stop()
    else if (word === '--all') options.set ??= 'all'
    else if (word === '--rest') options.set = 'rest'
    else if (word === '--changed') options.changed = true
    else if (word === '--shard') options.shard = shardIn(queue.shift())
    else if (word.startsWith('--shard=')) options.shard = shardIn(word.slice('--shard='.length))
    else if (word.startsWith('--')) stop(`There is no ${word}`)
    else if (stageWords.includes(word)) options.stages.push(word)
    else options.paths.push(word)
  }
  const isNarrowed = options.changed || options.stages.length > 0 || options.paths.length > 0
  if (isNarrowed && options.set !== 'rest') options.set = 'chosen'
  options.set ??= options.shard ? 'all' : 'quick'
  return options
}
