import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../core/protocol/failure.ts'
import {
  encryptionKeyDiffers,
  encryptionKeyInvalid,
  encryptionKeyMissing,
  encryptionKeyRemoved,
  encryptionKeyReplaced,
  encryptionKeyUnusable,
} from '../messages.ts'
import type { Folder } from './folder.ts'
import { syncFolder } from '../../lib/sync-folder.ts'

type At = Pick<Folder, 'path'>

/** The key file. Blobs are useless without it. */
const keyFile = (folder: At) => join(folder.path, 'encryption.key')

/** Name of the file with a text that only the right key decrypts. It reveals nothing, so every backup contains it. */
export const KEY_CHECK = 'encryption.key.check'

const unusable = (detail: string) => new Failure(503, encryptionKeyUnusable, { detail })

/** The key of a folder; `undefined` without one. Throws `Failure` 503 for anything else in its file. */
export const readKey = async (folder: At): Promise<Buffer | undefined> => {
  const text = await readFile(keyFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) throw unusable(encryptionKeyInvalid)
  return Buffer.from(text.trim(), 'hex')
}

/** Reads or generates the folder's key. A new key is hard-linked into place, so that of two processes only one wins. */
export const readOrMakeKey = async (folder: At): Promise<Buffer> => {
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
  if (!key) throw unusable(encryptionKeyRemoved)
  return key
}

export const seal = (folderKey: Buffer, key: Buffer): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', folderKey, nonce)
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Throws `Failure` 503 if the text was encrypted with another key. */
export const unseal = (folderKey: Buffer, text: string): Buffer => {
  const sealed = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', folderKey, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    throw unusable(encryptionKeyDiffers)
  }
}

const fits = (key: Buffer, text: string) => {
  try {
    return unseal(key, text).length > 0
  } catch {
    return false
  }
}

const readCheck = (folder: At) =>
  readFile(join(folder.path, KEY_CHECK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Writes the file that identifies the key, unless it exists. For data of earlier versions it gets a text that was
 * encrypted with the key; `findSealed` returns some. Without any, the current key becomes the right one.
 */
export const recordCheck = async (folder: At, findSealed: () => readonly string[]): Promise<void> => {
  if ((await readCheck(folder)) !== undefined) return
  const key = await readKey(folder).catch(() => undefined)
  const texts = findSealed()
  const text = texts.find((sealed) => key && fits(key, sealed)) ?? texts[0] ?? (key && seal(key, randomBytes(32)))
  if (text === undefined) return
  const file = join(folder.path, KEY_CHECK)
  const temporaryPath = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    await writeFile(temporaryPath, text, { mode: 0o600, flush: true })
    await rename(temporaryPath, file)
    await syncFolder(folder.path)
  } finally {
    await unlink(temporaryPath).catch(() => undefined)
  }
}

/** Throws `Failure` 503 if a key is not the one that the folder's data is encrypted with. */
export const assertRightKey = async (folder: At, key: Buffer): Promise<void> => {
  const text = await readCheck(folder)
  if (text !== undefined && !fits(key, text)) throw unusable(encryptionKeyReplaced)
}

/** The key of a folder. Throws `Failure` 503 without one. */
export const requireKey = async (folder: At): Promise<Buffer> => {
  const key = await readKey(folder)
  if (!key) throw unusable(encryptionKeyMissing)
  return key
}

/**
 * Checks the key of a folder whose data is encrypted: returns what is wrong with it, or `right`. Returns `unused` if
 * nothing was encrypted yet, and for data that only an earlier version has opened.
 */
export const checkKey = async (folder: At): Promise<'right' | 'unused' | { problem: string }> => {
  if ((await readCheck(folder)) === undefined) return 'unused'
  try {
    await assertRightKey(folder, await requireKey(folder))
    return 'right'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { problem: error.detail ?? error.message }
  }
}
