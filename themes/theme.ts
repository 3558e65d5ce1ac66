import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'contrast'
/** What a person picks; `system` follows the operating system's colours and contrast. */
export type ThemeChoice = Theme | 'system'

const isTheme = (word: unknown): word is Theme => word === 'light' || word === 'dark' || word === 'contrast'

/** The colours on screen now. */
export const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return isTheme(theme) ? theme : 'light'
}

/** What was picked, kept in local storage; `system` where that is switched off. */
export const themeChoice = (): ThemeChoice => {
  try {
    const choice = localStorage.getItem('theme')
    return isTheme(choice) ? choice : 'system'
  } catch {
    return 'system'
  }
}

/** Keeps the choice for this browser and shows it at once (`boot.js` listens). */
export const setTheme = (choice: ThemeChoice) => {
  try {
    if (choice === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', choice)
  } catch {
    // without storage the system's theme stays
  }
  window.dispatchEvent(new Event('theme'))
}

/** Calls `listener` after the colours have changed, for a canvas that sees no CSS variables; returns how to stop. */
export const onTheme = (listener: () => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  window.addEventListener('theme', listener)
  return () => {
    observer.disconnect()
    window.removeEventListener('theme', listener)
  }
}

/** The choice, for the control that changes it. */
export const useThemeChoice = () => useSyncExternalStore(onTheme, themeChoice)

/** The colours on screen, for what must redraw with them. */
export const useTheme = () => useSyncExternalStore(onTheme, currentTheme)
