import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../core/failure.ts'

/** How often the right to follow is looked at again, in ms. */
const OFTEN = 5000

/**
 * What `follow` gives until the signal fires, or until `assertMay` says that the session or the right is gone: then it
 * throws just that. A storage that does not answer takes nobody's right away.
 */
export async function* whileAllowed<T>(
  assertMay: () => Promise<unknown>,
  follow: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  often = OFTEN,
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
