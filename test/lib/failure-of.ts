import { Failure } from '../../core/protocol/failure.ts'

/** Failure of some work. Throws if it succeeds, or fails with another error. */
export const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => new Error('Expected a failure'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}
