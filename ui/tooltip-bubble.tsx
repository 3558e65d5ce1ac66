import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import * as styles from './tooltip.css.ts'

/** Distance of the tooltip from its element and from the window's edge, in px. */
const GAP = 6

const middleware = [
  offset(GAP),
  // beside an element that fills the height of the window; along its edge `shift` keeps it in the window
  flip({ padding: GAP, crossAxis: false, fallbackPlacements: ['bottom', 'right', 'left'] }),
  shift({ padding: GAP }),
]

/** `announced` has screen readers speak it: the answer to Enter in a form, while the focus is elsewhere. */
type BubbleProps = { of: HTMLElement; announced: boolean; children: string }

/** The visible part of a tooltip: above its element, or where it fits. */
export const Bubble = ({ of, announced, children }: BubbleProps) => {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return undefined
    const place = async () => {
      const { x, y } = await computePosition(of, element, { placement: 'top', strategy: 'fixed', middleware })
      element.style.left = `${x}px`
      element.style.top = `${y}px`
      element.style.visibility = 'visible'
    }
    return autoUpdate(of, element, () => void place())
  }, [of, children])
  const [first, ...rest] = children.split('\n')
  return createPortal(
    <div ref={bubble} className={styles.bubble} {...(announced ? { role: 'alert' } : { 'aria-hidden': true })}>
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
