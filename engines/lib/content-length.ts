import { Failure } from '../../core/protocol/failure.ts'
import { contentTooShort, contentTooLong } from '../messages.ts'

/**
 * Passes on a body of exactly `size` bytes; throws `Failure` 400 for any other length. The last chunk is held back
 * until the stream has ended, so that a consumer that stores the data never has a complete body of the wrong length.
 */
export async function* enforceLength(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let received = 0
  let last: Uint8Array | undefined
  for await (const chunk of body) {
    if (chunk.length === 0) continue
    received += chunk.length
    if (received > size) throw new Failure(400, contentTooLong(size))
    if (received === size) last = chunk
    else yield chunk
  }
  if (received < size) throw new Failure(400, contentTooShort(received, size))
  if (last) yield last
}
