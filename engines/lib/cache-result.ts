/** Calls a function once and caches its result for all callers. Errors are not cached. */
export const cacheResult = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let cached: Promise<T> | undefined
  return () => {
    const result = (cached ??= ask())
    result.catch(() => {
      if (cached === result) cached = undefined
    })
    return result
  }
}
