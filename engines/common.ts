/** Shared instances of a plugin's ports and background work: created on first use and cached by factory. */
export type Common = <T>(make: () => T) => T

export const createCommon = (): Common => {
  const made = new Map<() => unknown, unknown>()
  return <T>(make: () => T): T => {
    if (!made.has(make)) made.set(make, make())
    return made.get(make) as T
  }
}
