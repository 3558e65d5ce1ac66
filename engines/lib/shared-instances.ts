/** Shared instances of a plugin's ports and background work: created on first use and cached by factory. */
export type SharedInstances = <T>(make: () => T) => T

export const createSharedInstances = (): SharedInstances => {
  const instances = new Map<() => unknown, unknown>()
  return <T>(make: () => T): T => {
    if (!instances.has(make)) instances.set(make, make())
    return instances.get(make) as T
  }
}
