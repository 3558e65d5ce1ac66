import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import * as text from './text.css.ts'
import * as styles from './tooltip.css.ts'

/** How long a pointer rests before the tooltip shows, in ms; a keyboard does not wait. */
const delay = 400
const gap = 6

const Bubble = ({ of, children }: { of: HTMLElement; children: string }) => {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const target = of.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const left = Math.min(Math.max(gap, target.left + (target.width - width) / 2), window.innerWidth - width - gap)
    const above = target.top - height - gap
    element.style.left = `${left}px`
    element.style.top = `${above < gap ? target.bottom + gap : above}px`
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
 * something disabled). Lines after the first are names of the system, in mono. Screen readers get the text from `description`,
 * where the element's own name does not say it.
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
