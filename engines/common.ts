/**
 * What a plugin's ports and its work in the background have in common: made for whoever asks first, and the same for
 * all after it.
 */
export type Common = <T>(make: () => T) => T

/** What nobody has asked for yet. */
export const createCommon = (): Common => {
  const made = new Map<() => unknown, unknown>()
  return <T>(make: () => T): T => {
    if (!made.has(make)) made.set(make, make())
    return made.get(make) as T
  }
}
