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
    let dueAt = Date.now() + seconds * 1000
    let isStopped = false
    const schedule = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => void load(), Math.max(0, dueAt - Date.now()))
    }
    const load = async () => {
      await latest.current?.()
      dueAt = Date.now() + seconds * 1000
      if (!isStopped) schedule()
    }
    schedule()
    document.addEventListener('visibilitychange', schedule)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    }
  }, [seconds])
}
