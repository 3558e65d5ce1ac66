import { Failure } from 'stowage'

/** Results of several operations: those that succeeded, and why the others failed. */
export type Outcome<Result> = { made: Result[]; failed: { path: string; message: string }[] }

/** Errors that stop everything: an expired session, or a storage that is unreachable or full. */
const isFatal = ({ status }: Failure) => status === 401 || status === 503 || status === 507

/**
 * Runs an operation on several items, some concurrently, and returns results in order. Throws the first error if all
 * fail.
 */
export const settleEach = async <Item extends { path: string }, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result> | Result,
  concurrency = 1,
): Promise<Outcome<Result>> => {
  const done: { made?: [Result]; failure?: Failure }[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const at = next++
      try {
        done[at] = { made: [await act(items[at]!)] }
      } catch (error) {
        if (!(error instanceof Failure) || isFatal(error)) {
          next = items.length
          throw error
        }
        done[at] = { failure: error }
      }
    }
  }
  // waits for running operations, so that none continues after this has thrown
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work))
  for (const end of results) if (end.status === 'rejected') throw end.reason
  const made = done.flatMap((one) => one.made ?? [])
  const first = done.find(({ failure }) => failure)?.failure
  if (first && made.length === 0) throw first
  return {
    made,
    failed: done.flatMap(({ failure }, at) => (failure ? [{ path: items[at]!.path, message: failure.message }] : [])),
  }
}
