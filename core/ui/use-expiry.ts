import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onEnd` once `after` ms have passed, not counting the time during which the pointer or the focus is on the
 * element that the returned props are spread on; never without `after`.
 */
export const useExpiry = (after: number | undefined, onEnd: () => void) => {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const left = useRef(after ?? 0)
  const end = useRef(onEnd)
  end.current = onEnd
  const held = pointed || focused || after === undefined
  useEffect(() => {
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [held])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
