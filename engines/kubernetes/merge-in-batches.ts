/**
 * Merges several sources and yields batches of everything received since the last step, in order. Ends when all have
 * ended or the signal fires; on an error it ends the other sources and rethrows.
 */
export async function* mergeInBatches<T>(
  sources: readonly ((signal: AbortSignal) => AsyncIterable<T>)[],
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  const stopped = new AbortController()
  const end = AbortSignal.any([signal, stopped.signal])
  const state: { items: T[]; open: number; failed?: { error: unknown } } = { items: [], open: sources.length }
  let wake = () => {}
  const consume = async (source: (typeof sources)[number]) => {
    try {
      for await (const one of source(end)) {
        state.items.push(one)
        wake()
      }
    } catch (error) {
      state.failed ??= { error }
    }
    state.open -= 1
    wake()
  }
  const consumers = sources.map(consume)
  try {
    while (!signal.aborted) {
      if (state.items.length > 0) yield state.items.splice(0)
      else if (state.failed) throw state.failed.error
      else if (state.open === 0) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stopped.abort()
    await Promise.all(consumers)
  }
}
