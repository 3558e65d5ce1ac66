import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onEnd` after `after` ms, paused while the element with the returned props is hovered or focused; never if
 * `after` is `undefined`.
 */
export const useExpiry = (after: number | undefined, onEnd: () => void) => {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const left = useRef(after ?? 0)
  const end = useRef(onEnd)
  end.current = onEnd
  const isPaused = pointed || focused || after === undefined
  useEffect(() => {
    if (isPaused) return
    const since = Date.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [isPaused])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
