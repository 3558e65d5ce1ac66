import { useEffect, useRef } from 'react'

/** Calls `reload` when the value has changed since the component appeared or was last reloaded. */
export const useReloadOn = (value: string | number, reload: () => Promise<unknown>) => {
  const loadedValue = useRef(value)
  useEffect(() => {
    if (loadedValue.current === value) return
    loadedValue.current = value
    void reload()
  }, [value])
}
