import { existsSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { runLimited, WorkerLimitError } from '../../engines/kubernetes/limited-worker.ts'

const test = suite('limited worker')

const limits = { time: 50, memory: 32 }

const excess = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof WorkerLimitError) return error.excess
    throw error
  }
  throw new Error('Expected an error')
}

test('a function receives its data and returns its result', async () => {
  const double = async (number: number, ready: () => void) => {
    ready()
    return number * 2
  }
  assert.is(await runLimited(double, 21, limits), 42)
})

test('a function that never returns is terminated', async () => {
  const spin = async (_: null, ready: () => void) => {
    ready()
    for (;;);
  }
  assert.is(await excess(runLimited(spin, null, limits)), 'time')
})

test('time without the processor does not count', async () => {
  // five times the limit, without CPU time
  const sleep = async (ms: number, ready: () => void) => {
    ready()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return 'done'
  }
  if (existsSync('/proc/thread-self')) assert.is(await runLimited(sleep, 5 * limits.time, limits), 'done')
})

test('startup time does not count', async () => {
  const start = async (rounds: number, ready: () => void) => {
    let sum = 0
    for (let turn = 0; turn < rounds; turn += 1) sum += Math.sqrt(turn)
    ready()
    return sum > 0
  }
  assert.is(await runLimited(start, 50_000_000, limits), true)
})

test('a function that exceeds its memory limit is terminated', async () => {
  const fill = async (_: null, ready: () => void) => {
    ready()
    const all: object[] = []
    for (;;) all.push(new Array(1000).fill(all.length))
  }
  assert.is(await excess(runLimited(fill, null, { ...limits, time: 60_000 })), 'memory')
})

test('an error of the function is passed on', async () => {
  const fail = async (_: null, ready: () => void): Promise<void> => {
    ready()
    throw new TypeError('broken')
  }
  await runLimited(fail, null, limits).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'broken'),
  )
})
