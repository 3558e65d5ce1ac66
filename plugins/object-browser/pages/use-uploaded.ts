import { useEffect, useRef, useSyncExternalStore } from 'react'
import { uploads } from '../transfers/uploads.ts'
import type { useListing } from './listing.ts'

/** Time between two listings of a folder while uploads into it run, in ms. */
const PAUSE = 1000

/** Lists a folder again when uploads into it are stored: an empty one at once, others at most once per second. */
export const useUploaded = (bucket: string, prefix: string, listing: ReturnType<typeof useListing>) => {
  const stored = useSyncExternalStore(
    uploads.subscribe,
    () =>
      uploads
        .read()
        .filter(
          (one) => one.way === 'up' && one.state === 'done' && one.bucket === bucket && one.key.startsWith(prefix),
        ).length,
  )
  const latest = useRef({ stored, listing })
  latest.current = { stored, listing }
  const seen = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout> | 'listing'>(undefined)
  const plan = () => {
    const { stored, listing } = latest.current
    if (stored <= seen.current || timer.current !== undefined) return
    const isEmpty = listing.items?.length === 0
    timer.current = setTimeout(() => void list(), uploads.active() && !isEmpty ? PAUSE : 0)
  }
  const list = async () => {
    timer.current = 'listing'
    seen.current = latest.current.stored
    // another listing would take the place of this one before it is shown
    await latest.current.listing.reload()
    timer.current = undefined
    plan()
  }
  useEffect(plan, [stored])
  useEffect(
    () => () => {
      if (timer.current !== 'listing') clearTimeout(timer.current)
      timer.current = 'listing'
    },
    [],
  )
}
