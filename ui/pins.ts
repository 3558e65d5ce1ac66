import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { getPreference } from '../core/web/preferences.ts'
import { useSession } from '../core/web/session.ts'
import { showError } from '../core/web/toasts.ts'
import { tooManyPins } from './messages.ts'
import { storePreference } from './store-preference.ts'

/** Maximum number of pins. */
const MAX_PINS = 20

const Pins = v.array(v.object({ label: v.string(), href: v.string() }))

/** A page in the sidebar: the exact name of what it shows, and its address. */
export type Pin = v.InferOutput<typeof Pins>[number]

const preferenceName = (account: string) => `pins ${account}`

const parse = (text: string): readonly Pin[] => {
  try {
    return v.parse(Pins, JSON.parse(text))
  } catch {
    // another version or the user may have written it
    return []
  }
}

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // another tab changed it
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Pins of the signed-in account on this device, oldest first, and functions to change them. */
export const usePins = () => {
  const { account } = useSession()
  const text = useSyncExternalStore(subscribe, () => getPreference(preferenceName(account)) ?? '[]')
  const pins = useMemo(() => parse(text), [text])
  const save = (next: readonly Pin[]) => {
    try {
      storePreference(preferenceName(account), next.length > 0 ? JSON.stringify(next) : undefined)
    } catch (failure) {
      showError(failure)
    }
    for (const listener of listeners) listener()
  }
  const isPinned = (href: string) => pins.some((pin) => pin.href === href)
  return {
    pins,
    isPinned,
    /** Why nothing can be pinned; `false` if it can. */
    full: pins.length >= MAX_PINS && tooManyPins(MAX_PINS),
    toggle: (pin: Pin) => save(isPinned(pin.href) ? pins.filter(({ href }) => href !== pin.href) : [...pins, pin]),
  }
}
