import { existsSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { limitedFunction, WorkerLimitError } from '../../engines/kubernetes/limited-worker.ts'

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
  const multiply = limitedFunction(async (factor: number) => (number: number) => number * factor, 2, limits)
  assert.is(await multiply(21), 42)
})

test('a worker runs further tasks, one at a time, and another one runs those beside it', async () => {
  const count = limitedFunction(
    async () => {
      let tasks = 0
      return async (ms: number) => {
        tasks += 1
        await new Promise((resolve) => setTimeout(resolve, ms))
        return tasks
      }
    },
    null,
    limits,
  )
  assert.is(await count(0), 1)
  assert.is(await count(0), 2)
  assert.equal(await Promise.all([count(100), count(100)]), [3, 1])
})

test('a function that never returns is terminated, and the next task gets another worker', async () => {
  const spin = limitedFunction(
    async () => {
      let tasks = 0
      return (forever: boolean) => {
        tasks += 1
        while (forever);
        return tasks
      }
    },
    null,
    limits,
  )
  assert.is(await spin(false), 1)
  assert.is(await excess(spin(true)), 'time')
  assert.is(await spin(false), 1)
})

test('time of earlier tasks does not count', async () => {
  const spin = limitedFunction(
    async () => (ms: number) => {
      const end = performance.now() + ms
      while (performance.now() < end);
      return 'done'
    },
    null,
    { ...limits, time: 400 },
  )
  for (let turn = 0; turn < 4; turn += 1) assert.is(await spin(200), 'done')
})

test('time without the processor does not count', async () => {
  // five times the limit, without CPU time
  const sleep = limitedFunction(
    async () => (ms: number) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      return 'done'
    },
    null,
    limits,
  )
  if (existsSync('/proc/thread-self')) assert.is(await sleep(5 * limits.time), 'done')
})

test('startup time does not count', async () => {
  const start = limitedFunction(
    async (rounds: number) => {
      let sum = 0
      for (let turn = 0; turn < rounds; turn += 1) sum += Math.sqrt(turn)
      return () => sum > 0
    },
    50_000_000,
    limits,
  )
  assert.is(await start(null), true)
})

test('a function that exceeds its memory limit is terminated', async () => {
  const fill = limitedFunction(
    async () => () => {
      const all: object[] = []
      for (;;) all.push(new Array(1000).fill(all.length))
    },
    null,
    { ...limits, time: 60_000 },
  )
  assert.is(await excess(fill(null)), 'memory')
})

test('an error of the function or of its setup is passed on', async () => {
  const fail = async () => {
    throw new TypeError('broken')
  }
  const failLater = async () => () => {
    throw new TypeError('broken')
  }
  for (const broken of [limitedFunction(failLater, null, limits), limitedFunction(fail, null, limits)])
    for (let turn = 0; turn < 2; turn += 1)
      await broken(null).then(
        () => assert.unreachable(),
        (error: Error) => assert.is(error.message, 'broken'),
      )
})
