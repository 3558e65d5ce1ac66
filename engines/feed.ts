/**
 * How much waits for a follower that has no turn; of more it misses the oldest. Who is slow to take it is told so by
 * `server/feeds.ts`.
 */
const WAITING = 10_000

/** Hands on what happens to whoever follows. */
export type Feed<Item> = {
  isFollowed(): boolean
  publish(item: Item): void
  /** Has everything told, until what comes back is called. */
  listen(tell: (item: Item) => void): () => void
  /** What is published from now on, until the signal fires. */
  follow(signal: AbortSignal): AsyncGenerator<Item>
}

/** A feed that nobody follows yet. */
export const createFeed = <Item>(): Feed<Item> => {
  const followers = new Set<(item: Item) => void>()
  const listen = (tell: (item: Item) => void) => {
    followers.add(tell)
    return () => void followers.delete(tell)
  }
  return {
    isFollowed: () => followers.size > 0,
    publish: (item) => {
      for (const tell of followers) tell(item)
    },
    listen,
    follow: async function* (signal) {
      const waiting: Item[] = []
      let wake = () => {}
      const end = () => wake()
      const leave = listen((item) => {
        waiting.push(item)
        // many at once, since each time all that wait are moved
        if (waiting.length > WAITING * 2) waiting.splice(0, waiting.length - WAITING)
        wake()
      })
      signal.addEventListener('abort', end)
      try {
        while (!signal.aborted) {
          yield* waiting.splice(0)
          if (waiting.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        leave()
        signal.removeEventListener('abort', end)
      }
    },
  }
}

const ended = Symbol('the work has ended')

/**
 * What the work tells, as it does, until the signal fires. Ends when the work does and all is taken, and fails with it.
 */
export async function* telling<Item>(
  work: (tell: (item: Item) => void, until: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  const feed = createFeed<Item | typeof ended>()
  let failed: { error: unknown } | undefined
  const items = feed.follow(until)
  // it listens from the first step on
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

/** What several sources give, as it comes, until the signal fires. Ends with the first that ends, and fails with it. */
export const merged = <Item>(
  sources: readonly ((signal: AbortSignal) => AsyncIterable<Item>)[],
  signal: AbortSignal,
): AsyncGenerator<Item> =>
  telling(async (tell, until) => {
    const pass = async (source: (typeof sources)[number]) => {
      for await (const item of source(until)) tell(item)
    }
    await Promise.race(sources.map(pass))
  }, signal)
