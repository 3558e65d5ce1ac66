import { mkdirSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Key-value store for the console's own data: texts, by names of lowercase letters and dashes. */
export type KeyValueStore = {
  /** Whether the data survives a restart. */
  isDurable: boolean
  read(name: string): Promise<string | undefined>
  /** Resolves once the text is durable; until then the previous one remains. */
  write(name: string, text: string): Promise<void>
}

/** Loses its content when the console exits. */
export const createMemoryStore = (): KeyValueStore => {
  const texts = new Map<string, string>()
  return {
    isDurable: false,
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
  }
}

/** Stores texts as files of a folder, which is created if needed. Throws `StartError` if that fails. */
export const createFolderStore = (folder: string): KeyValueStore => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`CONSOLE_DATA names "${folder}", which cannot be written: ${(error as Error).message}`)
  }
  const fileOf = (name: string) => join(folder, `${name}.json`)
  return {
    isDurable: true,
    read: (name) =>
      readFile(fileOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    write: async (name, text) => {
      const fresh = `${fileOf(name)}.new`
      const file = await open(fresh, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(fresh, fileOf(name))
    },
  }
}
