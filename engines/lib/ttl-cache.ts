/** Caches results for a short time. */
export type TtlCache<T> = {
  /** Returns the cached or pending result for `key`, or calls `ask`. Errors are not cached. */
  get(key: string, ask: () => Promise<T>): Promise<T>
  forget(): void
}

export const createTtlCache = <T>(span: number): TtlCache<T> => {
  const entries = new Map<string, { since: number; value: Promise<T> }>()
  const sweep = () => {
    for (const [key, { since }] of entries) if (Date.now() - since > span) entries.delete(key)
  }
  return {
    get: (key, ask) => {
      sweep()
      const cached = entries.get(key)
      if (cached) return cached.value
      const value = ask()
      const entry = { since: Date.now(), value }
      entries.set(key, entry)
      value.then(
        () => (entry.since = Date.now()),
        () => entries.get(key) === entry && entries.delete(key),
      )
      return value
    },
    forget: () => entries.clear(),
  }
}
