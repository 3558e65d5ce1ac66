/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export const createKeyedMutex = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const current = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = current.catch(() => undefined)
    last.set(key, settled)
    try {
      return await current
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
