import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { RowLookup } from './row-lookup.ts'
import { isTyping } from './single-key-shortcuts.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** Keys of the rows; without them, rows are known by their index. */
  lookup?: RowLookup
  /** Scrolls a row into view. */
  reveal: (index: number) => void
  /** Row selection; `undefined` if rows cannot be selected. */
  select?:
    | {
        toggle: (index: number) => void
        extend: (index: number, from: number) => void
        all: () => void
        none: () => void
        /** Whether a click in a row selects it without a modifier. */
        press: 'row' | undefined
      }
    | undefined
  /** Deletes the selection, or else the row. */
  remove?: ((index: number) => void) | undefined
  /** Runs the shortcut of a key in a row; false if there is none. */
  press?: ((index: number, key: string) => boolean) | undefined
  /** Index of the next row, starting with the current one, whose name starts with the text. */
  find?: ((text: string, from: number) => number | undefined) | undefined
  /** Opens a row that has no address. */
  open?: ((index: number) => void) | undefined
  /** Drawer of the rows: `toggle` returns whether the row has one. */
  drawer?:
    | { open: (index: number) => void; toggle: (index: number) => boolean; close: () => void; isOpen: boolean }
    | undefined
}

const PAGE_SIZE = 10

/** The row that a table puts into the tab order. */
const TAB_STOP = '[role=grid] [data-index][tabindex="0"]'

const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })

/** Focuses the current row of the page's first table; false if there is none. */
export const focusFirstTable = () => {
  const row = document.querySelector<HTMLElement>(TAB_STOP)
  row?.focus()
  return row !== null
}

/** Focuses the page's table, or else its heading, after the focused element was removed. */
export const focusPage = () => {
  if (!focusFirstTable()) focusHeading()
}

/** Letters typed within this many ms form one text. */
const TYPEAHEAD_TIMEOUT = 1000

const targetIndex = (key: string, at: number, count: number) =>
  ({ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE_SIZE, PageUp: at - PAGE_SIZE, Home: 0, End: count - 1 })[
    key
  ]

const controls = (row: HTMLElement) =>
  [row, ...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter((one) => !one.matches(':disabled'))

const rowOf = (target: EventTarget) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row && { row, index: Number(row.dataset.index) }
}

const isSelectAll = ({ key, ctrlKey, metaKey, altKey, shiftKey }: globalThis.KeyboardEvent) =>
  key.toLowerCase() === 'a' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Whether a key pressed somewhere on the page applies to this table: the only one, or the one around the target. */
const appliesTo = (table: HTMLElement, pressed: EventTarget | null) => {
  const inside = pressed instanceof Node && table.contains(pressed)
  const hasOverlay = document.querySelector('[role=dialog], [role=menu]')
  return inside || (!hasOverlay && !(pressed instanceof Element && pressed.closest('[role=grid]')))
}

/** Handles Ctrl+A anywhere on the page, except in text fields. */
const useSelectAll = (scroller: Options['scroller'], all: (() => void) | undefined) => {
  const latest = useRef(all)
  latest.current = all
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const table = scroller.current
      if (!latest.current || !table || !isSelectAll(event) || isTyping(event.target) || !appliesTo(table, event.target))
        return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [scroller])
}

/** Index of the current row, which follows the row's key; if the row is gone, the one in its place is current. */
const useCurrentRow = (count: number, lookup: RowLookup | undefined) => {
  // without a key until the user moves: the first row, whichever that is
  const [chosen, setChosen] = useState<{ index: number; key?: string | undefined }>({ index: 0 })
  const choose = (index: number) => {
    const key = lookup?.keyAt(index)
    setChosen((before) => (before.index === index && before.key === key ? before : { index, key }))
  }
  const { index, key } = chosen
  const hasMoved = lookup !== undefined && key !== undefined && lookup.keyAt(index) !== key
  const found = hasMoved ? lookup.indexOf(key) : index
  const current = Math.min(found < 0 ? index : found, Math.max(0, count - 1))
  if (hasMoved && count > 0) choose(current)
  return [current, choose] as const
}

/**
 * Keyboard handling of a table: up, down, Page, Home and End move the current row, with Shift they also select; left
 * and right move through its controls; Space selects it or, if it has one, opens its drawer (Shift+Space selects);
 * Enter opens it; Delete deletes. Spread `rows` on the rows' parent.
 */
