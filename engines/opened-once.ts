import type { Engine } from './engine.ts'

type Open = Engine['open']

/**
 * Opens each plugin once, and gives whoever asks again what was opened: two of its works in the background would do all
 * things twice, and stand in each other's way in the same files. What could not be opened is tried again.
 */
export const openedOnce = (open: Open): Open => {
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
