import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import * as text from './text.css.ts'
import * as styles from './tooltip.css.ts'

/** How long a pointer rests before the tooltip shows, in ms; a keyboard does not wait. */
const delay = 400
const gap = 6

type Place = { left: number; top: number }

/** Above, below or beside: where it fits into the window and hides the least of what else is there. */
const placeFor = (of: HTMLElement, { width, height }: DOMRect): Place => {
  const target = of.getBoundingClientRect()
  const along = Math.min(Math.max(gap, target.left + (target.width - width) / 2), window.innerWidth - width - gap)
  const across = target.top + (target.height - height) / 2
  const places: Place[] = [
    { left: along, top: target.top - height - gap },
    { left: along, top: target.bottom + gap },
    { left: target.right + gap, top: across },
    { left: target.left - width - gap, top: across },
  ]
  const fits = ({ left, top }: Place) =>
    left >= gap && top >= gap && left + width <= window.innerWidth - gap && top + height <= window.innerHeight - gap
  const hidden = places.filter(fits).map((place) => ({ place, much: hides(of, place, width, height) }))
  return hidden.sort((one, other) => one.much - other.much)[0]?.place ?? { left: along, top: target.bottom + gap }
}

/** How many of some points lie on something else than what the element stands on. */
const hides = (of: HTMLElement, { left, top }: Place, width: number, height: number) =>
  [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
    [0.1, 0.5, 0.9].filter((y) => {
      const there = document.elementFromPoint(left + x * width, top + y * height)
      return there !== null && !there.contains(of)
    }),
  ).length

const Bubble = ({ of, children }: { of: HTMLElement; children: string }) => {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const { left, top } = placeFor(of, element.getBoundingClientRect())
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [of, children])
  const [first, ...rest] = children.split('\n')
  return createPortal(
    <div ref={bubble} className={styles.bubble} aria-hidden>
      {first}
      {rest.map((line) => (
        <span key={line} className={styles.exact}>
          {line}
        </span>
      ))}
    </div>,
    document.body,
  )
}

/**
 * A tooltip for one element: spread `target` on it and render `bubble` beside it. `reveal` shows it at once (a press on
 * something disabled). Lines after the first are names of the system, in mono. Screen readers get the text from
 * `description`, where the element's own name does not say it.
 */
export const useTooltip = (words: string | undefined) => {
  const [over, setOver] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const show = (element: HTMLElement, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOver(element), after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOver(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!over) return
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') hide()
    }
    window.addEventListener('keydown', leave, true)
    window.addEventListener('scroll', leave, true)
    return () => {
      window.removeEventListener('keydown', leave, true)
      window.removeEventListener('scroll', leave, true)
    }
  }, [over])
  return {
    target: {
      onPointerEnter: (event: React.PointerEvent<HTMLElement>) => {
        if (event.pointerType !== 'touch') show(event.currentTarget, delay)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: (event: React.FocusEvent<HTMLElement>) => {
        if (event.target.matches(':focus-visible')) show(event.currentTarget, 0)
      },
      onBlur: hide,
    },
    reveal: (element: HTMLElement) => show(element, 0),
    bubble: over && words ? <Bubble of={over}>{words}</Bubble> : null,
    describedBy: words && id,
    description: words ? (
      <span id={id} className={text.hidden}>
        {words}
      </span>
    ) : null,
  }
}

/** Shows `text` after a moment over what it holds; for what is said elsewhere too, or on things that take focus. */
export const Tooltip = ({ text: words, children }: { text: string; children: ReactNode }) => {
  const { target, bubble } = useTooltip(words)
  return (
    <span className={styles.anchor} {...target}>
      {children}
      {bubble}
    </span>
  )
}
