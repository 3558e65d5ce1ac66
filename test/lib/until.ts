import { setTimeout as pause } from 'node:timers/promises'

/** How long anything is waited for, in ms: longer than any machine takes, however busy it is. */
const TIMEOUT = 60_000

/** Shortest and longest pause between two checks, in ms. */
const [SHORTEST, LONGEST] = [10, 500]

/**
 * Waits until something holds. The pause after a check is four times as long as the check took: a request to a server
 * and to its storage costs processor time that other tests need.
 */
export const until = async (holds: () => boolean | Promise<boolean>) => {
  const end = performance.now() + TIMEOUT
  for (;;) {
    const started = performance.now()
    if (await holds()) return
    const now = performance.now()
    if (now > end) throw new Error(`It did not come to hold: ${holds}`)
    await pause(Math.min(Math.max(4 * (now - started), SHORTEST), LONGEST))
  }
}

/** Waits until a number that grows has stood still for 25 looks at it, and gives it. */
export const untilSteady = async (value: () => number) => {
  let [last, still] = [value(), 0]
  await until(() => {
    still = value() === last ? still + 1 : 0
    last = value()
    return still >= 25
  })
  return last
}
