import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** Number of parallel processes on any machine, and its maximum while processors are idle. */
const [FEW, MANY] = [3, 6]

/** Another process starts if this share of the processors was idle for this interval, in ms. */
const [IDLE, INTERVAL] = [0.25, 2000]

/** Returns a function that reports, at most once per interval, whether the processors were idle. */
const createIdle = () => {
  const read = () =>
    cpus().reduce(
      ({ idle, all }, { times }) => ({
        idle: idle + times.idle,
        all: all + Object.values(times).reduce((sum, time) => sum + time),
      }),
      { idle: 0, all: 0 },
    )
  let [before, at] = [read(), performance.now()]
  return () => {
    if (performance.now() - at < INTERVAL) return false
    const now = read()
    const share = (now.idle - before.idle) / (now.all - before.all)
    ;[before, at] = [now, performance.now()]
    return share > IDLE
  }
}

/** Runs jobs in this order, several in parallel: they mostly wait for servers and pages. */
export const runJobs = async (jobs, run) => {
  const queue = [...jobs]
  const running = new Set()
  const isIdle = createIdle()
  while (queue.length > 0 || running.size > 0) {
    const room = isIdle() && running.size >= FEW && running.size < MANY ? 1 : FEW - running.size
    for (const job of queue.splice(0, Math.max(room, 0))) {
      const one = run(job).finally(() => running.delete(one))
      running.add(one)
    }
    await Promise.race([...running, pause(INTERVAL, undefined, { ref: false })])
  }
}
