import { useSyncExternalStore } from 'react'
import { narrow } from '../../themes/media.ts'

const query = () => window.matchMedia(narrow)

const subscribe = (listener: () => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is narrower than 720 px. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => query().matches)
