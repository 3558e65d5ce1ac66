import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, isTemporaryFailure } from 'stowage'

/** Delays in ms before the rest of a body is requested again after temporary failures, 15 s in sum. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000]

const waitUnlessAborted = (delay: number, signal: AbortSignal) => sleep(delay, undefined, { signal })

/**
 * An object's body that continues after its connection broke: MinIO closes a response that the client reads slowly or
 * pauses. `reopen` returns the rest of the body from an offset in bytes, if there still is one; it is called once the
 * reader wants more, and again up to four times within 15 s plus its own time if it fails temporarily. Without a rest,
 * or if its connection breaks before another byte, the body ends with the error of the connection. Destroying the body
 * closes the open response.
 */
export const resumeBody = (
  opened: Readable,
  reopen: (offset: number) => Promise<Readable | undefined>,
  wait: (delay: number, signal: AbortSignal) => Promise<unknown> = waitUnlessAborted,
): Readable => {
  const closed = new AbortController()
  let response = opened
  let offset = 0
  let resumedAt: number | undefined
  let isWanted = false
  let broken: Error | undefined

  const reopenWithRetries = async (): Promise<Readable | undefined> => {
    for (const delay of [...RETRY_DELAYS, undefined]) {
      try {
        return await reopen(offset)
      } catch (error) {
        if (delay === undefined || !(error instanceof Failure) || !isTemporaryFailure(error)) throw error
        await wait(delay, closed.signal)
        closed.signal.throwIfAborted()
      }
    }
    return undefined
  }

  const resume = async (error: Error) => {
    broken = undefined
    if (offset === resumedAt) return body.destroy(error)
    resumedAt = offset
    const rest = await reopenWithRetries().catch(() => undefined)
    if (rest) forward(rest)
    else body.destroy(error)
  }

  const body = new Readable({
    read: () => {
      isWanted = true
      if (broken) void resume(broken)
      else response.resume()
    },
    destroy: (error, done) => {
      closed.abort()
      response.destroy()
      done(error)
    },
  })

  const forward = (source: Readable) => {
    response = source
    source.on('data', (chunk: Uint8Array) => {
      offset += chunk.length
      isWanted = body.push(chunk)
      if (!isWanted) source.pause()
    })
    source.on('end', () => body.push(null))
    source.on('error', (error) => {
      if (isWanted) void resume(error)
      else broken = error
    })
    if (!isWanted) source.pause()
    if (body.destroyed) source.destroy()
  }

  forward(opened)
  return body
}
