/**
 * Why a transaction of LMDB was not kept. It rejects with words that point to another promise, which nobody else waits
 * for: unread it would end the process.
 */
export const causeOf = async (error: unknown): Promise<unknown> => {
  const { commitError } = error as { commitError?: Promise<unknown> }
  const cause = await commitError?.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return cause ?? error
}
