import type { Background } from 'stowage/server'

/** Combines background work into one that stops all of it. */
export const combineBackground = (...works: readonly Background[]): Background => ({
  stop: async () => void (await Promise.all(works.map(({ stop }) => stop()))),
})
