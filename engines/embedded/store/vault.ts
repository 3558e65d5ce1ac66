import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { Failure } from '../../../core/failure.ts'
import { type Folder, syncFolder } from './folder.ts'
import type { Cipher } from './records.ts'

/** The block of AES, in bytes. */
const BLOCK = 16

/** Encrypts blobs at rest, each with a key of its own that the data folder's key seals. */
export type Vault = {
  /**
   * Makes the folder's key where there is none. A key that is missing later is never replaced: it would read nothing.
   */
  makeKey(): Promise<void>
  /** A fresh cipher, and what turns the bytes of one blob into what is stored. The size stays the same. */
  encrypt(): Promise<{ cipher: Cipher; encrypt(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> }>
  /**
   * What turns the part of a blob at `place` into what is stored. Its nonce is a new one each time: a part that is sent
   * again may have another content, and two contents under one key stream would give each other away.
   */
  encryptPart(cipher: Cipher, place: number): Promise<{ nonce: string; encrypt(body: Readable): Readable }>
  /**
   * What turns a blob's bytes from `start` on into plain ones. Throws `Failure` 503 where the folder's key is another
   * one.
   */
  decrypt(cipher: Cipher, start: number): Promise<(body: Readable) => Readable>
  /** Whether the folder has no key at all, as a backup that leaves it out. */
  isKeyMissing(): Promise<boolean>
  /** A secret as it may lie in the index, and back. Throws `Failure` 503 as well. */
  seal(secret: string): Promise<string>
  unseal(sealed: string): Promise<string>
}

/** Where the folder's key lies: whoever takes the blobs without this file has nothing. */
const keyFile = (folder: Folder) => join(folder.path, 'encryption.key')

const unreadable = (detail: string) => new Failure(503, 'The encryption key of this storage cannot be used', { detail })

const readKey = async (folder: Folder): Promise<Buffer | undefined> => {
  const text = await readFile(keyFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}$/i.test(text.trim()))
    throw unreadable('encryption.key in the data folder is not a key of 64 hexadecimal digits; restore it')
  return Buffer.from(text.trim(), 'hex')
}

/** The folder's key, made where there is none: linked into its place, so that of two only one is ever the folder's. */
const readOrMakeKey = async (folder: Folder): Promise<Buffer> => {
  const known = await readKey(folder)
  if (known) return known
  const fresh = `${keyFile(folder)}.${randomBytes(8).toString('hex')}.new`
  try {
    await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    await link(fresh, keyFile(folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFolder(folder.path)
  } finally {
    await unlink(fresh).catch(() => undefined)
  }
  const key = await readKey(folder)
  if (!key) throw unreadable('encryption.key has vanished from the data folder; restore it')
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
    throw unreadable('encryption.key in the data folder is not the key that it was encrypted with')
  }
}

/** The nonce at the beginning of a counter, in bytes. */
const NONCE = 8

/** The counter of the block that a place in the blob lies in. */
const counterAt = (start: Buffer, place: number) => {
  const counter = Buffer.from(start)
  counter.writeBigUInt64BE(BigInt.asUintN(64, counter.readBigUInt64BE(8) + BigInt(Math.floor(place / BLOCK))), 8)
  return counter
}

/** The key stream from a place on; in CTR it both encrypts and decrypts. */
const keyStream = (key: Buffer, start: Buffer, place: number) => {
  const stream = createCipheriv('aes-256-ctr', key, counterAt(start, place))
  // what of the first block lies before the place is run through and thrown away
  stream.update(Buffer.alloc(place % BLOCK))
  return stream
}

/** The counter that a part of a blob begins with, by its number from 0 on. */
const startOf = ({ start, parts }: Cipher, part: number) => {
  const counter = Buffer.from(start, 'base64')
  if (parts) Buffer.from(parts.nonces, 'base64').copy(counter, 0, part * NONCE, (part + 1) * NONCE)
  return counter
}

/** Runs a blob's bytes from a place on through the key streams of its parts. */
const decrypting = (cipher: Cipher, key: Buffer, place: number) => {
  const size = cipher.parts?.size ?? Infinity
  let at = place
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

const transformed = (body: Readable, work: (chunk: Buffer) => Buffer) => {
  const changed = new Transform({
    highWaterMark: body.readableHighWaterMark,
    transform: (chunk: Buffer, _encoding, done) => done(null, work(chunk)),
  })
  return pipeline(body, changed, () => undefined)
}

/** The vault of a data folder. */
export const openVault = (folder: Folder): Vault => {
  let known: Promise<Buffer> | undefined
  /** Read once; whatever went wrong is tried again by the next. */
  const once = (read: () => Promise<Buffer>) => {
    const reading = (known ??= read())
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }
  const folderKey = () =>
    once(async () => {
      const key = await readKey(folder)
      if (!key) throw unreadable('encryption.key is missing from the data folder; restore it')
      return key
    })

  return {
    makeKey: async () => {
      // a key that is just found missing is not there for whoever may make it
      await folderKey().catch(() => once(() => readOrMakeKey(folder)))
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

    encryptPart: async (cipher, place) => {
      const nonce = randomBytes(NONCE)
      const start = Buffer.concat([nonce, Buffer.from(cipher.start, 'base64').subarray(NONCE)])
      const stream = keyStream(unseal(await folderKey(), cipher.key), start, place)
      return {
        nonce: nonce.toString('base64'),
        encrypt: (body) => transformed(body, (chunk) => stream.update(chunk)),
      }
    },

    decrypt: async (cipher, place) => {
      const work = decrypting(cipher, unseal(await folderKey(), cipher.key), place)
      return (body) => transformed(body, work)
    },
  }
}
