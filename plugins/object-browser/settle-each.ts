import { Failure } from 'stowage'

/** Results of several operations: those that succeeded, and why the others failed. */
type Settled<Result> = { succeeded: Result[]; failed: { path: string; message: string }[] }

/** Errors that stop everything: an expired session, or a storage that is unreachable or full. */
export const isFatal = ({ status }: Failure) => status === 401 || status === 503 || status === 507

/**
 * Runs an operation on several items, some concurrently, and returns results in order. Throws the first error if all
 * fail.
 */
export const settleEach = async <Item extends { path: string }, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result> | Result,
  concurrency = 1,
): Promise<Settled<Result>> => {
  const settled: { result?: [Result]; failure?: Failure }[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const at = next++
      try {
        settled[at] = { result: [await act(items[at]!)] }
      } catch (error) {
        if (!(error instanceof Failure) || isFatal(error)) {
          next = items.length
          throw error
        }
        settled[at] = { failure: error }
      }
    }
  }
  // waits for running operations, so that none continues after this has thrown
  const results = await Promise.allSettled(Array.from({ length: concurrency }, work))
  for (const end of results) if (end.status === 'rejected') throw end.reason
  const succeeded = settled.flatMap(({ result }) => result ?? [])
  const first = settled.find(({ failure }) => failure)?.failure
  if (first && succeeded.length === 0) throw first
  return {
    succeeded,
    failed: settled.flatMap(({ failure }, at) =>
      failure ? [{ path: items[at]!.path, message: failure.message }] : [],
    ),
  }
}
