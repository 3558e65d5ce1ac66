import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** How many processes run side by side on any machine, and how many where its processors would be idle otherwise. */
const [FEW, MANY] = [3, 6]

/** One more starts where this share of the processors was idle for so long, in ms. */
const [IDLE, INTERVAL] = [0.25, 2000]

/** Returns a function that tells, at most once per interval, whether the processors had time to spare. */
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

/** Runs jobs in this order, several at a time: they mostly wait for servers and pages. */
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
