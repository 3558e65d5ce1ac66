import { crc32 } from 'node:zlib'
import { Failure } from 'stowage'

/** A CRC-32 as S3 writes it. */
export const base64Of = (sum: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  return bytes.toString('base64')
}

/** Passes a body on and sums it up; `sum` is the CRC-32 of what has gone by, as S3 writes it. */
export const summing = (body: AsyncIterable<Uint8Array>) => {
  let sum = 0
  async function* pass() {
    for await (const chunk of body) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  }
  return { body: pass(), sum: () => base64Of(sum) }
}

/**
 * A body that fails at its end (400) where it is not that of the checksum: whoever stores it takes its last bytes only
 * after that.
 */
export async function* proven(body: AsyncIterable<Uint8Array>, wanted: string): AsyncGenerator<Uint8Array> {
  const summed = summing(body)
  yield* summed.body
  if (summed.sum() !== wanted)
    throw new Failure(400, 'The file arrived damaged', {
      detail: 'Its checksum is not that of what was sent: send it again.',
    })
}
