import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { Failure } from '../../../core/protocol/failure.ts'
import type { Folder } from './folder.ts'
import { syncFolder } from './sync-folder.ts'
import type { Cipher } from './records.ts'
import {
  encryptionKeyMissing,
  encryptionKeyDiffers,
  encryptionKeyRemoved,
  encryptionKeyInvalid,
  encryptionKeyUnusable,
} from '../messages.ts'

const BLOCK = 16

/** Encrypts blobs at rest. Each has its own key, encrypted with the data folder's key. */
export type Vault = {
  /**
   * Generates the folder's key if it has none. A key that is lost later is not replaced, since a new one could not
   * decrypt anything.
   */
  makeKey(): Promise<void>
  /** A new cipher and the transform that encrypts one blob. The size does not change. */
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
  /** Encrypts a secret for the index, or decrypts it. Throws `Failure` 503 as well. */
  seal(secret: string): Promise<string>
  unseal(sealed: string): Promise<string>
}

/** The key file. Blobs are useless without it. */
const keyFile = (folder: Folder) => join(folder.path, 'encryption.key')

const unreadable = (detail: string) => new Failure(503, encryptionKeyUnusable, { detail })

const readKey = async (folder: Folder): Promise<Buffer | undefined> => {
  const text = await readFile(keyFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) throw unreadable(encryptionKeyInvalid)
  return Buffer.from(text.trim(), 'hex')
}

/** Reads or generates the folder's key. A new key is hard-linked into place, so that of two processes only one wins. */
const readOrMakeKey = async (folder: Folder): Promise<Buffer> => {
  const existing = await readKey(folder)
  if (existing) return existing
  const temporaryPath = `${keyFile(folder)}.${randomBytes(8).toString('hex')}.new`
  try {
    await writeFile(temporaryPath, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    await link(temporaryPath, keyFile(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(folder.path)
  } finally {
    await unlink(temporaryPath).catch(() => undefined)
  }
  const key = await readKey(folder)
  if (!key) throw unreadable(encryptionKeyRemoved)
  return key
}

const seal = (folderKey: Buffer, key: Buffer) => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', folderKey, nonce)
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

const unseal = (folderKey: Buffer, text: string) => {
  const sealed = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', folderKey, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    throw unreadable(encryptionKeyDiffers)
  }
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

export const openVault = (folder: Folder): Vault => {
  let cachedKey: Promise<Buffer> | undefined
  /** Caches the key; after an error the next call retries. */
  const cacheKey = (read: () => Promise<Buffer>) => {
    const reading = (cachedKey ??= read())
    reading.catch(() => {
      if (cachedKey === reading) cachedKey = undefined
    })
    return reading
  }
  const folderKey = () =>
    cacheKey(async () => {
      const key = await readKey(folder)
      if (!key) throw unreadable(encryptionKeyMissing)
      return key
    })

  return {
    makeKey: async () => {
      // retry as a creator, since the key may just be missing
      await folderKey().catch(() => cacheKey(() => readOrMakeKey(folder)))
    },

    encrypt: async () => {
      const [key, start] = [randomBytes(32), Buffer.concat([randomBytes(8), Buffer.alloc(8)])]
      const stream = createCipheriv('aes-256-ctr', key, start)
      return {
        cipher: { key: seal(await folderKey(), key), start: start.toString('base64') },
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

    seal: async (secret) => seal(await folderKey(), Buffer.from(secret)),
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
