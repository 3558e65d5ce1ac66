/** Caches results for a short time. */
export type Lately<T> = {
  /** Returns the cached or pending result for `key`, or calls `ask`. Errors are not cached. */
  get(key: string, ask: () => Promise<T>): Promise<T>
  forget(): void
}

export const createLately = <T>(span: number): Lately<T> => {
  const kept = new Map<string, { since: number; answer: Promise<T> }>()
  const sweep = () => {
    for (const [key, { since }] of kept) if (Date.now() - since > span) kept.delete(key)
  }
  return {
    get: (key, ask) => {
      sweep()
      const known = kept.get(key)
      if (known) return known.answer
      const answer = ask()
      const entry = { since: Date.now(), answer }
      kept.set(key, entry)
      answer.then(
        () => (entry.since = Date.now()),
        () => kept.get(key) === entry && kept.delete(key),
      )
      return answer
    },
    forget: () => kept.clear(),
  }
}
