import { mkdirSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Where plugins keep what is the console's own: texts by names of small letters and dashes. */
export type Keep = {
  /** Whether it outlives the console. */
  lasting: boolean
  read(name: string): Promise<string | undefined>
  /** Resolves once all of it is kept; what was there before stays until then. */
  write(name: string, text: string): Promise<void>
}

/** Keeps until the console ends. */
export const inMemory = (): Keep => {
  const texts = new Map<string, string>()
  return {
    lasting: false,
    read: async (name) => texts.get(name),
    write: async (name, text) => void texts.set(name, text),
  }
}

/** Keeps in files of a folder, which it makes where there is none. Throws `StartError` where it cannot. */
export const inFolder = (folder: string): Keep => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`CONSOLE_DATA names "${folder}", where nothing can be kept: ${(error as Error).message}`)
  }
  const fileOf = (name: string) => join(folder, `${name}.json`)
  return {
    lasting: true,
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
