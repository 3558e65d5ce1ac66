import assert from 'node:assert/strict'
import { Failure } from 'stowage'

/** Asserts a `Failure` with this status, and a matching message if one is given; returns the failure. */
export const expectFailure = async (
  status: number | readonly number[],
  work: Promise<unknown>,
  message?: RegExp,
): Promise<Failure> => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure)) throw failure ?? new Error(`Expected a failure with ${status}`)
  assert.ok(
    [status].flat().includes(failure.status),
    `${failure.status} ${failure.message} (${failure.detail}), where ${status} was expected`,
  )
  if (message) assert.match(`${failure.message} ${failure.detail ?? ''}`, message)
  return failure
}
