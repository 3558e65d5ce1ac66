import { useEffect } from 'react'
import { focusPage } from './use-row-keys.ts'

/** Parts of the page that manage the focus of their controls themselves. */
const MANAGED = ':is([role=grid], [role=dialog], [role=menu])'

/** The largest part of the page that is searched for a control of the same kind. */
const REGION = ':is(main, header, nav, aside, section, form)'

const controlsIn = (around: Element, tagName: string) =>
  [...around.querySelectorAll<HTMLElement>(tagName)].filter(({ tabIndex }) => tabIndex >= 0)

/** Where a control is: its position among those of its kind in each element around it, the closest first. */
const placesOf = (control: HTMLElement) => {
  const places = []
  for (let around = control.parentElement; around; around = around.parentElement) {
    places.push({ around, index: controlsIn(around, control.tagName).indexOf(control) })
    if (around.matches(REGION)) break
  }
  return places
}

/** The control in the place of a removed one, such as Enable for Disable, or the one before it. */
const successorOf = (tagName: string, places: ReturnType<typeof placesOf>) => {
  for (const { around, index } of places) {
    const controls = around.isConnected ? controlsIn(around, tagName) : []
    if (controls.length > 0) return controls[Math.min(index, controls.length - 1)]
  }
  return undefined
}

/**
 * Keeps the focus on the page if the focused control is removed: the control in its place gets it. After a toast, it
 * returns to where it was before; otherwise the table or the heading gets it.
 */
export const useLostFocus = () =>
  useEffect(() => {
    let last: { control: HTMLElement; places: ReturnType<typeof placesOf> } | undefined
    let beforeToast: HTMLElement | undefined
    const onFocus = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const inToast = target.closest('[data-part=toast]') !== null
      if (!inToast) beforeToast = target
      last = target.closest(MANAGED) ? undefined : { control: target, places: inToast ? [] : placesOf(target) }
    }
    const onBlur = ({ target }: Event) => {
      // some browsers report the removal of the focused element too
      queueMicrotask(() => {
        if (last?.control === target && last?.control.isConnected) last = undefined
      })
    }
    const isLost = () => last !== undefined && !last.control.isConnected && document.activeElement === document.body
    const restore = () => {
      if (!last || !isLost()) return
      const { control, places } = last
      const successor = places.length > 0 ? successorOf(control.tagName, places) : beforeToast
      successor?.focus({ preventScroll: true })
      if (document.activeElement === document.body) focusPage()
    }
    // later, because a dialog or page that opens moves the focus itself
    const observer = new MutationObserver(() => isLost() && setTimeout(restore))
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
