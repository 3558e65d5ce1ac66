import { setTimeout } from 'node:timers'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { comboScript } from '../../ui/combo-on-demand.tsx'
import { dialogScript } from '../../ui/dialog-on-demand.tsx'
import { closeFakeServers } from '../core/fake-server.ts'
import { closeAtEnd } from './close-at-end.ts'

const mounted = new Map<HTMLElement, Root>()

/** Runs everything that is due: effects, promises and one macrotask, `times` times. */
export const flush = async (times = 1) => {
  for (let round = 0; round < times; round++) {
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve))
    })
  }
}

/** Maximum time to wait for a page in ms: longer than any machine needs, however busy it is. */
const TIMEOUT = 30_000

/** Waits until `check` no longer throws; after a timeout throws its last error. */
export const until = async (check: () => void) => {
  const end = performance.now() + TIMEOUT
  for (;;) {
    try {
      return check()
    } catch (error) {
      if (performance.now() > end) throw error
      await act(async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
      })
    }
  }
}

/** Renders an element into a new container until the test ends; `again` renders another one there. */
export const render = async (element: ReactNode) => {
  closeAtEnd(unmount)
  await Promise.all([dialogScript.load(), comboScript.load()])
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  mounted.set(container, root)
  const again = async (next: ReactNode) => {
    await act(async () => root.render(next))
    await flush()
  }
  await again(element)
  return { container, again }
}

/** Unmounts everything. */
export const unmount = async () => {
  for (const root of mounted.values()) await act(async () => root.unmount())
  mounted.clear()
  document.body.replaceChildren()
}

/** Unmounts everything and closes all fake servers before the test ends. */
export const cleanup = async () => {
  await unmount()
  await closeFakeServers()
}

/** The one element that matches. Throws if there is none. */
export const find = (selector: string, within: ParentNode = document): HTMLElement => {
  const element = within.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`Nothing matches ${selector} in: ${document.body.innerHTML}`)
  return element
}

/** All elements that match, in the document's order. */
export const findAll = (selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<HTMLElement>(selector),
]

const byId = (ids: string | null) =>
  (ids ?? '').split(/\s+/).flatMap((id) => document.getElementById(id)?.textContent ?? [])

/** Accessible name of an element: its aria-label, aria-labelledby, label or text. */
export const nameOf = (element: HTMLElement): string => {
  const label = element.getAttribute('aria-label') ?? byId(element.getAttribute('aria-labelledby')).join(' ')
  if (label) return label.trim()
  const labels = element.id ? findAll(`label[for="${element.id}"]`) : []
  const around = element.closest('label')
  return [...labels, ...(around ? [around] : []), element][0]?.textContent.trim() ?? ''
}

const named =
  (selector: string, what: string) =>
  (name: string, within: ParentNode = document) => {
    const all = findAll(selector, within)
    const element = all.find((candidate) => nameOf(candidate) === name)
    if (!element) throw new Error(`No ${what} "${name}"; there are: ${all.map(nameOf).join(', ') || 'none'}`)
    return element
  }

/** A button by its name. */
export const button = named('button, [role=button]', 'button')
/** A link by its name. */
export const link = named('a[href]', 'link')
/** A field by its label. */
export const field = named('input, textarea, select, [role=switch], [role=combobox]', 'field')
/** A tab by its label. */
export const tab = named('[role=tab]', 'tab')
/** An entry of an open menu by its label. */
export const menuItem = named('[role=menuitem]', 'menu item')

const fire = (element: Element, event: Event) => element.dispatchEvent(event)

/** Clicks an element, with all pointer events that a browser sends. */
export const click = async (element: HTMLElement, init: MouseEventInit = {}) => {
  const options = { bubbles: true, cancelable: true, button: 0, ...init }
  await act(async () => {
    fire(element, new PointerEvent('pointerdown', { ...options, pointerType: 'mouse' }))
    fire(element, new MouseEvent('mousedown', options))
    element.focus()
    fire(element, new PointerEvent('pointerup', { ...options, pointerType: 'mouse' }))
    fire(element, new MouseEvent('mouseup', options))
    fire(element, new MouseEvent('click', options))
  })
  await flush()
}

/** Replaces the text of a field, as typing would. */
export const type = async (element: HTMLElement, text: string) => {
  // React overrides `value` on the element itself and would not see a change made through it
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set
  await act(async () => {
    element.focus()
    set?.call(element, text)
    fire(element, new Event('input', { bubbles: true }))
    fire(element, new Event('change', { bubbles: true }))
  })
  await flush()
}

/** Presses a key on an element, by default the focused one. */
export const press = async (
  key: string,
  element: Element = document.activeElement ?? document.body,
  init: KeyboardEventInit = {},
) => {
  await act(async () => {
    fire(element, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
    fire(element, new KeyboardEvent('keyup', { key, bubbles: true, cancelable: true, ...init }))
  })
  await flush()
}

/** Moves the focus away from an element. */
export const blur = async (element: HTMLElement) => {
  await act(async () => element.blur())
  await flush()
}
