import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

type Options = {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** Scrolls a row into view. */
  reveal: (index: number) => void
  /** Selects a row or takes it back; nothing where rows cannot be selected. */
  toggle: ((index: number) => void) | undefined
}

const page = 10

const target = (key: string, at: number, count: number) =>
  ({ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 })[key]

const controls = (row: HTMLElement) =>
  [row, ...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter((one) => !one.matches(':disabled'))

/**
 * The keyboard of a table: up and down, Page, Home and End move the current row, left and right go through its
 * controls, Space selects it and Enter opens it. Spread what is returned on the rows' parent.
 */
export const useRowKeys = ({ scroller, count, reveal, toggle }: Options) => {
  const [chosen, setChosen] = useState(0)
  const current = Math.min(chosen, Math.max(0, count - 1))
  const moved = useRef(false)

  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const row = event.target.closest<HTMLElement>('[data-index]')
    if (!row) return
    const to = target(event.key, current, count)
    if (to !== undefined) {
      event.preventDefault()
      const next = Math.min(Math.max(0, to), count - 1)
      moved.current = true
      setChosen(next)
      reveal(next)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const stops = controls(row)
      const step = event.key === 'ArrowRight' ? 1 : -1
      stops[Math.max(0, stops.indexOf(event.target) + step)]?.focus()
      event.preventDefault()
    } else if (event.target === row && event.key === ' ') {
      event.preventDefault()
      toggle?.(current)
    } else if (event.target === row && event.key === 'Enter') {
      row.querySelector<HTMLElement>('a[href]')?.click()
    }
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = event.target.closest<HTMLElement>('[data-index]')?.dataset.index
    if (index !== undefined) setChosen(Number(index))
  }
  return { current, onKeyDown, onFocus }
}
