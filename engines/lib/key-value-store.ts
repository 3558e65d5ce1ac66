import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { createFolder } from './create-folder.ts'
import { dataFolderNotWritable, storeFormatTooNew, storeFileDamaged } from '../messages.ts'
import { parseJson } from '../../core/protocol/parse-json.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { syncFolder } from './sync-folder.ts'

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

/** Names of temporary files, also of earlier versions. */
const temporaryFile = /^[a-z-]+\.json\.([0-9a-f-]+\.)?new$/

/** Age after which no write can still use a temporary file, in ms. */
const ABANDONED_AFTER = 3_600_000

/** Deletes temporary files that a crash left. Newer ones may belong to another console that is just stopping. */
const deleteAbandoned = (folder: string) => {
  for (const name of readdirSync(folder).filter((one) => temporaryFile.test(one))) {
    const file = join(folder, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - changed > ABANDONED_AFTER) rmSync(file, { force: true })
  }
}

/** Creates the folder of a store if needed. Throws `StartError` if that fails, or if a later version wrote it. */
export const prepareFolder = (folder: string) => {
  try {
    createFolder(folder, 0o700)
    assertFormat(folder)
    deleteAbandoned(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(dataFolderNotWritable(folder, (error as Error).message))
  }
}

/** Stores texts as files of a folder. Throws `StartError` if `prepareFolder()` does. */
export const createFolderStore = (folder: string): KeyValueStore => {
  prepareFolder(folder)
  const fileOf = (name: string) => join(folder, `${name}.json`)
  const inOrder = createKeyedMutex()
  return {
    isDurable: true,
    read: (name) =>
      readFile(fileOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    write: (name, text) =>
      inOrder(name, async () => {
        const temporaryPath = `${fileOf(name)}.${randomUUID()}.new`
        try {
          await writeFile(temporaryPath, text, { mode: 0o600, flush: true })
          await rename(temporaryPath, fileOf(name))
        } catch (error) {
          await rm(temporaryPath, { force: true }).catch(() => undefined)
          throw error
        }
        await syncFolder(folder)
      }),
  }
}
