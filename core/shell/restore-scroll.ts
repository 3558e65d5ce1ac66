import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { currentLocation, onNavigate } from '../web/location.ts'

/** Scroll containers of a page in document order: the page itself, and tables that fill it. */
const scrollContainers = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('main, main [role=grid]')]

/** Time limit in ms for rows to be rendered again after Back. */
const TIMEOUT = 3_000

/** Restores scroll positions, repeatedly until they are reached or the user does something. */
const restoreScroll = (frame: HTMLElement, tops: readonly number[]) => {
  const end = Date.now() + TIMEOUT
  const stop = new AbortController()
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true })
  const restore = () => {
    if (stop.signal.aborted) return
    const elements = scrollContainers(frame)
    for (const [at, top] of tops.entries()) if (elements[at]) elements[at].scrollTop = top
    const isRestored = tops.every((top, at) => Math.abs((elements[at]?.scrollTop ?? 0) - top) < 2)
    if (!isRestored && Date.now() < end) requestAnimationFrame(restore)
    else stop.abort()
  }
  restore()
  return stop
}

const focusHeading = (frame: HTMLElement) => {
  const { activeElement } = document
  // still in use, such as tabs by arrow keys
  if (activeElement?.matches('input, [role=tab]') && frame.contains(activeElement)) return
  if (document.querySelector('[role=dialog]')) return
  frame.querySelector('h1')?.focus({ preventScroll: true })
}

/**
 * Handles navigation to another page: focuses its heading, so that a screen reader announces it, and restores scroll
 * positions on Back and Forward. Returns a function to call once the page has rendered.
 */
export const useScrollRestoration = (frame: RefObject<HTMLElement | null>) => {
  const scrollPositions = useRef(new Map<number, number[]>())
  const lastPath = useRef(currentLocation().path)
  const running = useRef<AbortController>(undefined)

  useEffect(
    () =>
      onNavigate((from) => {
        const { index, navigationType } = currentLocation()
        if (frame.current)
          scrollPositions.current.set(
            from.index,
            scrollContainers(frame.current).map(({ scrollTop }) => scrollTop),
          )
        if (navigationType === 'push') scrollPositions.current.delete(index)
      }),
    [frame],
  )

  return useCallback(() => {
    const { path, index, navigationType } = currentLocation()
    if (path === lastPath.current || !frame.current) return
    lastPath.current = path
    focusHeading(frame.current)
    running.current?.abort()
    running.current = restoreScroll(
      frame.current,
      (navigationType === 'pop' && scrollPositions.current.get(index)) || scrollContainers(frame.current).map(() => 0),
    )
  }, [frame])
}
