import { createCipheriv, createDecipheriv, createHash, hkdfSync, pbkdf2, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createFolder } from '../engines/lib/create-folder.ts'
import { dataFolderNotWritable } from '../engines/messages.ts'
import { StartError } from '../engines/start-error.ts'

/** Authenticated encryption for texts of this deployment; `purpose` prevents using one kind of text as another. */
export type Seal = {
  /** Identifies the key without revealing it. */
  id: string
  close(text: string, purpose: string): string
  /** The text; `undefined` if it was not encrypted with this key for this purpose. */
  open(sealed: string, purpose: string): string | undefined
}

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM with a 32-byte key; encoded as base64url of nonce, ciphertext and tag. */
export const createSeal = (key: Buffer): Seal => ({
  id: createHash('sha256').update('stowage seal').update(key).digest('hex').slice(0, 8),
  close(text, purpose) {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  },
  open(sealed, purpose) {
    const bytes = Buffer.from(sealed, 'base64url')
    // the decoder skips padding and other characters, so one text would have many spellings
    if (bytes.toString('base64url') !== sealed) return undefined
    if (bytes.length < nonceLength + tagLength) return undefined
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagLength))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString(
        'utf8',
      )
    } catch {
      return undefined
    }
  },
})

const derive = (passphrase: string, salt: string) => promisify(pbkdf2)(passphrase, salt, 210_000, 32, 'sha512')

/** Key stored in a data folder, created at the first start, so that a restart does not end sessions. */
const readOrCreateKey = async (folder: string): Promise<Buffer> => {
  const file = join(folder, 'session.key')
  const stored = await readFile(file).catch(() => undefined)
  if (stored?.length === 32) return stored
  createFolder(folder)
  const temporary = `${file}.${randomUUID()}`
  if (stored) await rm(file, { force: true })
  await writeFile(temporary, randomBytes(32), { mode: 0o600, flush: true })
  await link(temporary, file).catch(() => undefined)
  await rm(temporary)
  return readFile(file)
}

/** As `readOrCreateKey()`, but throws `StartError` if the folder cannot hold the key. */
const storedKey = (folder: string): Promise<Buffer> =>
  readOrCreateKey(folder).catch((error: unknown) => {
    if (error instanceof StartError) throw error
    throw new StartError(dataFolderNotWritable(folder, (error as Error).message))
  })

/**
 * Key of the session cookies: derived from a passphrase that several consoles may share (the salt is optional), else
 * stored in the data folder, else random for the lifetime of this process.
 */
export const sessionKey = async (from: {
  passphrase: string | undefined
  salt: string | undefined
  folder: string | undefined
}) => {
  if (from.passphrase) return derive(from.passphrase, from.salt ?? 'stowage')
  return from.folder ? storedKey(from.folder) : randomBytes(32)
}

/**
 * Key of the cookies of one of several servers. It includes the server's address, so that a session is not sent to
 * another server that later gets the same name.
 */
export const serverKey = (key: Buffer, { name, url }: { name: string; url: string }): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `stowage server ${name} ${new URL(url).origin}`, 32))

/** Key of the tickets with which servers of this console act at each other. */
export const ticketKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'stowage server tickets', 32))
