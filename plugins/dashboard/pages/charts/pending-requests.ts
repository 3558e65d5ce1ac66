import { useEffect, useMemo, useRef, useState } from 'react'

/** Requests of all widgets of a page. */
export type PendingRequests = {
  /** Counts a request that starts; returns a function that ends it. */
  begin(): () => void
  /** Reports a response; time in ms since 1970. */
  succeed(at: number): void
  isLoading(): boolean
  /** Whether requests have been running for some time. */
  isSlow: boolean
  /** Time of the latest response, in seconds since 1970. */
  loadedAt: number | undefined
}

/** Time in ms after which a page says that it is loading; shorter ones would only flicker. */
const SLOW = 2000

/** Whether something has been loading for some time. */
export const useSlow = (isLoading: boolean) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return isSlow
}

/** Observes the requests of all widgets of a page. */
export const usePendingRequests = (): PendingRequests => {
  const running = useRef(0)
  const [isLoading, setLoading] = useState(false)
  const [loadedAt, setLoadedAt] = useState<number>()
  const isSlow = useSlow(isLoading)
  const callbacks = useMemo(
    () => ({
      begin: () => {
        running.current += 1
        setLoading(true)
        return () => {
          running.current -= 1
          setLoading(running.current > 0)
        }
      },
      succeed: (at: number) => {
        const seconds = Math.floor(at / 1000)
        setLoadedAt((before) => Math.max(before ?? seconds, seconds))
      },
      isLoading: () => running.current > 0,
    }),
    [],
  )
  return { ...callbacks, isSlow, loadedAt }
}
