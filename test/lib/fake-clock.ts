import { closeAtEnd } from './close-at-end.ts'

type Timer = { id: number; at: number; run: () => void }

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now }

let now = 0
let last = 0
let timers: Timer[] = []

/** Stops the clock until the test ends: timers fire and `Date.now()` advances only through `advanceClock`. */
export const stopClock = () => {
  closeAtEnd(restoreClock)
  now = real.now()
  timers = []
  const set = (run: () => void, after = 0) => {
    timers.push({ id: ++last, at: now + after, run })
    return last
  }
  const clear = (id: number | ReturnType<typeof setTimeout> | undefined) => {
    timers = timers.filter((timer) => timer.id !== id)
    // a timer from before the clock was stopped
    if (typeof id === 'object') real.clearTimeout(id)
  }
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
  Date.now = () => now
}

/** Advances the clock by `ms`, firing due timers in order. */
export const advanceClock = (ms: number) => {
  const end = now + ms
  for (;;) {
    const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
    if (!next) break
    now = next.at
    timers = timers.filter((timer) => timer !== next)
    next.run()
  }
  now = end
}

/** Restores the real clock. */
export const restoreClock = () => {
  Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout })
  Date.now = real.now
}
