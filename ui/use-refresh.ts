import { useEffect, useRef } from 'react'

/**
 * Calls `reload` every `seconds` while the tab is visible; 0 is off. An overdue call runs as soon as the tab is visible
 * again.
 */
export const useRefresh = (seconds: number, reload: (() => Promise<void>) | undefined) => {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!seconds) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let due = Date.now() + seconds * 1000
    let over = false
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => void load(), Math.max(0, due - Date.now()))
    }
    const load = async () => {
      await latest.current?.()
      due = Date.now() + seconds * 1000
      if (!over) wait()
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [seconds])
}
