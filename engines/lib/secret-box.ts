import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheResult } from './cache-result.ts'
import { createFolder } from './create-folder.ts'

/** Encrypts short texts, so that copies of stored data do not contain them. */
export type SecretBox = {
  seal(text: string): Promise<string>
  /** The text; `undefined` if it was sealed with another key. */
  unseal(sealed: string): Promise<string | undefined>
}

const NAME = 'secrets.key'
const [NONCE, TAG, KEY] = [12, 16, 32]

/** Reads the key of a folder, and creates it if there is none. Of two consoles that create it one wins. */
const folderKey = async (folder: string): Promise<Buffer> => {
  const file = join(folder, NAME)
  const read = () => readFile(file).catch(() => undefined)
  const stored = await read()
  if (stored) return stored
  createFolder(folder, 0o700)
  const temporary = `${file}.${randomUUID()}`
  await writeFile(temporary, randomBytes(KEY), { mode: 0o600, flush: true })
  await link(temporary, file).catch(() => undefined)
  await rm(temporary)
  return readFile(file)
}

/** Seals with AES-256-GCM. The key is `secrets.key` in the folder; without a folder it lives as long as the process. */
export const createSecretBox = (folder: string | undefined): SecretBox => {
  const loadKey = cacheResult(async () => (folder === undefined ? randomBytes(KEY) : folderKey(folder)))
  return {
    seal: async (text) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', await loadKey(), nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    unseal: async (sealed) => {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < NONCE + TAG) return undefined
      const options = { authTagLength: TAG }
      const decipher = createDecipheriv('aes-256-gcm', await loadKey(), bytes.subarray(0, NONCE), options)
      decipher.setAuthTag(bytes.subarray(-TAG))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
