import { setImmediate } from 'node:timers/promises'

/** Time slice in ms after which a loop yields. */
const TIME_SLICE = 8

/**
 * Returns a function to await in each round of a long loop: it yields to the event loop once the time slice is used up.
 */
export const createTimeSlice = () => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TIME_SLICE) return
    await setImmediate()
    began = performance.now()
  }
}

export const filterInSlices = async <Item>(items: Iterable<Item>, test: (item: Item) => boolean): Promise<Item[]> => {
  const yieldIfDue = createTimeSlice()
  const matching: Item[] = []
  for (const item of items) {
    if (test(item)) matching.push(item)
    await yieldIfDue()
  }
  return matching
}
