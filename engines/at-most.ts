/**
 * Does something to each of a list, at most so many at a time, and gives what came of it in the list's order. Stops at
 * a failure.
 */
export const atMost = async <Item, Result>(
  most: number,
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const left = items.entries()
  let failed = false
  const work = async () => {
    for (const [at, item] of left) {
      if (failed) return
      try {
        results[at] = await act(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return results
}
