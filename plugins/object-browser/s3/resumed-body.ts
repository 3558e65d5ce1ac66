import { Readable } from 'node:stream'

/**
 * An object's body that continues after its connection broke: MinIO closes a response that the client reads slowly or
 * pauses. `reopen` returns the rest of the body from an offset in bytes, if there still is one; it is called once the
 * reader wants more. Without a rest, or if its connection breaks before another byte, the body ends with the error of
 * the connection. Destroying the body closes the open response.
 */
export const resumeBody = (opened: Readable, reopen: (offset: number) => Promise<Readable | undefined>): Readable => {
  let response = opened
  let offset = 0
  let resumedAt: number | undefined
  let isWanted = false
  let broken: Error | undefined

  const resume = async (error: Error) => {
    broken = undefined
    if (offset === resumedAt) return body.destroy(error)
    resumedAt = offset
    const rest = await reopen(offset).catch(() => undefined)
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