export const useRowKeys = (options: Options) => {
  const { scroller, count, lookup, reveal, select, remove, press, find, open, drawer } = options
  const [current, setCurrent] = useCurrentRow(count, lookup)
  const shouldFocus = useRef(false)
  useSelectAll(scroller, select?.all)

  const focus = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
  const hasFocus = useRef(false)
  const focused = useRef<{ key?: string | undefined; count: number }>({ count })
  useLayoutEffect(() => {
    // a focused row that was deleted or renamed loses the focus, and the row in its place takes it; one that was
    // scrolled out of sight does not
    const { key, count: lastCount } = focused.current
    const isGone = lookup && key !== undefined ? lookup.indexOf(key) < 0 : count !== lastCount
    const isLost = hasFocus.current && isGone && document.activeElement === document.body
    focused.current.count = count
    if (!shouldFocus.current && !isLost) return
    shouldFocus.current = false
    focus(current)
    if (document.activeElement === document.body) focusHeading()
  })

  useEffect(
    () => () => {
      // the last row is gone, and the table with it
      if (hasFocus.current) queueMicrotask(() => document.activeElement === document.body && focusHeading())
    },
    [],
  )

  const moveTo = (index: number) => {
    shouldFocus.current = true
    setCurrent(index)
    reveal(index)
    // moving to the current row renders nothing
    if (index === current) focus(index)
  }

  const typed = useRef({ text: '', at: 0 })
  const findTyped = (key: string, from: number) => {
    const { text, at } = typed.current
    const now = performance.now()
    typed.current = { text: now - at < TYPEAHEAD_TIMEOUT ? text + key : key, at: now }
    // the same letter again goes to the next row, a further letter stays where it still matches
    const nextIndex = find?.(typed.current.text, typed.current.text.length > 1 ? from : from + 1)
    if (nextIndex !== undefined) moveTo(nextIndex)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const at = rowOf(event.target)
    if (!at) return
    const { row, index } = at
    const to = targetIndex(event.key, index, count)
    if (to !== undefined) {
      event.preventDefault()
      const next = Math.min(Math.max(0, to), count - 1)
      if (event.shiftKey) select?.extend(next, index)
      moveTo(next)
      if (drawer?.isOpen) drawer.open(next)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const stops = controls(row)
      const step = event.key === 'ArrowRight' ? 1 : -1
      stops[Math.max(0, stops.indexOf(event.target) + step)]?.focus()
      event.preventDefault()
    } else if (event.key === 'Delete' && remove) {
      event.preventDefault()
      remove(index)
    } else if (press?.(index, event.key)) {
      event.preventDefault()
    } else if (find && event.target === row && /^[\p{L}\p{N}._-]$/u.test(event.key)) {
      // not a shortcut of the page here
      event.stopPropagation()
      findTyped(event.key, index)
    } else if (event.target === row && event.key === 'Escape') {
      if (drawer?.isOpen) drawer.close()
      else select?.none()
    } else if (event.target === row && event.key === ' ') {
      event.preventDefault()
      if (event.shiftKey || !drawer?.toggle(index)) select?.toggle(index)
    } else if (event.target === row && event.key === 'Enter') {
      if (open) open(index)
      else row.querySelector<HTMLElement>('a[href]')?.click()
    }
  }

  const onBlur = () => {
    hasFocus.current = false
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    hasFocus.current = true
    const at = rowOf(event.target)
    if (!at) return
    focused.current.key = lookup?.keyAt(at.index)
    setCurrent(at.index)
  }

  // Shift+click would select the text in between
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (select && event.shiftKey) event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (at && open && !onControl) return open(at.index)
    const isSelecting = select?.press || event.shiftKey || event.ctrlKey || event.metaKey
    if (at && drawer && !onControl && !isSelecting) return drawer.open(at.index)
    if (!at || !select || onControl || !isSelecting) return
    if (event.shiftKey) select.extend(at.index, current)
    else select.toggle(at.index)
    moveTo(at.index)
  }
  return { current, moveTo, rows: { onKeyDown, onFocus, onBlur, onMouseDown, onClick } }
}
