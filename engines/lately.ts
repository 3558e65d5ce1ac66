/** Answers that are good for a moment. */
export type Lately<T> = {
  /** The answer to `key` of a moment ago, one that is on its way, or what `ask` brings; failures are not kept. */
  get(key: string, ask: () => Promise<T>): Promise<T>
  forget(): void
}

/** Keeps answers for `span` ms. */
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
