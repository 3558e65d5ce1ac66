import type { Background } from '../../../core/serve.ts'

/** Work that begins and stops together. */
export const together = (...works: readonly Background[]): Background => ({
  stop: async () => void (await Promise.all(works.map(({ stop }) => stop()))),
})
