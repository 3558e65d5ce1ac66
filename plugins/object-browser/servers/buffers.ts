import { pLimit } from 'stowage/server'

export type PartBuffer = Buffer<ArrayBuffer>

/** Size of the buffers of parts, in bytes. */
export const BUFFER_SIZE = 16 * 1024 * 1024

const MAX_BUFFERS = 4

/** A few buffers that all copies share: allocating one for each part takes longer than copying it. */
export const createBuffers = () => {
  const limit = pLimit(MAX_BUFFERS)
  const free: PartBuffer[] = []

  /** Runs work that reads up to `size` bytes into a buffer, which it may use only until it is done. */
  return <T>(size: number, work: (buffer: PartBuffer) => Promise<T>): Promise<T> =>
    limit(async () => {
      const buffer = (size <= BUFFER_SIZE && free.pop()) || Buffer.allocUnsafe(Math.max(size, BUFFER_SIZE))
      const result = await work(buffer)
      // after an error, a connection may still be sending it
      if (buffer.length === BUFFER_SIZE) free.push(buffer)
      return result
    }).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) free.length = 0
    })
}

export type WithBuffer = ReturnType<typeof createBuffers>
