import { mock } from 'node:test'

/** Returns a function that runs a test with fake timers, which `pass(ms)` advances. */
const withMocked =
  (api: 'Date' | 'setTimeout' | 'setInterval') => async (act: (pass: (ms: number) => void) => Promise<void>) => {
    mock.timers.enable({ apis: [api], ...(api === 'Date' && { now: Date.now() }) })
    try {
      await act((ms) => mock.timers.tick(ms))
    } finally {
      mock.timers.reset()
    }
  }

/** Runs `act` with a date that only `pass(ms)` advances; timers are real. */
export const withFixedDate = withMocked('Date')

/** Runs `act` with timeouts that fire only through `pass(ms)`; those of sockets are real. */
export const withFakeTimeouts = withMocked('setTimeout')

/** Runs `act` with intervals that fire only through `pass(ms)`. */
export const withFakeIntervals = withMocked('setInterval')
