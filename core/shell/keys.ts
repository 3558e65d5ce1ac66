import { useEffect } from 'react'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys that open the palette, as they are called on this machine. */
export const paletteKey = apple ? '⌘K' : 'Ctrl K'

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isOver = () => document.querySelector('[role=dialog], [role=menu]') !== null

const shortcuts = {
  palette: (event: KeyboardEvent) => event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey,
  help: (event: KeyboardEvent) => event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event),
}

/** Runs something when its keys are pressed, except over an open dialog or menu. */
export const useShortcut = (name: keyof typeof shortcuts, run: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!shortcuts[name](event) || isOver()) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
