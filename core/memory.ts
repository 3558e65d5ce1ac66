type Keep = 'device' | 'tab'

const place = (keep: Keep) => (keep === 'device' ? window.localStorage : window.sessionStorage)

/** Reads a small text that this browser keeps; nothing where there is none or storage is switched off. */
export const recall = (name: string, keep: Keep = 'device'): string | undefined => {
  try {
    return place(keep).getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a small text, for this device or until the tab closes; an undefined text is forgotten. Never for a secret. */
export const remember = (name: string, text: string | undefined, keep: Keep = 'device') => {
  try {
    if (text === undefined) place(keep).removeItem(name)
    else place(keep).setItem(name, text)
  } catch {
    // a full or forbidden storage costs a preference, no more
  }
}
