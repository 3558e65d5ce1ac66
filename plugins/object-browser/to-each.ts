import { Failure } from 'stowage'

/** What became of several things: what was made of the good ones, and why the others were refused. */
export type Outcome<Made> = { made: Made[]; failed: { path: string; message: string }[] }

/** What ends everything, whatever it was about: a session that is over, a storage that is away or full. */
const endsAll = ({ status }: Failure) => status === 401 || status === 503 || status === 507

/**
 * Does one thing to each of several, some side by side, and tells of each, in their order. Throws the first refusal
 * where it could be done to none.
 */
export const toEachOf = async <Thing extends { path: string }, Made>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Made> | Made,
  abreast = 1,
): Promise<Outcome<Made>> => {
  const done: { made?: [Made]; failure?: Failure }[] = []
  let next = 0
  const work = async () => {
    while (next < things.length) {
      const at = next++
      try {
        done[at] = { made: [await act(things[at]!)] }
      } catch (error) {
        if (!(error instanceof Failure) || endsAll(error)) {
          next = things.length
          throw error
        }
        done[at] = { failure: error }
      }
    }
  }
  // whoever is told that it ended early finds nothing of it still going on
  const ends = await Promise.allSettled(Array.from({ length: abreast }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const made = done.flatMap((one) => one.made ?? [])
  const first = done.find(({ failure }) => failure)?.failure
  if (first && made.length === 0) throw first
  return {
    made,
    failed: done.flatMap(({ failure }, at) => (failure ? [{ path: things[at]!.path, message: failure.message }] : [])),
  }
}
