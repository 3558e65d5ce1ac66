type Scope = 'device' | 'tab'

const storageOf = (scope: Scope) => (scope === 'device' ? window.localStorage : window.sessionStorage)

/** Reads a small text stored in this browser; `undefined` if absent or if storage is disabled. */
export const getPreference = (name: string, scope: Scope = 'device'): string | undefined => {
  try {
    return storageOf(scope).getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a small text for this device or until the tab closes; `undefined` deletes it. Never for secrets. */
export const setPreference = (name: string, text: string | undefined, scope: Scope = 'device') => {
  try {
    if (text === undefined) storageOf(scope).removeItem(name)
    else storageOf(scope).setItem(name, text)
  } catch {
    // if storage is full or blocked, only a preference is lost
  }
}
