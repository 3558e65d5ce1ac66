import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { dataFormatTooNew, formatFileDamaged } from '../messages.ts'
import { parseJson } from '../../../core/protocol/parse-json.ts'

/** Format of the files and of the index. Folders of earlier formats are migrated; later ones are refused. */
export const FORMAT = 2

/** Content of `format.json`. `from` is the earlier format while the migration of its index may be incomplete. */
export type Format = { version: number; from?: number }

const isFormat = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

const parse = (text: string): Partial<Record<keyof Format, unknown>> => parseJson(text) ?? {}

const fileIn = (path: string) => join(path, 'format.json')

/** Reads the format that a folder states; `undefined` if it is not a data folder, version NaN for a damaged file. */
export const statedFormat = async (path: string): Promise<Format | undefined> => {
  const text = await readFile(fileIn(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { version, from } = parse(text)
  return { version: isFormat(version) ? version : Number.NaN, ...(isFormat(from) && { from }) }
}

/**
 * Reads the format of a folder; `undefined` if it is not a data folder. Throws `StartError` for a format that this
 * version cannot read.
 */
export const readFormat = async (path: string): Promise<Format | undefined> => {
  const format = await statedFormat(path)
  if (!format) return undefined
  const { version } = format
  if (Number.isNaN(version)) throw new StartError(formatFileDamaged(fileIn(path)))
  if (version > FORMAT) throw new StartError(dataFormatTooNew(path, version, FORMAT))
  return format
}

/** Writes the format of a folder atomically; a folder without one is not a data folder. */
export const writeFormat = async (path: string, format: Format): Promise<void> => {
  const temporaryPath = join(path, 'format.json.new')
  await writeFile(temporaryPath, `${JSON.stringify({ storage: 'stowage', ...format })}\n`, { flush: true })
  await rename(temporaryPath, fileIn(path))
  await syncFolder(path)
}
