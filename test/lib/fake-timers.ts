import { mock } from 'node:test'

/** Runs `act` with a date that only `pass(ms)` advances; timers are real. */
export const withFixedDate = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}

/** Runs `act` with timeouts that fire only through `pass(ms)`; those of sockets are real. */
export const withFakeTimeouts = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}

/** Runs `act` with intervals that fire only through `pass(ms)`. */
export const withFakeIntervals = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}
