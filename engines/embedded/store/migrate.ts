import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../engine.ts'
import type { Index } from './database.ts'
import type { Folder } from './folder.ts'
import { FORMAT, readFormat, writeFormat } from './format.ts'
import { syncFolder } from './sync-folder.ts'
import { dataFolderMigrated } from '../messages.ts'

/** Moves sessions from their token hash alone to account and token hash. */
const rekeySessions = ({ sessions }: Index) => {
  for (const { key, value } of Array.from(sessions.getRange())) {
    if (typeof key !== 'string') continue
    void sessions.remove(key)
    void sessions.put([value.account, key], value)
  }
}

/** Changes of the index that lead from each format to the next. */
const migrations: Readonly<Record<number, (index: Index) => void>> = { 1: rekeySessions }

/** Copies the index, so that the earlier version can be used again. Returns the folder of the copy. */
const copyIndex = async ({ path }: Folder, index: Index, version: number) => {
  const name = `before-format-${FORMAT}-${new Date().toISOString().replace(/\.\d+|[-:]/g, '')}`
  const temporaryPath = join(path, `${name}.new`)
  await mkdir(join(temporaryPath, 'index'), { recursive: true, mode: 0o700 })
  await index.copyTo(join(temporaryPath, 'index'))
  await writeFormat(temporaryPath, { version })
  await rename(temporaryPath, join(path, name))
  await syncFolder(path)
  return join(path, name)
}

/**
 * Brings the index of an earlier format to the current one, after copying it. Files of objects stay as they are. Can
 * be repeated after a crash: an earlier version refuses the folder as soon as the migration starts.
 */
export const migrateIndex = async (folder: Folder, index: Index, log: Log): Promise<void> => {
  const { version = FORMAT, from = version } = (await readFormat(folder.path)) ?? {}
  if (from === FORMAT) return
  if (version !== FORMAT) {
    const copy = await copyIndex(folder, index, version)
    log.info({ from, to: FORMAT, copy }, dataFolderMigrated)
    await writeFormat(folder.path, { version: FORMAT, from })
  }
  await index.write(() => {
    for (let format = from; format < FORMAT; format += 1) migrations[format]?.(index)
  })
  await writeFormat(folder.path, { version: FORMAT })
}
