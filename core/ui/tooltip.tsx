import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import * as text from './text.css.ts'
import * as styles from './tooltip.css.ts'

/** How long a pointer rests before the tooltip shows, in ms; a keyboard does not wait. */
const delay = 400

const load = () => import('./tooltip-bubble.tsx')
const Bubble = lazy(async () => ({ default: (await load()).Bubble }))

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
    void load()
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
    bubble:
      over && words ? (
        <Suspense>
          <Bubble of={over}>{words}</Bubble>
        </Suspense>
      ) : null,
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
