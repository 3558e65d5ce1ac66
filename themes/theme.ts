import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'contrast'
/** The user's choice; `system` follows the operating system's colors and contrast. */
export type ThemeChoice = Theme | 'system'

const isTheme = (word: unknown): word is Theme => word === 'light' || word === 'dark' || word === 'contrast'

/** The theme on screen. */
export const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return isTheme(theme) ? theme : 'light'
}

/** The stored choice; `system` if local storage is unavailable. */
export const themeChoice = (): ThemeChoice => {
  try {
    const choice = localStorage.getItem('theme')
    return isTheme(choice) ? choice : 'system'
  } catch {
    return 'system'
  }
}

/** Stores the choice and applies it immediately (`boot.js` listens). */
export const setTheme = (choice: ThemeChoice) => {
  try {
    if (choice === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', choice)
  } catch {
    // without storage the system's theme stays
  }
  window.dispatchEvent(new Event('theme'))
}

/**
 * Registers a listener for theme changes, for a canvas that cannot use CSS variables; returns a function that
 * unregisters it.
 */
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

/** The theme on screen, for components that redraw with it. */
export const useTheme = () => useSyncExternalStore(onTheme, currentTheme)
