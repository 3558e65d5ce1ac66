import { setImmediate } from 'node:timers/promises'

/** Time slice in ms after which a loop yields. */
const TURN = 8

/**
 * Returns a function to await in each round of a long loop: it yields to the event loop once the time slice is used up.
 */
export const takeTurns = () => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await setImmediate()
    began = performance.now()
  }
}

export const filterInTurns = async <Item>(items: Iterable<Item>, keep: (item: Item) => boolean): Promise<Item[]> => {
  const turn = takeTurns()
  const kept: Item[] = []
  for (const item of items) {
    if (keep(item)) kept.push(item)
    await turn()
  }
  return kept
}
