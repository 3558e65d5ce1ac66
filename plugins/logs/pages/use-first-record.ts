import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { logs } from '../contract.ts'

/** Polling interval in ms. */
const POLL_INTERVAL = 1000

/** Waits for the first record from a newly configured server, then calls `come`. */
export const useFirstRecord = (come: () => void) => {
  const [awaited, setAwaited] = useState<string>()
  useEffect(() => {
    if (awaited === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const poll = async () => {
      // errors are shown by the page's own search
      const page = await call(logs.search, { query: { source: 'server', pageSize: '1' } }).catch(() => undefined)
      if (isOver) return
      if (page?.results?.length) {
        setAwaited(undefined)
        come()
      } else timer = setTimeout(() => void poll(), POLL_INTERVAL)
    }
    timer = setTimeout(() => void poll(), POLL_INTERVAL)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [awaited])
  return {
    address: awaited,
    begin: setAwaited,
    stop: () => setAwaited(undefined),
  }
}
