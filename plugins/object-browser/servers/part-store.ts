import type { CompletedPart } from '../parts.ts'

/** Parts that the target has, by number, as far as they were compared with the source. */
export type ComparedParts = Map<number, CompletedPart>

/** Most parts of all uploads together; one entry takes about 200 bytes. */
const MAX_PARTS = 50_000

/** Compared parts by upload. Drops uploads that were not used for the longest time; their parts are compared again. */
export const createPartStore = (limit = MAX_PARTS) => {
  const uploads = new Map<string, ComparedParts>()
  /** Counts an upload without parts as one. */
  const count = () => [...uploads.values()].reduce((sum, { size }) => sum + Math.max(size, 1), 0)

  return {
    get: (name: string): ComparedParts | undefined => uploads.get(name),

    set: (name: string, parts: ComparedParts) => {
      uploads.delete(name)
      uploads.set(name, parts)
      let total = count()
      for (const [oldest, { size }] of uploads) {
        if (total <= limit || oldest === name) return
        uploads.delete(oldest)
        total -= Math.max(size, 1)
      }
    },

    delete: (name: string) => void uploads.delete(name),
    count,
  }
}

export type PartStore = ReturnType<typeof createPartStore>
