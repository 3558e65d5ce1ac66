import { pbkdf2Sync } from 'node:crypto'

/** Time that `compute` takes on the reference machine of the time limits, in ms. */
const REFERENCE = 55

/** Largest factor for the time limits on a slow machine. */
const MOST = 4

const compute = () => {
  let sum = 0
  for (let index = 0; index < 1.2e7; index += 1) sum = (sum * 31 + index) % 1_000_003
  pbkdf2Sync(String(sum), 'salt', 12_000, 32, 'sha512')
}

/** How many times slower than the reference machine this machine runs a fixed computation. */
export const slowness = () => {
  const started = performance.now()
  compute()
  return Math.min(Math.max((performance.now() - started) / REFERENCE, 1), MOST)
}
