import { statfs } from 'node:fs/promises'
import { constants } from 'node:os'
import { Failure } from '../../../core/failure.ts'
import { isDatabaseClosed, isValueBroken } from './error-texts.ts'

/** Less than this is a full disk, in bytes: the index needs some room to commit in. */
const LITTLE = 4 * 1024 * 1024

const isFull = async (path: string) => {
  const { bavail, bsize } = await statfs(path).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
  return bavail * bsize < LITTLE
}

const noSpace = new Set<unknown>(['ENOSPC', 'EDQUOT', constants.errno.ENOSPC, constants.errno.EDQUOT])

const broken = new Set([
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

/** LMDB gives the system's error number, or says in words that its database is closed. */
const isFault = ({ code, message }: { code?: unknown; message: string }) =>
  typeof code === 'number' || broken.has(String(code)) || isDatabaseClosed(message)

/**
 * What the system said of the data folder, as a `Failure`: 507 for a full disk, 503 for a folder that is gone or cannot
 * be written, and for a row of the index that cannot be read. Any other error is given back as it is.
 */
export const faultOf = async (error: unknown, path: string): Promise<unknown> => {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const { code, message }: { code?: unknown; message: string } = error
  // a full disk breaks the index off in the middle of a write, which the system calls an input/output error
  const full = noSpace.has(code) || (isFault(error) && code !== 'ENOENT' && (await isFull(path)))
  if (full) return new Failure(507, 'The disk of the storage is full', { detail: message })
  if (isValueBroken(message))
    return new Failure(503, 'A part of the index of the storage cannot be read', {
      detail: `${path}: ${message}. "stowage check" looks through all of it; docs/backup.md describes how to restore a backup`,
    })
  return isFault(error)
    ? new Failure(503, 'The data folder of the storage cannot be reached', { detail: message })
    : error
}
