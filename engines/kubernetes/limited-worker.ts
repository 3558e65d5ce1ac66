import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Limits of a worker: time on the processor in ms, and memory in MiB. */
export type WorkerLimits = { time: number; memory: number }

/** Why a worker was ended: it took too much, or the machine gave it no time to work in. */
export type Excess = 'time' | 'memory' | 'busy'

export class WorkerLimitError extends Error {
  constructor(readonly excess: Excess) {
    super(`The worker was ended: ${excess}`)
  }
}

/** Time by the clock after which a worker is given up, and how often its time on the processor is read, in ms. */
const [GIVEN_UP, TURN] = [30_000, 50]

/** A tick of the processor times in `/proc` is 10 ms on every architecture of Linux. */
const TICK = 10

/** Time that a thread of this process has had on the processor, in ms; `undefined` where there is no `/proc`. */
const timeOf = (thread: number): number | undefined => {
  try {
    // the name before the parenthesis may contain anything; user and system time are fields 14 and 15
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) * TICK
  } catch {
    return undefined
  }
}

const frame = (program: string) => `
const { parentPort, workerData } = require('node:worker_threads')
let thread
try {
  thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1))
} catch {}
const ready = () => parentPort.postMessage({ ready: thread })
;(${program})(workerData, ready).then((result) => parentPort.postMessage({ result }))
`

/**
 * Runs a function in a worker, which is ended once it has taken this much since it called `ready`. Time counts on the
 * processor, so that other work on the machine refuses nothing; systems without `/proc` count four times as much by the
 * clock. The function's source must not refer to anything outside of its parameters.
 *
 * @throws `WorkerLimitError`, and what the function throws.
 */
export const runLimited = <Data, Result>(
  program: ((data: Data, ready: () => void) => Promise<Result>) | string,
  workerData: Data,
  { time, memory }: WorkerLimits,
) =>
  new Promise<Result>((resolve, reject) => {
    const worker = new Worker(frame(program.toString()), {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: memory / 4 },
    })
    let turns: NodeJS.Timeout | undefined
    const stop = () => {
      clearTimeout(patience)
      clearInterval(turns)
    }
    const end = (error: Error) => {
      stop()
      reject(error)
      void worker.terminate()
    }
    const patience = setTimeout(() => end(new WorkerLimitError('busy')), GIVEN_UP)
    const watch = (thread: number | undefined) => {
      const begin = performance.now()
      const used = () => (thread === undefined ? undefined : timeOf(thread)) ?? (performance.now() - begin) / 4
      const before = used()
      turns = setInterval(() => {
        if (used() - before > time) end(new WorkerLimitError('time'))
      }, TURN)
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
