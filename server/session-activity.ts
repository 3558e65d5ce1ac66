import { Failure } from '../core/protocol/failure.ts'
import type { Session } from './cookie.ts'
import { tooManyFeeds } from './messages.ts'

/** Maximum number of open feeds per session: dozens of tabs. */
const MAX_FEEDS = 60

/** Closes a feed from outside. */
export type CloseFeed = (because: Failure | 'elsewhere') => void

/** Use of a session in this process: its open feeds, its running requests, and the end of the last one in ms. */
type Activity = { feeds: Set<CloseFeed>; requests: number; lastUsed: number }

/** Interval in ms at which unused sessions are removed. */
const SWEEP_INTERVAL = 60_000

/**
 * Tracks the sessions in use in this process: their feeds, which end with them, and the time of last use. `idle` is the
 * idle timeout in ms; `undefined` for none.
 */
export const createSessionActivity = (idle: number | undefined, now = () => Date.now()) => {
  const all = new Map<string, Activity>()
  let swept = now()

  const isUnused = ({ feeds, requests, lastUsed }: Activity) =>
    requests === 0 && feeds.size === 0 && lastUsed + (idle ?? 0) <= now()

  const sweep = () => {
    if (swept + SWEEP_INTERVAL > now()) return
    swept = now()
    for (const [id, activity] of all) if (isUnused(activity)) all.delete(id)
  }

  const activityOf = (id: string): Activity => {
    sweep()
    const activity = all.get(id) ?? { feeds: new Set(), requests: 0, lastUsed: 0 }
    all.set(id, activity)
    return activity
  }

  /** Removes a session that is no longer used. */
  const removeUnused = (id: string, activity: Activity) => {
    if (isUnused(activity) && all.get(id) === activity) all.delete(id)
  }

  return {
    /** Remaining time of a session before its idle timeout, in ms. A running request counts as use. */
    remainingTime({ id, lastUsed }: Session): number {
      const activity = all.get(id)
      if (idle === undefined || activity?.requests) return Number.POSITIVE_INFINITY
      return Math.max(lastUsed, activity?.lastUsed ?? 0) + idle - now()
    },

    /** Time of a session's last use, in ms since 1970, and whether a tab of it is open here. */
    stateOf({ id, lastUsed }: Session): { lastUsed: number; isOpen: boolean } {
      const activity = all.get(id)
      return { lastUsed: Math.max(lastUsed, activity?.lastUsed ?? 0), isOpen: (activity?.feeds.size ?? 0) > 0 }
    },

    /** Whether the cookie should be renewed; renewing it occasionally is enough. */
    shouldRenew: ({ lastUsed }: Session): boolean => idle !== undefined && now() - lastUsed > idle / 20,

    /** Registers a request of this session; call the returned function when it ends. */
    addRequest({ id }: Session): () => void {
      const activity = activityOf(id)
      activity.requests += 1
      return () => {
        activity.requests -= 1
        activity.lastUsed = now()
        removeUnused(id, activity)
      }
    },

    /**
     * Registers a feed of this session; call the returned function when it closes. Throws `Failure` 429 if there are
     * too many.
     */
    addFeed({ id }: Session, close: CloseFeed): () => void {
      const activity = activityOf(id)
      if (activity.feeds.size >= MAX_FEEDS) throw new Failure(429, tooManyFeeds(MAX_FEEDS))
      activity.feeds.add(close)
      return () => {
        activity.feeds.delete(close)
        removeUnused(id, activity)
      }
    },

    /** Sessions with a running request or an open feed, and open feeds. */
    counts(): { sessions: number; feeds: number } {
      const used = [...all.values()].filter(({ requests, feeds }) => requests > 0 || feeds.size > 0)
      return { sessions: used.length, feeds: used.reduce((sum, { feeds }) => sum + feeds.size, 0) }
    },

    /** Closes the feeds of a session that has ended, or continues under another id. */
    end({ id }: Session, because: Parameters<CloseFeed>[0]): void {
      for (const close of all.get(id)?.feeds ?? []) close(because)
    },
  }
}
