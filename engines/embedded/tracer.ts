import type { Served } from '../../plugins/trace/served.ts'

/** How many calls wait for a follower that reads slowly before it misses some. */
const WAITING = 10_000

/** Hands on the calls that are served to whoever follows them. */
export const createTracer = () => {
  const followers = new Set<(call: Served) => void>()
  return {
    isFollowed: () => followers.size > 0,

    publish: (call: Served) => {
      for (const tell of followers) tell(call)
    },

    follow: async function* (signal: AbortSignal): AsyncGenerator<Served> {
      const waiting: Served[] = []
      let wake = () => {}
      const tell = (call: Served) => {
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
