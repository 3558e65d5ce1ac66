import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import * as text from './text.css.ts'
import * as styles from './tooltip.css.ts'
import { onDemand } from './use-on-demand.ts'

/** Hover delay in ms; keyboard focus shows it immediately. */
const HOVER_DELAY = 400

const bubbleScript = onDemand(() => import('./tooltip-bubble.tsx'))

/**
 * A tooltip for one element: spread `target` on it and render `bubble` next to it. `reveal` shows and announces it
 * immediately: after a press on a disabled control, or Enter in its form. Lines after the first are identifiers, in
 * monospace. Screen readers get the text from `description`, unless it is the element's own name.
 */
export const useTooltip = (words: string | undefined) => {
  const [shown, setShown] = useState<{ anchor: HTMLElement; announced: boolean }>()
  const [loaded, setLoaded] = useState(bubbleScript.exports)
  const anchor = shown?.anchor
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const show = (element: HTMLElement, after: number, announced = false) => {
    // without its code the page works as well
    bubbleScript.load().then(setLoaded, () => {})
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown({ anchor: element, announced }), after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setShown(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') hide()
    }
    window.addEventListener('keydown', leave, true)
    window.addEventListener('scroll', leave, true)
    return () => {
      window.removeEventListener('keydown', leave, true)
      window.removeEventListener('scroll', leave, true)
    }
  }, [anchor])
  return {
    target: {
      onPointerEnter: (event: React.PointerEvent<HTMLElement>) => {
        if (event.pointerType !== 'touch') show(event.currentTarget, HOVER_DELAY)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: (event: React.FocusEvent<HTMLElement>) => {
        if (event.target.matches(':focus-visible')) show(event.currentTarget, 0)
      },
      onBlur: hide,
    },
    reveal: (element: HTMLElement) => show(element, 0, true),
    bubble:
      loaded && shown && words ? (
        <loaded.Bubble of={shown.anchor} announced={shown.announced}>
          {words}
        </loaded.Bubble>
      ) : null,
    describedBy: words && id,
    description: words ? (
      <span id={id} className={text.hidden}>
        {words}
      </span>
    ) : null,
  }
}

/** Tooltip around its children, for text that is available elsewhere too, or on focusable elements. */
export const Tooltip = ({ text: words, children }: { text: string; children: ReactNode }) => {
  const { target, bubble } = useTooltip(words)
  return (
    <span className={styles.anchor} {...target}>
      {children}
      {bubble}
    </span>
  )
}
