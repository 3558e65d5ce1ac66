import { Failure } from '../core/failure.ts'
import type { Session } from './cookie.ts'

/** How many feeds one session may have open: some dozens of tabs. */
const mostFeeds = 60

/** How a feed is closed from outside. */
export type Close = (because: Failure | 'elsewhere') => void

type Present = { feeds: Set<Close>; running: number; last: number }

/** How often what is remembered of sessions that are not in use is looked through, in ms. */
const sweepEvery = 60_000

/**
 * Which sessions are in use in this process: their feeds, which end with them, and when each was last used. `idle` is
 * how long one may go unused (ms); nothing for as long as it lasts.
 */
export const createPresence = (idle: number | undefined, now = () => Date.now()) => {
  const all = new Map<string, Present>()
  let swept = now()

  const isOver = ({ feeds, running, last }: Present) => running === 0 && feeds.size === 0 && last + (idle ?? 0) <= now()

  const sweep = () => {
    if (swept + sweepEvery > now()) return
    swept = now()
    for (const [id, present] of all) if (isOver(present)) all.delete(id)
  }

  const of = (id: string): Present => {
    sweep()
    const present = all.get(id) ?? { feeds: new Set(), running: 0, last: 0 }
    all.set(id, present)
    return present
  }

  const settle = (id: string, present: Present) => {
    if (isOver(present) && all.get(id) === present) all.delete(id)
  }

  return {
    /** The ms that a session has left before it ends for want of use. A request that runs is use. */
    left({ id, seen }: Session): number {
      const present = all.get(id)
      if (idle === undefined || present?.running) return Number.POSITIVE_INFINITY
      return Math.max(seen, present?.last ?? 0) + idle - now()
    },

    /** When a session was last used, in ms since 1970, and whether a tab of it is open here. */
    stateOf({ id, seen }: Session): { seen: number; isOpen: boolean } {
      const present = all.get(id)
      return { seen: Math.max(seen, present?.last ?? 0), isOpen: (present?.feeds.size ?? 0) > 0 }
    },

    /** Whether the browser should be told that the session is in use: from time to time is enough. */
    isDue: ({ seen }: Session): boolean => idle !== undefined && now() - seen > idle / 20,

    /** A request of this session begins; call what comes back when it is over. */
    use({ id }: Session): () => void {
      const present = of(id)
      present.running += 1
      return () => {
        present.running -= 1
        present.last = now()
        settle(id, present)
      }
    },

    /**
     * A feed of this session opens; call what comes back when it is closed. Throws `Failure` 429 where there are too
     * many.
     */
    follow({ id }: Session, close: Close): () => void {
      const present = of(id)
      if (present.feeds.size >= mostFeeds)
        throw new Failure(429, `this session has ${mostFeeds} live feeds open, close some of them`)
      present.feeds.add(close)
      return () => {
        present.feeds.delete(close)
        settle(id, present)
      }
    },

    /** Closes the feeds of a session that has ended, or goes on under another id. */
    end({ id }: Session, because: Parameters<Close>[0]): void {
      for (const close of all.get(id)?.feeds ?? []) close(because)
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
