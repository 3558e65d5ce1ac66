import { useState } from 'react'

/** Returns a function that gives the focus back to the element that had it when the overlay opened. */
export const useFocusRestore = () => {
  const [opener] = useState(() => document.activeElement)
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return
    const to = opener?.isConnected ? opener : document.querySelector('h1')
    if (to instanceof HTMLElement) to.focus()
  }
}
