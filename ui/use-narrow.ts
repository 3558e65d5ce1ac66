import { useCallback, useSyncExternalStore } from 'react'
import { narrow } from '../themes/media.ts'

/** Whether a media query of `themes/media.ts` matches. */
export const useMediaQuery = (query: string) => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Whether the window is narrower than 720 px. */
export const useNarrow = () => useMediaQuery(narrow)
