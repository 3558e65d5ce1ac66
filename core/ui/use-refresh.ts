import { useEffect, useRef } from 'react'

/** Calls `reload` every so many seconds while the tab is seen; 0 never. Back in the tab, what is due comes at once. */
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
