import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Blobs } from './blobs.ts'
import type { Index } from './database.ts'
import type { Folder } from './folder.ts'
import type { Log } from '../../engine.ts'
import { backupFailed } from '../messages.ts'

/** Response to a backup request: path of the index snapshot in `temporary`, or the error. */
export type BackupResponse = { index: string } | { error: string }

/** Request name on the socket of the data folder. */
export const BACKUP_REQUEST = 'backup'

/** Copies the index into its own folder, and pins all blobs it references until `end()`. */
export const snapshotIndex = async (folder: Folder, { index, blobs }: { index: Index; blobs: Blobs }) => {
  const release = blobs.pin()
  const name = `backup-${randomBytes(8).toString('hex')}`
  const path = join(folder.temporary, name)
  const end = async () => {
    await rm(path, { recursive: true, force: true })
    await release()
  }
  try {
    await mkdir(path, { mode: 0o700 })
    await index.copyTo(path)
    return { name, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Serves backups of the running console's folder, for as long as the client is connected. */
export const serveBackups =
  ({ log, ...parts }: { folder: Folder; index: Index; blobs: Blobs; log: Log }) =>
  (request: string, socket: Socket): void => {
    const disconnected = new Promise((resolve) => socket.once('close', resolve))
    const respond = (response: BackupResponse) => socket.write(`${JSON.stringify(response)}\n`)
    const serveBackup = async () => {
      const snapshot = await snapshotIndex(parts.folder, parts)
      respond({ index: snapshot.name })
      // the end of a socket is only noticed while it is read
      socket.resume()
      await disconnected
      await snapshot.end()
    }
    if (request !== BACKUP_REQUEST) return void socket.end()
    serveBackup().catch((error: Error) => {
      log.error({ err: error }, backupFailed)
      respond({ error: error.message })
      socket.end()
    })
  }
