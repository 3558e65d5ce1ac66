import { createContext, useContext, useEffect, useRef } from 'react'
import { useReloadOn } from 'stowage/ui'
import { useFeed } from 'stowage/web'
import { details, type Part } from '../contract.ts'

/** Delay that combines bursts of changes into one reload, in ms. */
const DELAY = 400

/** Reloads the parts of a tenant that changed in the cluster. */
export const useLiveParts = (
  at: { namespace: string; tenant: string },
  reload: Readonly<Record<Part, () => Promise<void>>>,
) => {
  const latest = useRef(reload)
  latest.current = reload
  const reportedParts = useRef(new Set<Part>())
  const due = useRef(new Set<Part>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = () => {
    timer.current = undefined
    for (const part of due.current) void latest.current[part]()
    due.current.clear()
  }
  const { start, stop } = useFeed(details.partChanges, ({ parts }) => {
    for (const part of parts) {
      // the first notice of each part only repeats what the page has loaded; after a reconnect it may be news
      if (reportedParts.current.has(part)) due.current.add(part)
      reportedParts.current.add(part)
    }
    if (due.current.size > 0) timer.current ??= setTimeout(read, DELAY)
  })
  useEffect(() => {
    start({ query: at })
    return () => {
      clearTimeout(timer.current)
      stop()
    }
  }, [at.namespace, at.tenant])
}

/** Counter of events of the tenant; increments with new ones, and when the page is read again. */
export const EventCount = createContext(0)

/** Reloads when new events occurred. */
export const useReloadOnEvents = (reload: () => Promise<void>) => {
  useReloadOn(useContext(EventCount), reload)
}
