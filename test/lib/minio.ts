import { existsSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMinio as findCurrentMinio, startMinio as startProgram, type TestStorage } from '../../testing/minio.ts'
import { isPresent } from '../runner/components.mjs'
import { closeAtEnd } from './close-at-end.ts'
import { cachedPrograms } from './programs.ts'

/** Year of an older release that tests use in place of the installed one; `.ci/run` builds some. */
export const minioRelease = process.env.STOWAGE_MINIO_RELEASE

/** Path of the `minio` program; `undefined` if this machine does not have it. */
export const findMinio = () => {
  if (!minioRelease) return findCurrentMinio()
  const path = join(cachedPrograms(`minio-${minioRelease}`), 'minio')
  return existsSync(path) ? path : undefined
}

/** A MinIO server under test; `folder` holds its drives where this machine started it. */
export type Minio = Omit<TestStorage, 'folder'> & { folder: string | undefined }

/** Whether `startMinio()` can start or use a server. */
export const hasMinio = () => isPresent('minio', Boolean(process.env.CONSOLE_TEST_MINIO || findMinio()))

/** Whether that server is a separate one, which a test may also stop and freeze. */
export const hasOwnMinio = () => isPresent('minio', !process.env.CONSOLE_TEST_MINIO && Boolean(findMinio()))

/** Reason a test run prints when it skips a suite that needs a separate server. */
export const noOwnMinio =
  "no separate MinIO: there is no `minio` program on PATH or in Go's bin folder, or CONSOLE_TEST_MINIO is set"

/** Reason that a test run prints when it skips a suite that needs a MinIO server. */
export const noMinio =
  "no MinIO: there is neither a `minio` program on PATH or in Go's bin folder, nor CONSOLE_TEST_MINIO"

/** Reason to skip a suite that needs a separate server; `undefined` if this machine can start one. */
export const missingOwnMinio = () => (hasOwnMinio() ? undefined : noOwnMinio)

const outside = (address: string): Minio => {
  const { origin, username, password } = new URL(address)
  const root = {
    accessKey: decodeURIComponent(username) || 'minioadmin',
    secretKey: decodeURIComponent(password) || 'minioadmin',
  }
  const never = () => {
    throw new Error(`The server at ${origin} is not this test's to stop`)
  }
  return {
    url: origin,
    root,
    folder: undefined,
    console: undefined,
    pid: never,
    stop: async () => {},
    kill: never,
    restart: never,
  }
}

/** Maximum space of a hundred thousand objects, in bytes. */
const ROOM = 2 ** 30

/** Folder in memory with enough space, if this machine has one. */
const inMemory = () => {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM ? folder : tmpdir()
}

/**
 * Environment of a MinIO with a slow scanner: for suites that fill it and need no usage, or in which a scanner must not
 * heal missing data.
 */
export const slowScanner = { MINIO_SCANNER_SPEED: 'default' }

export type MinioOptions = NonNullable<Parameters<typeof startProgram>[1]> & {
  /** Folder for the drives: in memory for many objects that are not needed after the test, or an existing one. */
  on?: 'disk' | 'memory' | { folder: string }
}

/**
 * Starts a real MinIO: the one at `CONSOLE_TEST_MINIO` (`http://user:password@host:port`), or else a fresh one with
 * four drives in a temporary folder. Returns undefined without a `minio` binary; the caller then skips with the reason
 * `noMinio`.
 */
export const startMinio = async ({ on = 'disk', ...options }: MinioOptions = {}): Promise<Minio | undefined> => {
  const existing = process.env.CONSOLE_TEST_MINIO
  if (existing) return outside(existing)
  const program = findMinio()
  const parent = typeof on === 'object' ? on.folder : on === 'memory' ? inMemory() : tmpdir()
  if (!program) return undefined
  const minio = await startProgram(program, { parent, ...options })
  closeAtEnd(minio.stop)
  return minio
}

/** Starts a MinIO for a suite that is skipped without one. */
export const startOwnMinio = async (options?: MinioOptions): Promise<Minio> => {
  const minio = await startMinio(options)
  if (!minio) throw new Error(noOwnMinio)
  return minio
}

/**
 * Copies an object of this server to other keys by copying its files on the drives, which is many times faster than
 * calls. The keys must not exist.
 */
export const copyOnDrives = ({ folder }: Minio, bucket: string, from: string, keys: readonly string[]) => {
  if (folder === undefined) throw new Error('The drives of another machine cannot be written to')
  const parts = readdirSync(folder).map((drive) => {
    const at = join(folder, drive, bucket)
    return { at, object: readFileSync(join(at, from, 'xl.meta')) }
  })
  // key by key, so that the server never sees an object that most drives lack, which it would heal or delete
  for (const key of keys) {
    for (const { at, object } of parts) {
      mkdirSync(join(at, key), { recursive: true })
      writeFileSync(join(at, key, 'xl.meta'), object)
    }
  }
}
