import { useEffect, useRef, useSyncExternalStore } from 'react'
import { uploads } from '../transfers/uploads.ts'
import type { useListing } from './listing.ts'

/** Shortest interval between reloads of a folder during uploads, in ms. */
const INTERVAL = 1000

/** Reloads a folder when uploads into it are complete: an empty one immediately, others at most once per second. */
export const useUploaded = (bucket: string, prefix: string, listing: ReturnType<typeof useListing>) => {
  const stored = useSyncExternalStore(
    uploads.subscribe,
    () =>
      uploads
        .read()
        .filter(
          (one) => one.kind === 'upload' && one.state === 'done' && one.bucket === bucket && one.key.startsWith(prefix),
        ).length,
  )
  const latest = useRef({ stored, listing })
  latest.current = { stored, listing }
  const lastStored = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout> | 'listing'>(undefined)
  const scheduleReload = () => {
    const { stored, listing } = latest.current
    // finished uploads may have been cleared
    lastStored.current = Math.min(lastStored.current, stored)
    if (stored <= lastStored.current || timer.current !== undefined) return
    const isEmpty = listing.items?.length === 0
    timer.current = setTimeout(() => void reloadListing(), uploads.active() && !isEmpty ? INTERVAL : 0)
  }
  const reloadListing = async () => {
    timer.current = 'listing'
    lastStored.current = latest.current.stored
    // awaited, because another reload would replace this one before it is displayed
    await latest.current.listing.reload()
    timer.current = undefined
    scheduleReload()
  }
  useEffect(scheduleReload, [stored])
  useEffect(
    () => () => {
      if (timer.current !== 'listing') clearTimeout(timer.current)
      timer.current = 'listing'
    },
    [],
  )
}
