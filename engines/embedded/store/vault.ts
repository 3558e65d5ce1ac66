import { createCipheriv, randomBytes } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import {
  assertRightKey,
  checkKey,
  readKey,
  readOrMakeKey,
  recordCheck,
  requireKey,
  seal,
  unseal,
} from './encryption-key.ts'
import type { Folder } from './folder.ts'
import type { Cipher } from './records.ts'

const BLOCK = 16

/** Encrypts blobs at rest. Each has its own key, encrypted with the data folder's key. */
export type Vault = {
  /**
   * Generates the folder's key if it has none. A key that is lost later is not replaced, since a new one could not
   * decrypt anything.
   */
  makeKey(): Promise<void>
  /**
   * A new cipher and the transform that encrypts one blob. The size does not change. Throws `Failure` 503 if the folder
   * has another key than its data was encrypted with: restoring the right one would make the blob unreadable.
   */
  encrypt(): Promise<{ cipher: Cipher; encrypt(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> }>
  /**
   * The transform that encrypts the part of a blob at an offset. It uses a new nonce each time: a part may be uploaded
   * again with different content, and reusing the key stream would reveal both.
   */
  encryptPart(cipher: Cipher, offset: number): Promise<{ nonce: string; encrypt(body: Readable): Readable }>
  /** The transform that decrypts a blob from offset `start`. Throws `Failure` 503 if the folder has a different key. */
  decrypt(cipher: Cipher, start: number): Promise<(body: Readable) => Readable>
  /** Whether the folder has no key, like a backup without it. */
  isKeyMissing(): Promise<boolean>
  /** What is wrong with the folder's key; `undefined` if it is the right one or nothing is encrypted. */
  findKeyProblem(): Promise<string | undefined>
  /** Encrypts a secret for the index, or decrypts it. Throws `Failure` 503 as well. */
  seal(secret: string): Promise<string>
  unseal(sealed: string): Promise<string>
}

/** Bytes of the nonce at the start of a counter. */
const NONCE = 8

/** Counter of the block that contains an offset. */
const counterAt = (start: Buffer, offset: number) => {
  const counter = Buffer.from(start)
  counter.writeBigUInt64BE(BigInt.asUintN(64, counter.readBigUInt64BE(8) + BigInt(Math.floor(offset / BLOCK))), 8)
  return counter
}

/** Key stream from an offset; CTR uses the same for encryption and decryption. */
const keyStream = (key: Buffer, start: Buffer, offset: number) => {
  const stream = createCipheriv('aes-256-ctr', key, counterAt(start, offset))
  // discard the part of the first block before the offset
  stream.update(Buffer.alloc(offset % BLOCK))
  return stream
}

/** Initial counter of a part, by its number from 0. */
const startOf = ({ start, parts }: Cipher, part: number) => {
  const counter = Buffer.from(start, 'base64')
  if (parts) Buffer.from(parts.nonces, 'base64').copy(counter, 0, part * NONCE, (part + 1) * NONCE)
  return counter
}

/** Decrypts a blob from an offset with the key streams of its parts. */
const createDecryptor = (cipher: Cipher, key: Buffer, offset: number) => {
  const size = cipher.parts?.size ?? Infinity
  let at = offset
  let part = Math.floor(at / size)
  let stream = keyStream(key, startOf(cipher, part), at)
  return (chunk: Buffer): Buffer => {
    const pieces: Buffer[] = []
    for (let rest = chunk; rest.length > 0; ) {
      if (at === (part + 1) * size) {
        part += 1
        stream = keyStream(key, startOf(cipher, part), at)
      }
      const piece = rest.subarray(0, (part + 1) * size - at)
      pieces.push(stream.update(piece))
      at += piece.length
      rest = rest.subarray(piece.length)
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }
}

const transform = (body: Readable, work: (chunk: Buffer) => Buffer) => {
  const changed = new Transform({
    highWaterMark: body.readableHighWaterMark,
    transform: (chunk: Buffer, _encoding, done) => done(null, work(chunk)),
  })
  return pipeline(body, changed, () => undefined)
}

/** `findSealed` returns texts that earlier versions encrypted with the folder's key. */
export const openVault = (folder: Folder, findSealed: () => readonly string[] = () => []): Vault => {
  let cachedKey: Promise<Buffer> | undefined
  let rightKey: Buffer | undefined
  /** Caches the key; after an error the next call retries. */
  const cacheKey = (read: () => Promise<Buffer>) => {
    const reading = (cachedKey ??= read())
    reading.catch(() => {
      if (cachedKey === reading) cachedKey = undefined
    })
    return reading
  }
  const folderKey = () => cacheKey(() => requireKey(folder))
  /** The key, once it has proven to be the right one. */
  const encryptingKey = async () => {
    const key = await folderKey()
    if (key === rightKey) return key
    await recordCheck(folder, findSealed)
    try {
      await assertRightKey(folder, key)
    } catch (error) {
      // it may be replaced meanwhile
      cachedKey = undefined
      throw error
    }
    rightKey = key
    return key
  }

  return {
    makeKey: async () => {
      // retry as a creator, since the key may just be missing
      await folderKey().catch(() => cacheKey(() => readOrMakeKey(folder)))
      await encryptingKey()
    },

    encrypt: async () => {
      const [key, start] = [randomBytes(32), Buffer.concat([randomBytes(8), Buffer.alloc(8)])]
      const stream = createCipheriv('aes-256-ctr', key, start)
      return {
        cipher: { key: seal(await encryptingKey(), key), start: start.toString('base64') },
        async *encrypt(body) {
          for await (const chunk of body) yield stream.update(chunk)
        },
      }
    },

    isKeyMissing: () =>
      readKey(folder).then(
        (key) => key === undefined,
        () => false,
      ),

    findKeyProblem: async () => {
      await recordCheck(folder, findSealed)
      const result = await checkKey(folder)
      return typeof result === 'object' ? result.problem : undefined
    },

    seal: async (secret) => seal(await encryptingKey(), Buffer.from(secret)),
    unseal: async (sealed) => unseal(await folderKey(), sealed).toString(),

    encryptPart: async (cipher, offset) => {
      const nonce = randomBytes(NONCE)
      const start = Buffer.concat([nonce, Buffer.from(cipher.start, 'base64').subarray(NONCE)])
      const stream = keyStream(unseal(await folderKey(), cipher.key), start, offset)
      return {
        nonce: nonce.toString('base64'),
        encrypt: (body) => transform(body, (chunk) => stream.update(chunk)),
      }
    },

    decrypt: async (cipher, offset) => {
      const work = createDecryptor(cipher, unseal(await folderKey(), cipher.key), offset)
      return (body) => transform(body, work)
    },
  }
}
