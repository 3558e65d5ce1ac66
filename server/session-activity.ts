import { Failure } from '../core/protocol/failure.ts'
import type { Session } from './cookie.ts'
import { tooManyFeeds } from './messages.ts'

/** Maximum number of open feeds per session: dozens of tabs. */
const MAX_FEEDS = 60

/** Closes a feed from outside. */
export type CloseFeed = (because: Failure | 'elsewhere') => void

type Present = { feeds: Set<CloseFeed>; running: number; last: number }

/** Interval in ms at which state of unused sessions is cleaned up. */
const sweepEvery = 60_000

/**
 * Tracks the sessions in use in this process: their feeds, which end with them, and the time of last use. `idle` is the
 * idle timeout (ms); `undefined` for none.
 */
export const createSessionActivity = (idle: number | undefined, now = () => Date.now()) => {
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
    /** Remaining time of a session before its idle timeout, in ms. A running request counts as use. */
    left({ id, lastUsed }: Session): number {
      const present = all.get(id)
      if (idle === undefined || present?.running) return Number.POSITIVE_INFINITY
      return Math.max(lastUsed, present?.last ?? 0) + idle - now()
    },

    /** Time of a session's last use, in ms since 1970, and whether a tab of it is open here. */
    stateOf({ id, lastUsed }: Session): { lastUsed: number; isOpen: boolean } {
      const present = all.get(id)
      return { lastUsed: Math.max(lastUsed, present?.last ?? 0), isOpen: (present?.feeds.size ?? 0) > 0 }
    },

    /** Whether the cookie should be renewed; renewing it occasionally is enough. */
    isDue: ({ lastUsed }: Session): boolean => idle !== undefined && now() - lastUsed > idle / 20,

    /** Registers a request of this session; call the returned function when it ends. */
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
     * Registers a feed of this session; call the returned function when it closes. Throws `Failure` 429 if there are
     * too many.
     */
    follow({ id }: Session, close: CloseFeed): () => void {
      const present = of(id)
      if (present.feeds.size >= MAX_FEEDS) throw new Failure(429, tooManyFeeds(MAX_FEEDS))
      present.feeds.add(close)
      return () => {
        present.feeds.delete(close)
        settle(id, present)
      }
    },

    /** Sessions with a running request or an open feed, and open feeds. */
    counts(): { sessions: number; feeds: number } {
      const present = [...all.values()].filter(({ running, feeds }) => running > 0 || feeds.size > 0)
      return { sessions: present.length, feeds: present.reduce((sum, { feeds }) => sum + feeds.size, 0) }
    },

    /** Closes the feeds of a session that has ended, or continues under another id. */
    end({ id }: Session, because: Parameters<CloseFeed>[0]): void {
      for (const close of all.get(id)?.feeds ?? []) close(because)
    },
  }
}
