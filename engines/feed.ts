/**
 * Queue limit per subscriber, beyond which the oldest items are dropped. `server/feeds.ts` reports the loss to slow
 * clients.
 */
const MAX_WAITING = 10_000

/** Publishes items to subscribers. */
export type Feed<Item> = {
  hasSubscribers(): boolean
  publish(item: Item): void
  /** Calls the listener for every item; returns the function that unsubscribes. */
  listen(listener: (item: Item) => void): () => void
  /** Iterates over items published from now on, until the signal fires. */
  follow(signal: AbortSignal): AsyncGenerator<Item>
}

export const createFeed = <Item>(): Feed<Item> => {
  const subscribers = new Set<(item: Item) => void>()
  const listen = (listener: (item: Item) => void) => {
    subscribers.add(listener)
    return () => void subscribers.delete(listener)
  }
  return {
    hasSubscribers: () => subscribers.size > 0,
    publish: (item) => {
      for (const listener of subscribers) listener(item)
    },
    listen,
    follow: async function* (signal) {
      const waiting: Item[] = []
      let wake = () => {}
      const end = () => wake()
      const unsubscribe = listen((item) => {
        waiting.push(item)
        // remove many in one go, since each splice moves all remaining items
        if (waiting.length > MAX_WAITING * 2) waiting.splice(0, waiting.length - MAX_WAITING)
        wake()
      })
      signal.addEventListener('abort', end)
      try {
        while (!signal.aborted) {
          yield* waiting.splice(0)
          if (waiting.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        unsubscribe()
        signal.removeEventListener('abort', end)
      }
    },
  }
}

const ended = Symbol('the work has ended')

/**
 * Iterates over items that `work` emits, until the signal fires. Ends when the work is done and all items are consumed;
 * rethrows its error.
 */
export async function* createStream<Item>(
  work: (emit: (item: Item) => void, until: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  const feed = createFeed<Item | typeof ended>()
  let failed: { error: unknown } | undefined
  const items = feed.follow(until)
  // subscribes with the first step
  let next = items.next()
  const fail = (error: unknown) => void (failed = { error })
  void work(feed.publish, until)
    .catch(fail)
    .finally(() => feed.publish(ended))
  try {
    for (let { value, done } = await next; !done && value !== ended; { value, done } = await (next = items.next()))
      yield value as Item
    if (failed && !signal.aborted) throw failed.error
  } finally {
    over.abort()
    await items.return(undefined)
  }
}

/** Merges several sources until the signal fires. Ends with the first source that ends, and rethrows its error. */
export const mergeStreams = <Item>(
  sources: readonly ((signal: AbortSignal) => AsyncIterable<Item>)[],
  signal: AbortSignal,
): AsyncGenerator<Item> =>
  createStream(async (emit, until) => {
    const pass = async (source: (typeof sources)[number]) => {
      for await (const item of source(until)) emit(item)
    }
    await Promise.race(sources.map(pass))
  }, signal)
