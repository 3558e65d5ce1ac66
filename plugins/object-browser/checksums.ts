import { createHash } from 'node:crypto'
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

const damaged = () => new Failure(400, 'The file arrived damaged', { detail: messages.checksumMismatchSendAgain })

/**
 * A body that throws 400 if its checksum does not match. The last bytes are withheld until then, so that nothing is
 * stored.
 */
export async function* verifyChecksum(body: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const summed = checksumming(body)
  yield* summed.body
  if (summed.sum() !== expected) throw damaged()
}

/** As `verifyChecksum`, for an MD5 digest in hexadecimal. */
export async function* verifyMd5(body: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5')
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== expected) throw damaged()
}
