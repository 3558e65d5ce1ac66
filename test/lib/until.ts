import { setTimeout as pause } from 'node:timers/promises'

/** How long anything is waited for, in ms: longer than any machine takes, however busy it is. */
const TIMEOUT = 60_000

/** Waits until something holds. */
export const until = async (holds: () => boolean | Promise<boolean>) => {
  for (const end = performance.now() + TIMEOUT; !(await holds()); await pause(10))
    if (performance.now() > end) throw new Error(`It did not come to hold: ${holds}`)
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
