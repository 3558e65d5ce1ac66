import { useSyncExternalStore } from 'react'

let isPrinting = false

const subscribe = (listener: () => void) => {
  const set = (on: boolean) => () => {
    isPrinting = on
    listener()
  }
  const [start, end] = [set(true), set(false)]
  window.addEventListener('beforeprint', start)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', start)
    window.removeEventListener('afterprint', end)
  }
}

/**
 * Whether the page is being printed. An external store, because React renders its changes before the browser goes on,
 * and those of a state only later.
 */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isPrinting)
