/** A call that an adapter has answered. Spans in ns, sizes in bytes. */
export type Answered = {
  kind: 's3' | 'internal'
  host: string
  time: Date
  /** Its name: `s3.PutObject`. */
  name: string
  method: string
  path: string
  query: string
  client: string
  /** In whose name. */
  account: string
  status: number
  error: string
  took: number
  firstByte: number
  received: number
  sent: number
}

/** How many calls wait for a follower that reads slowly before it misses some. */
const WAITING = 10_000

/** Hands on the calls that are answered to whoever follows them. */
export const createTracer = () => {
  const followers = new Set<(call: Answered) => void>()
  return {
    isFollowed: () => followers.size > 0,

    publish: (call: Answered) => {
      for (const tell of followers) tell(call)
    },

    /** Has every call told, until what comes back is called. */
    listen: (tell: (call: Answered) => void) => {
      followers.add(tell)
      return () => void followers.delete(tell)
    },

    follow: async function* (signal: AbortSignal): AsyncGenerator<Answered> {
      const waiting: Answered[] = []
      let wake = () => {}
      const tell = (call: Answered) => {
        if (waiting.length < WAITING) waiting.push(call)
        wake()
      }
      const end = () => wake()
      followers.add(tell)
      signal.addEventListener('abort', end)
      try {
        while (!signal.aborted) {
          yield* waiting.splice(0)
          if (waiting.length === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        followers.delete(tell)
        signal.removeEventListener('abort', end)
      }
    },
  }
}

export type Tracer = ReturnType<typeof createTracer>
