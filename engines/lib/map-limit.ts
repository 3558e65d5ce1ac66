/** Maps a list with limited concurrency and returns the results in list order. Stops at the first error. */
export const mapLimit = async <Item, Result>(
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
