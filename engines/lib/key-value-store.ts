import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { dataFolderNotWritable, storeFormatTooNew, storeFileDamaged } from '../messages.ts'
import { parseJson } from '../../core/protocol/parse-json.ts'

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

/** Format of the folder. A folder without one is of format 1. No name of a text has a dot. */
export const FORMAT = 1
const FORMAT_FILE = 'console.format.json'

const readTextSync = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const versionIn = (text: string): number => {
  const { version }: { version?: unknown } = parseJson(text) ?? {}
  return typeof version === 'number' ? version : Number.NaN
}

/** Format that a folder states; `undefined` if no store was created in it, NaN for a damaged file. */
export const statedFormat = (folder: string): number | undefined => {
  const text = readTextSync(join(folder, FORMAT_FILE))
  return text === undefined ? undefined : versionIn(text)
}

const assertFormat = (folder: string) => {
  const file = join(folder, FORMAT_FILE)
  const version = statedFormat(folder)
  if (version === undefined)
    return writeFileSync(file, `${JSON.stringify({ version: FORMAT })}\n`, { mode: 0o600, flush: true })
  if (Number.isNaN(version)) throw new StartError(storeFileDamaged(file))
  if (version > FORMAT) throw new StartError(storeFormatTooNew(folder, version, FORMAT))
}

/**
 * Stores texts as files of a folder, which is created if needed. Throws `StartError` if that fails, or if a later
 * version wrote the folder.
 */
export const createFolderStore = (folder: string): KeyValueStore => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    assertFormat(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(dataFolderNotWritable(folder, (error as Error).message))
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
      const temporaryPath = `${fileOf(name)}.new`
      const file = await open(temporaryPath, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporaryPath, fileOf(name))
    },
  }
}
