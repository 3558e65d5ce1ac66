import { setImmediate } from 'node:timers/promises'

/** How long one piece of work may keep everybody else waiting, in ms. */
const TURN = 8

/**
 * For a loop that may be long: awaited in each round, it lets others have their turn once this one has taken its time.
 */
export const takeTurns = () => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await setImmediate()
    began = performance.now()
  }
}

/** What of a long list is to be kept, found without holding up others. */
export const filterInTurns = async <Item>(items: Iterable<Item>, keep: (item: Item) => boolean): Promise<Item[]> => {
  const turn = takeTurns()
  const kept: Item[] = []
  for (const item of items) {
    if (keep(item)) kept.push(item)
    await turn()
  }
  return kept
}
