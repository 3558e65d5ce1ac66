import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../core/protocol/failure.ts'
import { bytes } from '../../../core/protocol/format.ts'
import type { Log } from '../../engine.ts'
import { StartError } from '../../start-error.ts'
import type { Index } from './database.ts'
import { type Folder, indexFile } from './folder.ts'
import { FORMAT, readFormat, writeFormat } from './format.ts'
import { toFailure } from './fs-errors.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { dataFolderMigrated, migrationFailed, noSpaceForMigration } from '../messages.ts'

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

/** Deletes copies of the index that a crash interrupted. */
const deletePartialCopies = async ({ path }: Folder) => {
  for (const name of await readdir(path))
    if (/^before-format-.*\.new$/.test(name)) await rm(join(path, name), { recursive: true, force: true })
}

/** Throws `StartError` if the disk may have no space for a copy of the index. */
const assertSpace = async (folder: Folder) => {
  const { size } = await stat(indexFile(folder))
  const { bavail, bsize } = await statfs(folder.path)
  const free = bavail * bsize
  if (free < size) throw new StartError(noSpaceForMigration(folder.path, bytes(size), bytes(free)))
}

/** Copies the index, so that the earlier version can be used again. Returns the folder of the copy. */
const copyIndex = async (folder: Folder, index: Index, version: number) => {
  await assertSpace(folder)
  const { path } = folder
  const name = `before-format-${FORMAT}-${new Date().toISOString().replace(/[-:.]/g, '')}`
  const temporaryPath = join(path, `${name}.new`)
  try {
    await mkdir(join(temporaryPath, 'index'), { recursive: true, mode: 0o700 })
    await index.copyTo(join(temporaryPath, 'index'))
    await writeFormat(temporaryPath, { version })
    await rename(temporaryPath, join(path, name))
  } catch (error) {
    await rm(temporaryPath, { recursive: true, force: true })
    throw error
  }
  await syncFolder(path)
  return join(path, name)
}

const migrate = async (folder: Folder, index: Index, log: Log) => {
  await deletePartialCopies(folder)
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

/**
 * Brings the index of an earlier format to the current one, after copying it. Files of objects stay as they are. Can
 * be repeated after a crash: an earlier version refuses the folder as soon as the migration starts. Throws
 * `StartError`.
 */
export const migrateIndex = async (folder: Folder, index: Index, log: Log): Promise<void> => {
  try {
    await migrate(folder, index, log)
  } catch (error) {
    if (error instanceof StartError) throw error
    const fault = await toFailure(error, folder.path)
    const reason =
      fault instanceof Failure && fault.detail ? `${fault.message}: ${fault.detail}` : (fault as Error).message
    throw new StartError(migrationFailed(folder.path, reason))
  }
}
