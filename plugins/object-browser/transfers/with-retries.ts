import { connection, reportUnreachable, waitUntilBack } from 'stowage/web'
import { Failure, isTemporaryFailure } from 'stowage'

/** Attempts while the server responds to other requests. */
const MAX_ATTEMPTS = 4

/** Responses of proxies when the console behind them is unreachable. */
const fromProxy = [502, 504]

/**
 * Repeats work until it succeeds or fails permanently: waits for an unreachable server, and retries broken connections.
 */
export const withRetries = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure) || !isTemporaryFailure(error)) throw error
      await reportUnreachable(error)
      // retries broken connections, and once after a proxy's error, since it may choose another console; errors of the
      // server itself are final
      const most = error.status === 0 ? MAX_ATTEMPTS : fromProxy.includes(error.status) ? 1 : 0
      if (connection.state === 'up' && tries >= most) throw error
      await waitUntilBack(tries, signal)
      signal.throwIfAborted()
    }
  }
}
