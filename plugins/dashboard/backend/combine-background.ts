import type { Background } from 'stowage/server'

/** Combines background tasks into one task; stopping it stops all. */
export const combineBackground = (...tasks: readonly Background[]): Background => ({
  stop: async () => void (await Promise.all(tasks.map(({ stop }) => stop()))),
})
