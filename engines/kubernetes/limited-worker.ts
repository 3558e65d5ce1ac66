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

/** Time in ms after which a worker without a task ends. */
const IDLE_TIMEOUT = 10_000

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

const workerSource = (setup: string) => `
const { parentPort, workerData } = require('node:worker_threads')
let thread
try {
  thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
} catch {}
;(${setup})(workerData).then((run) => {
  parentPort.on('message', async (task) => parentPort.postMessage({ result: await run(task) }))
  parentPort.postMessage({ ready: thread })
})
`

/** A worker without a task; it ends when `timer` does. */
type IdleWorker = { worker: Worker; thread: number | undefined; timer: NodeJS.Timeout }

/**
 * Returns a function that runs in a worker, which is terminated when a task exceeds a limit. Time is CPU time, so that
 * load on the machine causes no errors; systems without `/proc` use four times as much wall clock time. `setup` runs
 * once per worker, does not count, and returns the function; its source must only refer to its parameter. A worker is
 * reused until it had no task for `IDLE_TIMEOUT`.
 *
 * @throws `WorkerLimitError`, and what the function throws.
 */
export const limitedFunction = <Options, Task, Result>(
  setup: ((options: Options) => Promise<(task: Task) => Result | Promise<Result>>) | string,
  workerData: Options,
  { time, memory }: WorkerLimits,
) => {
  const idle = new Set<IdleWorker>()

  /** Removes the listeners of a task or of the timer; those of the worker itself keep its port open. */
  const removeListeners = (worker: Worker) => {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  }

  const release = (worker: Worker, thread: number | undefined) => {
    removeListeners(worker)
    worker.unref()
    const end = () => {
      idle.delete(own)
      void worker.terminate()
    }
    const own = { worker, thread, timer: setTimeout(end, IDLE_TIMEOUT).unref() }
    worker.once('error', end)
    idle.add(own)
  }

  const takeIdle = () => {
    const [own] = idle
    if (!own) return undefined
    idle.delete(own)
    clearTimeout(own.timer)
    removeListeners(own.worker)
    own.worker.ref()
    return own
  }

  const start = () =>
    new Worker(workerSource(setup.toString()), {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: memory / 4 },
    })

  return (task: Task) =>
    new Promise<Result>((resolve, reject) => {
      const own = takeIdle()
      const worker = own?.worker ?? start()
      let thread = own?.thread
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
      const send = () => {
        const begin = performance.now()
        const usedTime = () => (thread === undefined ? undefined : cpuTimeOf(thread)) ?? (performance.now() - begin) / 4
        const before = usedTime()
        poll = setInterval(() => {
          if (usedTime() - before > time) end(new WorkerLimitError('time'))
        }, POLL_INTERVAL)
        worker.postMessage(task)
      }
      worker.on('message', (message: { ready?: number } | { result: Result }) => {
        if (!('result' in message)) {
          thread = message.ready
          return send()
        }
        stop()
        release(worker, thread)
        resolve(message.result)
      })
      worker.once('error', (error: NodeJS.ErrnoException) =>
        end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLimitError('memory') : error),
      )
      worker.once('exit', () => end(new WorkerLimitError('memory')))
      if (own) send()
    })
}
