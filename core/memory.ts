type Keep = 'device' | 'tab'

const place = (keep: Keep) => (keep === 'device' ? window.localStorage : window.sessionStorage)

/** Reads a small text stored in this browser; `undefined` if absent or if storage is disabled. */
export const recall = (name: string, keep: Keep = 'device'): string | undefined => {
  try {
    return place(keep).getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a small text for this device or until the tab closes; `undefined` deletes it. Never for secrets. */
export const remember = (name: string, text: string | undefined, keep: Keep = 'device') => {
  try {
    if (text === undefined) place(keep).removeItem(name)
    else place(keep).setItem(name, text)
  } catch {
    // if storage is full or blocked, only a preference is lost
  }
}
