import type { Background } from 'stowage/server'

/** Combines background work into one that stops all of it. */
export const combineBackground = (...tasks: readonly Background[]): Background => ({
  stop: async () => void (await Promise.all(tasks.map(({ stop }) => stop()))),
})
