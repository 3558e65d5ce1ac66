import type { Background } from '../../../core/serve.ts'

/** Combines background work into one that stops all of it. */
export const together = (...works: readonly Background[]): Background => ({
  stop: async () => void (await Promise.all(works.map(({ stop }) => stop()))),
})
