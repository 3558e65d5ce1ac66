import { useEffect, useRef } from 'react'
import { navigate } from '../core/web/location.ts'
import type { Entry, EntryGroup } from '../core/web/registry.ts'
import { isShortcut } from './single-key-shortcuts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Shortcut of the palette, as written on this platform. */
export const paletteKey = isApple ? '⌘K' : 'Ctrl K'

/** Shortcut that selects every row of a table. */
export const selectAllKey = isApple ? '⌘A' : 'Ctrl A'

const hasOverlay = () => document.querySelector('[role=dialog], [role=menu]') !== null

const shortcuts = {
  palette: (event: KeyboardEvent) =>
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey,
  help: (event: KeyboardEvent) => event.key === '?' && isShortcut(event),
}

/** Runs a function on a shortcut, except while a dialog or menu is open. */
export const useShortcut = (name: keyof typeof shortcuts, run: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!shortcuts[name](event) || hasOverlay()) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** Time limit in ms between `g` and the key of a page. */
const KEY_TIMEOUT = 1500

/** `g` followed by an entry's key opens it; an action's key starts that action of the current entry. */
export const useEntryKeys = (groups: readonly EntryGroup[], current: Entry | undefined) => {
  const goPressedAt = useRef(-Infinity)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || hasOverlay()) return
      const key = event.key.toLowerCase()
      const isArmed = event.timeStamp - goPressedAt.current < KEY_TIMEOUT
      goPressedAt.current = key === 'g' && !isArmed ? event.timeStamp : -Infinity
      const candidates = isArmed ? groups.flatMap(({ entries }) => entries) : (current?.actions ?? [])
      const to = candidates.find((one) => one.key === key)?.to
      if (!to) return
      event.preventDefault()
      void navigate(to)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [groups, current])
}
