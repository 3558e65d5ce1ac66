import { Failure } from '../../core/protocol/failure.ts'
import type { Log } from '../engine.ts'
import { storageNotReopenedRetrying, storageNotReopened } from './messages.ts'

type Closing = { close(): Promise<void> }

const notOpen = (error: unknown) =>
  error instanceof Failure ? error : new Failure(503, storageNotReopened, { detail: (error as Error).message })

/**
 * Opens a resource that can be restarted: it is closed and opened again, and if that fails the next use retries. Throws
 * if the first opening fails.
 */
export const createReopenable = async <Opened extends Closing>(open: () => Promise<Opened>, log: Log) => {
  const first = await open()
  let current: Opened | undefined = first
  let opening: Promise<Opened> | undefined
  let ended = false

  const openAgain = async (before: Closing | undefined) => {
    try {
      await before?.close()
      const next = await open()
      if (!ended) return (current = next)
      await next.close()
      throw new Failure(503, 'The storage is stopped')
    } catch (error) {
      log.error({ err: error }, storageNotReopenedRetrying)
      throw notOpen(error)
    }
  }
  /** Single flight: concurrent callers wait for the same attempt. */
  const reopen = (before?: Closing) => {
    opening ??= openAgain(before).finally(() => (opening = undefined))
    return opening
  }

  return {
    first,
    /** The open resource. Throws `Failure` 503 if it is not open, and triggers a reopening. */
    current: (): Opened => {
      if (current) return current
      if (!ended) reopen().catch(() => undefined)
      throw new Failure(503, 'The storage is restarting')
    },
    /** The open resource, waiting for a reopening if necessary. */
    waitUntilOpen: async (): Promise<Opened> => {
      if (ended) throw new Failure(503, 'The storage is stopped')
      return current ?? reopen()
    },
    isOpen: () => current !== undefined,
    restart: async () => {
      const before = current
      current = undefined
      await reopen(before)
    },
    close: async () => {
      ended = true
      await opening?.catch(() => undefined)
      const closing = current
      current = undefined
      await closing?.close()
    },
  }
}
