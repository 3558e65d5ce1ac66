import { Failure } from './failure.ts'

/**
 * A body of so many bytes. A chunk is passed on once it is known that it is not the last or that the sum is right, so that
 * whoever stores what comes stores no wrong one; `Failure` 400 for any other length.
 */
export async function* exactly(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  let held: Uint8Array | undefined
  for await (const chunk of body) {
    if (chunk.length === 0) continue
    seen += chunk.length
    if (seen > size) throw new Failure(400, `The content is longer than the ${size} bytes that were announced`)
    if (held) yield held
    held = chunk
  }
  if (seen < size) throw new Failure(400, `The content has ${seen} bytes, but ${size} were announced`)
  if (held) yield held
}
