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

/** Runs `act` with a clock that is ahead by this many ms, or behind. */
export const withClockAhead = async <Result>(ms: number, act: () => Promise<Result>): Promise<Result> => {
  const now = Date.now
  const mocked = mock.method(Date, 'now', () => now() + ms)
  try {
    return await act()
  } finally {
    mocked.mock.restore()
  }
}
