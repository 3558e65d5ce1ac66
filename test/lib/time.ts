import { mock } from 'node:test'

/** Holds the date, which only `pass(ms)` moves on meanwhile; timers go on as they are. */
export const atOneMoment = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}

/** Timers fire meanwhile only when `pass(ms)` lets time go by; those of sockets go on as they are. */
export const withTimers = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}

/** The same of what comes again and again. */
export const withIntervals = async (act: (pass: (ms: number) => void) => Promise<void>) => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    await act((ms) => mock.timers.tick(ms))
  } finally {
    mock.timers.reset()
  }
}
