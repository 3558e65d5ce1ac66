import type { Engine } from '../engine.ts'

type Open = Engine['open']

/**
 * Opens each plugin once and caches the result: a second background worker would duplicate the work and write to the
 * same files. Errors are not cached.
 */
export const openOnce = (open: Open): Open => {
  const opened = new WeakMap<object, ReturnType<Open>>()
  return <Port>(plugin: Parameters<typeof open<Port>>[0]) => {
    const { adapters } = plugin
    if (!adapters) return open(plugin)
    const opening = (opened.get(adapters) as ReturnType<typeof open<Port>> | undefined) ?? open(plugin)
    opened.set(adapters, opening)
    opening.catch(() => opened.delete(adapters))
    return opening
  }
}
