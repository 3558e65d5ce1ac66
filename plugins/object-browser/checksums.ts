import { crc32 } from 'node:zlib'
import { Failure } from 'stowage'
import * as messages from './messages.ts'

/** A CRC-32 in S3's format. */
export const base64Of = (sum: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  return bytes.toString('base64')
}

/** Passes a body through; `sum` returns the CRC-32 of the bytes so far, in S3's format. */
export const checksumming = (body: AsyncIterable<Uint8Array>) => {
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
 * A body that throws 400 if its checksum does not match. The last bytes are withheld until then, so that nothing is
 * stored.
 */
export async function* verifyChecksum(body: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const summed = checksumming(body)
  yield* summed.body
  if (summed.sum() !== expected)
    throw new Failure(400, 'The file arrived damaged', {
      detail: messages.checksumMismatchSendAgain,
    })
}
