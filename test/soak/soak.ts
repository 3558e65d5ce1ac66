import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { assert } from '../lib/suite.ts'
import { hasOwnMinio, noOwnMinio } from '../lib/minio.ts'
import { type EngineName, type TestConsole, startTestConsole } from '../lib/test-console.ts'
import { signIn } from '../lib/server.ts'
import { currentMemory, MiB } from '../lib/transfer.ts'
import { until } from '../lib/until.ts'
import { runEveryAction } from './load.ts'
import { type Tolerance, verdictOf } from './series.ts'

/** Number of concurrent users. */
const PEOPLE = 6

/** Number of pauses in which the console is measured. */
const SAMPLES = 30

const tolerances = {
  memory: { unit: 'MiB', percent: 15, least: 12 },
  heap: { unit: 'MiB', percent: 5, least: 1.5 },
  descriptors: { unit: '', percent: 0, least: 3 },
} satisfies Record<string, Tolerance>

type Sample = Record<keyof typeof tolerances, number>

/** Makes the console collect garbage and report its heap size on a signal. */
const heapReporter = () => {
  const program = `
    import v8 from 'node:v8'
    import vm from 'node:vm'
    v8.setFlagsFromString('--expose-gc')
    const collect = vm.runInNewContext('gc')
    process.on('SIGUSR2', async () => {
      for (let time = 0; time < 3; time += 1) { collect(); await new Promise((done) => setTimeout(done, 50)) }
      console.log('HEAP ' + process.memoryUsage().heapUsed)
    })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`, CONSOLE_LOG_LEVEL: 'fatal' }
}

const measureOnce = async ({ server }: TestConsole): Promise<Sample> => {
  const heapLines = () => [...server.logs().matchAll(/HEAP (\d+)/g)]
  const before = heapLines().length
  process.kill(server.pid(), 'SIGUSR2')
  await until(() => heapLines().length > before)
  return {
    memory: currentMemory(server.pid()),
    heap: Number(heapLines().at(-1)?.[1]) / MiB,
    descriptors: readdirSync(`/proc/${server.pid()}/fd`).length,
  }
}

/** Idle connections are closed by the side that opened them within this time, in ms. */
const IDLE_TIMEOUT = 6000

/**
 * Keeps a console busy for `length` ms, prints its memory and handles at each sample and whether they are flat; returns
 * false if they are not.
 */
export const soak = async (engine: EngineName, length: number): Promise<boolean> => {
  if (engine === 'minio' && !hasOwnMinio()) {
    console.log(`${engine} is skipped: ${noOwnMinio}`)
    return true
  }
  const testConsole = await startTestConsole(engine, { env: heapReporter() })
  try {
    const { url, root } = testConsole.server
    const send = await signIn(url, root)
    const users = Array.from({ length: PEOPLE }, (_, n) => ({
      pair: { accessKey: `person-${n}`, secretKey: 'a-good-password' },
      bucket: `bucket-${n}`,
    }))
    for (const { pair, bucket } of users) {
      assert.is((await send('POST', '/api/v1/users', { ...pair, groups: [], policies: ['consoleAdmin'] })).status, 201)
      assert.is((await send('POST', '/api/v1/buckets', { name: bucket })).status, 201)
    }

    const samples: Sample[] = []
    let rounds = 0
    const span = Math.max(1000, length / SAMPLES - IDLE_TIMEOUT)
    const started = performance.now()
    while (performance.now() - started < length || samples.length < 10) {
      const end = performance.now() + span
      const work = async ({ pair, bucket }: (typeof users)[number]) => {
        do {
          await runEveryAction(url, pair, bucket)
          rounds += 1
        } while (performance.now() < end)
      }
      await Promise.all(users.map(work))
      await pause(IDLE_TIMEOUT)
      const now = await measureOnce(testConsole)
      samples.push(now)
      const columns = Object.entries(now).map(
        ([name, value]) => `${name} ${value.toFixed(name === 'descriptors' ? 0 : 1)}`,
      )
      console.log(
        `${engine} after ${((performance.now() - started) / 1000).toFixed(0)} s and ${rounds} rounds: ${columns.join(', ')}`,
      )
    }

    let isFlat = true
    for (const [name, tolerance] of Object.entries(tolerances) as [keyof Sample, Tolerance][]) {
      const verdict = verdictOf(
        samples.map((one) => one[name]),
        tolerance,
      )
      isFlat &&= verdict.isFlat
      const [growth, allowed] = [verdict.growth, verdict.allowed].map((value) =>
        `${value.toFixed(1)} ${tolerance.unit}`.trim(),
      )
      console.log(
        `${engine}: ${name} ${verdict.isFlat ? 'is flat' : 'GROWS'}: ${growth} by its slope after warming up, where ${allowed} may be`,
      )
    }
    return isFlat
  } finally {
    await testConsole.stop()
  }
}
