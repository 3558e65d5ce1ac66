import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Limits of a worker: CPU time in ms, and memory in MiB. */
export type WorkerLimits = { time: number; memory: number }

/** Why a worker was terminated: it exceeded a limit, or the machine was too busy to run it. */
export type ExceededLimit = 'time' | 'memory' | 'busy'

export class WorkerLimitError extends Error {
  constructor(readonly excess: ExceededLimit) {
    super(`The worker was ended: ${excess}`)
  }
}

/** Wall clock limit after which a worker is terminated, and interval of reading its CPU time, in ms. */
const [START_TIMEOUT, POLL_INTERVAL] = [30_000, 50]

/** Clock ticks in `/proc` are 10 ms on all Linux architectures. */
const CLOCK_TICK = 10

/** CPU time of a thread of this process in ms; `undefined` without `/proc`. */
const cpuTimeOf = (thread: number): number | undefined => {
  try {
    // the name in parentheses may contain anything; user and system time are fields 14 and 15
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) * CLOCK_TICK
  } catch {
    return undefined
  }
}

const workerSource = (program: string) => `
const { parentPort, workerData } = require('node:worker_threads')
let thread
try {
  thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
} catch {}
const ready = () => parentPort.postMessage({ ready: thread })
;(${program})(workerData, ready).then((result) => parentPort.postMessage({ result }))
`

/**
 * Runs a function in a worker and terminates it when it exceeds a limit, measured from its call of `ready`. Time is CPU
 * time, so that load on the machine causes no errors; systems without `/proc` use four times as much wall clock time.
 * The function's source must only refer to its parameters.
 *
 * @throws `WorkerLimitError`, and what the function throws.
 */
export const runLimited = <Data, Result>(
  program: ((data: Data, ready: () => void) => Promise<Result>) | string,
  workerData: Data,
  { time, memory }: WorkerLimits,
) =>
  new Promise<Result>((resolve, reject) => {
    const worker = new Worker(workerSource(program.toString()), {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: memory / 4 },
    })
    let poll: NodeJS.Timeout | undefined
    const stop = () => {
      clearTimeout(busyTimer)
      clearInterval(poll)
    }
    const end = (error: Error) => {
      stop()
      reject(error)
      void worker.terminate()
    }
    const busyTimer = setTimeout(() => end(new WorkerLimitError('busy')), START_TIMEOUT)
    const watch = (thread: number | undefined) => {
      const begin = performance.now()
      const usedTime = () => (thread === undefined ? undefined : cpuTimeOf(thread)) ?? (performance.now() - begin) / 4
      const before = usedTime()
      poll = setInterval(() => {
        if (usedTime() - before > time) end(new WorkerLimitError('time'))
      }, POLL_INTERVAL)
    }
    worker.on('message', (message: { ready?: number } | { result: Result }) => {
      if (!('result' in message)) return watch(message.ready)
      stop()
      resolve(message.result)
      void worker.terminate()
    })
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLimitError('memory') : error),
    )
    worker.once('exit', () => end(new WorkerLimitError('memory')))
  })
