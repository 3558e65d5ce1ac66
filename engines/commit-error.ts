/**
 * Cause of a failed LMDB commit. LMDB rejects with an error whose `commitError` is a second promise; it must be
 * awaited, or its unhandled rejection ends the process.
 */
export const causeOf = async (error: unknown): Promise<unknown> => {
  const { commitError } = error as { commitError?: Promise<unknown> }
  const cause = await commitError?.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return cause ?? error
}
