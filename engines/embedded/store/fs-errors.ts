import { statfs } from 'node:fs/promises'
import { constants } from 'node:os'
import { Failure } from '../../../core/protocol/failure.ts'
import { isDatabaseClosed, isValueBroken } from './error-texts.ts'
import { dataFolderNotReachable, checkAndRestore, indexPartUnreadable, diskFull } from '../messages.ts'

/** Free space in bytes below which the disk counts as full: LMDB needs some space to commit. */
const MIN_FREE = 4 * 1024 * 1024

const isFull = async (path: string) => {
  const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
  return bavail * bsize < MIN_FREE
}

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', constants.errno.ENOSPC, constants.errno.EDQUOT])

const faultCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EBADF',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'EMFILE',
  'ENFILE',
])

/** LMDB either passes the errno on, or reports a closed database as a message. */
const isFault = ({ code, message }: { code?: unknown; message: string }) =>
  typeof code === 'number' || faultCodes.has(String(code)) || isDatabaseClosed(message)

/**
 * Converts system errors of the data folder to a `Failure`: 507 for a full disk, 503 for a missing or read-only folder
 * and for an unreadable row of the index. Other errors are returned unchanged.
 */
export const toFailure = async (error: unknown, path: string): Promise<unknown> => {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const { code, message }: { code?: unknown; message: string } = error
  // on a full disk LMDB fails in the middle of a write, which the system reports as EIO
  const full = fullCodes.has(code) || (isFault(error) && code !== 'ENOENT' && (await isFull(path)))
  if (full) return new Failure(507, diskFull, { detail: message })
  if (isValueBroken(message))
    return new Failure(503, indexPartUnreadable, {
      detail: checkAndRestore(path, message),
    })
  return isFault(error) ? new Failure(503, dataFolderNotReachable, { detail: message }) : error
}
