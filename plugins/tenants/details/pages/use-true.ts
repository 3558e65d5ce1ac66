import { createContext, useContext, useEffect, useRef } from 'react'
import { useFeed } from '../../../../core/use-feed.ts'
import { details, type Part } from '../contract.ts'

/** What changes in many steps is read again once for so many of them, in ms. */
const TOGETHER = 400

/** Reads what is known of a tenant again by itself whenever the cluster tells that it has changed. */
export const useTrue = (
  at: { namespace: string; tenant: string },
  reload: Readonly<Record<Part, () => Promise<void>>>,
) => {
  const latest = useRef(reload)
  latest.current = reload
  const known = useRef(new Set<Part>())
  const due = useRef(new Set<Part>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = () => {
    timer.current = undefined
    for (const part of due.current) void latest.current[part]()
    due.current.clear()
  }
  const { start, stop } = useFeed(details.partChanges, ({ parts }) => {
    for (const part of parts) {
      // each part comes once at first, when the page reads it anyway; after the feed was away that is news
      if (known.current.has(part)) due.current.add(part)
      known.current.add(part)
    }
    if (due.current.size > 0) timer.current ??= setTimeout(read, TOGETHER)
  })
  useEffect(() => {
    start({ query: at })
    return () => {
      clearTimeout(timer.current)
      stop()
    }
  }, [at.namespace, at.tenant])
}

/** Grows whenever something has happened to a tenant. */
export const Happened = createContext(0)

/** Reads events again when there are new ones. */
export const useHappened = (reload: () => Promise<void>) => {
  const happened = useContext(Happened)
  const seen = useRef(happened)
  useEffect(() => {
    if (seen.current === happened) return
    seen.current = happened
    void reload()
  }, [happened])
}
