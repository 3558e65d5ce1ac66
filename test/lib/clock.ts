type Timer = { id: number; at: number; run: () => void }

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, now: Date.now }

let now = 0
let last = 0
let timers: Timer[] = []

/** Stops the clock: timers fire and `Date.now()` moves only through `pass`. */
export const stop = () => {
  now = real.now()
  timers = []
  const set = (run: () => void, after = 0) => {
    timers.push({ id: ++last, at: now + after, run })
    return last
  }
  const clear = (id: number | ReturnType<typeof setTimeout> | undefined) => {
    timers = timers.filter((timer) => timer.id !== id)
    // one of before the clock was stopped
    if (typeof id === 'object') real.clearTimeout(id)
  }
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
  Date.now = () => now
}

/** Lets `ms` pass, firing what is due in its order. */
export const pass = (ms: number) => {
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

/** Gives the real clock back. */
export const go = () => {
  Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout })
  Date.now = real.now
}
