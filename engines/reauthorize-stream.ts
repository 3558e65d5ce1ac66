import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../core/protocol/failure.ts'

/** Interval of checking the permission again, in ms. */
const CHECK_INTERVAL = 5000

/**
 * Yields items of `follow` until the signal fires, or until `assertMay` throws because the session or permission is
 * gone. A temporarily unreachable storage does not revoke a permission.
 */
export async function* reauthorizeStream<T>(
  assertMay: () => Promise<unknown>,
  follow: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  often = CHECK_INTERVAL,
): AsyncGenerator<T> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  let refusal: Failure | undefined
  const watch = async () => {
    while (!until.aborted) {
      await pause(often, undefined, { signal: until }).catch(() => undefined)
      if (until.aborted) return
      await assertMay().catch((error: unknown) => {
        if (error instanceof Failure && (error.status === 401 || error.status === 403)) refusal = error
      })
      if (refusal) over.abort()
    }
  }
  void watch()
  try {
    yield* follow(until)
    if (refusal) throw refusal
  } finally {
    over.abort()
  }
}
