import { useEffect, useRef } from 'react'
import { useQuery } from 'stowage/web'
import type { Filters } from './use-filters.ts'

/** Delay after the last change of a filter before the feed restarts, in ms. */
const DELAY = 400

type LiveFeed = { phase: string; start: () => void }

/** Starts once if the address asks for it. */
export const useStartFromAddress = (start: () => void) => {
  const [requested, setRequested] = useQuery('start')
  useEffect(() => {
    if (requested !== 'yes') return
    setRequested('')
    start()
  }, [])
}

/** Restarts a running feed when its filters change. Calls that have arrived stay. */
export const useRestart = ({ query, problem }: Filters, { phase, start }: LiveFeed, onRestart: () => void) => {
  const key = JSON.stringify(query)
  const current = useRef({ start, onRestart, runs: false })
  current.current = { start, onRestart, runs: phase !== 'stopped' }
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key || problem) return
    const timer = setTimeout(() => {
      before.current = key
      current.current.onRestart()
      if (current.current.runs) current.current.start()
    }, DELAY)
    return () => clearTimeout(timer)
  }, [key, problem])
}
