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

const unreadable = (detail: string) => new Failure(503, 'The encryption key of this storage cannot be used', detail)

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

/** The counter of the block that a place in the blob lies in. */
const counterAt = (start: Buffer, place: number) => {
  const counter = Buffer.from(start)
  counter.writeBigUInt64BE(BigInt.asUintN(64, counter.readBigUInt64BE(8) + BigInt(Math.floor(place / BLOCK))), 8)
  return counter
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

    decrypt: async ({ key, start }, place) => {
      const stream = createDecipheriv(
        'aes-256-ctr',
        unseal(await folderKey(), key),
        counterAt(Buffer.from(start, 'base64'), place),
      )
      // what of the first block lies before the place is run through and thrown away
      stream.update(Buffer.alloc(place % BLOCK))
      return (body) => {
        const plain = new Transform({
          highWaterMark: body.readableHighWaterMark,
          transform: (chunk: Buffer, _encoding, done) => done(null, stream.update(chunk)),
        })
        return pipeline(body, plain, () => undefined)
      }
    },
  }
}
