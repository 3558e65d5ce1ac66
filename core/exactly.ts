import { Failure } from './failure.ts'

/**
 * A body of so many bytes; `Failure` 400 for any other length. The chunk that completes it is passed on once it is
 * known that no other follows, so that whoever stores what comes has never all of a wrong one.
 */
export async function* exactly(body: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0
  let last: Uint8Array | undefined
  for await (const chunk of body) {
    if (chunk.length === 0) continue
    seen += chunk.length
    if (seen > size) throw new Failure(400, `The content is longer than the ${size} bytes that were announced`)
    if (seen === size) last = chunk
    else yield chunk
  }
  if (seen < size) throw new Failure(400, `The content has ${seen} bytes, but ${size} were announced`)
  if (last) yield last
}
