import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onEnd` after `after` ms, paused while the element with the returned props is hovered or focused; never if
 * `after` is `undefined`. Starts again with another `content`.
 */
export const useExpiry = (after: number | undefined, onEnd: () => void, content?: unknown) => {
  const [isHovered, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const remaining = useRef(after ?? 0)
  const end = useRef(onEnd)
  end.current = onEnd
  const isPaused = isHovered || isFocused || after === undefined
  useEffect(() => void (remaining.current = after ?? 0), [content])
  useEffect(() => {
    if (isPaused) return
    const since = Date.now()
    const timer = setTimeout(() => end.current(), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current = Math.max(0, remaining.current - (Date.now() - since))
    }
  }, [isPaused, content])
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
