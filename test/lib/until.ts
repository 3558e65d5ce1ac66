import { setTimeout as pause } from 'node:timers/promises'

/** Maximum time to wait, in ms: longer than any machine needs, however busy it is. */
export const TIMEOUT = 60_000

/** Shortest and longest pause between two checks, in ms. */
const [SHORTEST, LONGEST] = [10, 500]

/**
 * Waits until a condition holds. The pause after a check is four times as long as the check took: requests to a server
 * and its storage cost CPU time that other tests need.
 */
export const until = async (check: () => boolean | Promise<boolean>) => {
  const end = performance.now() + TIMEOUT
  for (;;) {
    const started = performance.now()
    if (await check()) return
    const now = performance.now()
    if (now > end) throw new Error(`Timeout while waiting for: ${check}`)
    await pause(Math.min(Math.max(4 * (now - started), SHORTEST), LONGEST))
  }
}

/** Waits until a growing number has not changed for 25 checks; returns it. */
export const untilSteady = async (value: () => number) => {
  let [last, still] = [value(), 0]
  await until(() => {
    still = value() === last ? still + 1 : 0
    last = value()
    return still >= 25
  })
  return last
}
