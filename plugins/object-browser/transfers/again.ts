import { connection, doubt, untilBack } from 'stowage/web'
import { Failure, passesByItself } from 'stowage'

/** How often something is tried again while the server answers all else. */
const TRIES = 4

/** What proxies answer when the console that they asked went away. */
const fromProxy = [502, 504]

/**
 * Does something until it works or fails for good: a server that is away is waited for, a connection that broke is made
 * anew.
 */
export const again = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure) || !passesByItself(error)) throw error
      await doubt(error)
      // a connection that broke says nothing, a proxy may ask another console next; what the server itself answers it
      // will answer again
      const most = error.status === 0 ? TRIES : fromProxy.includes(error.status) ? 1 : 0
      if (connection.state === 'up' && tries >= most) throw error
      await untilBack(tries, signal)
      signal.throwIfAborted()
    }
  }
}
