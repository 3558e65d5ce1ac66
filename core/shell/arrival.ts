import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { currentPlace, onPlace } from '../location.ts'

/** Scroll containers of a page in document order: the page itself, and tables that fill it. */
const scrollers = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('main, main [role=grid]')]

/** Time limit in ms for rows to be rendered again after Back. */
const patience = 3_000

const scrollAgain = (frame: HTMLElement, tops: readonly number[]) => {
  const end = Date.now() + patience
  const attempt = () => {
    const elements = scrollers(frame)
    for (const [at, top] of tops.entries()) if (elements[at]) elements[at].scrollTop = top
    const there = tops.every((top, at) => Math.abs((elements[at]?.scrollTop ?? 0) - top) < 2)
    if (!there && Date.now() < end) requestAnimationFrame(attempt)
  }
  attempt()
}

const focusHeading = (frame: HTMLElement) => {
  const { activeElement } = document
  const taken = activeElement instanceof HTMLInputElement && frame.contains(activeElement)
  if (taken || document.querySelector('[role=dialog]')) return
  frame.querySelector('h1')?.focus({ preventScroll: true })
}

/**
 * Handles navigation to another page: focuses its heading, so that a screen reader announces it, and restores scroll
 * positions on Back and Forward. Returns a function to call once the page has rendered.
 */
export const useArrivals = (frame: RefObject<HTMLElement | null>) => {
  const kept = useRef(new Map<number, number[]>())
  const last = useRef(currentPlace().path)

  useEffect(
    () =>
      onPlace((from) => {
        const { index, arrived } = currentPlace()
        if (frame.current)
          kept.current.set(
            from.index,
            scrollers(frame.current).map(({ scrollTop }) => scrollTop),
          )
        if (arrived === 'push') kept.current.delete(index)
      }),
    [frame],
  )

  return useCallback(() => {
    const { path, index, arrived } = currentPlace()
    if (path === last.current || !frame.current) return
    last.current = path
    focusHeading(frame.current)
    scrollAgain(frame.current, (arrived === 'pop' && kept.current.get(index)) || scrollers(frame.current).map(() => 0))
  }, [frame])
}
