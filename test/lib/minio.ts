import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort, startProgram } from './process.ts'
import type { Pair } from './server.ts'
import { isPresent } from '../runner/components.mjs'

/** A MinIO server under test; `folder` holds its drives where this machine started it. */
export type Minio = {
  url: string
  root: Pair
  folder: string | undefined
  /** Its own console, where it was asked for one. */
  console: string | undefined
  /** The program that runs now; it, `kill9` and `restart` are for a server that the test started itself. */
  pid(): number
  stop(): Promise<void>
  /** Kills the process immediately, as a crash would; the data stays. */
  kill9(): Promise<void>
  /** Starts it again on the same port and data, after ending it gracefully where it still runs. */
  restart(until?: 'ready' | 'answering'): Promise<void>
}

const executable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const goFolder = () => {
  try {
    return execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim()
  } catch {
    return process.env.GOPATH ?? join(homedir(), 'go')
  }
}

/** Path of this machine's `minio` binary; undefined without one. */
export const findMinio = () => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(goFolder(), 'bin')]
  return folders.map((folder) => join(folder, 'minio')).find(executable)
}

/** Whether `startMinio()` will have a server to give. */
export const hasMinio = () => isPresent('minio', Boolean(process.env.CONSOLE_TEST_MINIO || findMinio()))

/** Whether that server is a fresh one, which a test may also stop and freeze. */
export const hasOwnMinio = () => isPresent('minio', !process.env.CONSOLE_TEST_MINIO && Boolean(findMinio()))

/** Reason a test run prints when it skips a suite that needs a separate server. */
export const noOwnMinio =
  "no separate MinIO: there is no `minio` program on PATH or in Go's bin folder, or CONSOLE_TEST_MINIO is set"

/** What a test run says where it leaves a suite out for want of a MinIO server. */
export const noMinio =
  "no MinIO: there is neither a `minio` program on PATH or in Go's bin folder, nor CONSOLE_TEST_MINIO"

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
    kill9: never,
    restart: never,
  }
}

/** What a hundred thousand objects take at most, in bytes. */
const ROOM = 2 ** 30

/** Where files are written without waiting for a disk, if this machine has such a place with room in it. */
const inMemory = () => {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM ? folder : tmpdir()
}

/**
 * Variables of a MinIO whose scanner takes its time: for suites that fill it and ask for no figures, or in which nobody
 * else may heal what it lacks, as a scanner does.
 */
export const unhurried = { MINIO_SCANNER_SPEED: 'default' }

type MinioOptions = {
  /** Additional environment variables; `undefined` removes one. */
  env?: Record<string, string | undefined>
  drives?: number
  /**
   * Where the drives lie; in memory for many objects that no one needs after the test, or in a folder that is there.
   */
  on?: 'disk' | 'memory' | { folder: string }
  /** It serves its own console too. */
  browser?: boolean
  /** With them it speaks https. */
  tls?: { certificate: string; key: string }
}

/** The status that an address answers with, its certificate taken for good. */
const statusOf = (url: string, ca: string | undefined) =>
  ca === undefined
    ? fetch(url).then(({ status }) => status)
    : new Promise<number>((resolve, reject) => {
        const probe = request(url, { ca }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        probe.on('error', reject).end()
      })

/**
 * Starts a real MinIO: the one at `CONSOLE_TEST_MINIO` (`http://user:password@host:port`), or else a fresh one with
 * four drives in a temporary folder. Returns undefined without a `minio` binary; the caller then skips with the reason
 * `noMinio`.
 */
export const startMinio = async ({
  env: more,
  drives = 4,
  on = 'disk',
  browser = false,
  tls,
}: MinioOptions = {}): Promise<Minio | undefined> => {
  const given = process.env.CONSOLE_TEST_MINIO
  if (given) return outside(given)
  const program = findMinio()
  if (!program) return undefined

  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${await freePort()}`
  const consoleAddress = `127.0.0.1:${browser ? await freePort() : 0}`
  const root = { accessKey: 'minio-root', secretKey: 'minio-root-secret' }
  const within = typeof on === 'object' ? on.folder : on === 'memory' ? inMemory() : tmpdir()
  const folder = mkdtempSync(join(within, 'stowage-minio-'))
  const folders = Array.from({ length: drives }, (_, index) => join(folder, `drive${index + 1}`))
  const certificates = tls ? ['--certs-dir', join(folder, 'certs')] : []
  if (tls) {
    mkdirSync(join(folder, 'certs'))
    writeFileSync(join(folder, 'certs', 'public.crt'), tls.certificate)
    writeFileSync(join(folder, 'certs', 'private.key'), tls.key)
  }
  const args = [
    'server',
    '--quiet',
    '--address',
    new URL(url).host,
    '--console-address',
    consoleAddress,
    ...certificates,
    ...folders,
  ]
  const env = {
    MINIO_ROOT_USER: root.accessKey,
    MINIO_ROOT_PASSWORD: root.secretKey,
    MINIO_CI_CD: '1',
    MINIO_BROWSER: browser ? 'on' : 'off',
    MINIO_UPDATE: 'off',
    MINIO_SCANNER_SPEED: 'fastest',
    ...more,
  }
  // it accepts connections before it has loaded its users, and answers 503 until then
  const status = (path: string) => statusOf(`${url}${path}`, tls?.certificate)
  const ready = async () => (await status('/minio/health/cluster')) === 200 && (await status('/')) === 403
  const answering = async () => (await status('/minio/health/live')) === 200
  const start = (until = ready) => startProgram(program, args, { env, ready: until })
  let running = await start()
  const stop = async () => {
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const restart = async (until = 'ready') => {
    await running.end('SIGTERM')
    running = await start(until === 'ready' ? ready : answering)
  }
  return {
    url,
    root,
    folder,
    console: browser ? `http://${consoleAddress}` : undefined,
    pid: () => running.child.pid ?? 0,
    stop,
    kill9: () => running.end('SIGKILL'),
    restart,
  }
}

/**
 * Stores an object of this server again under other keys, by copying what its drives hold of it: many times faster than
 * any call. Only for keys that are not there yet.
 */
export const copyOnDrives = ({ folder }: Minio, bucket: string, from: string, keys: readonly string[]) => {
  if (folder === undefined) throw new Error('The drives of another machine cannot be written to')
  const parts = readdirSync(folder).map((drive) => {
    const at = join(folder, drive, bucket)
    return { at, object: readFileSync(join(at, from, 'xl.meta')) }
  })
  // key by key, so that the server sees no object that most drives lack, and would heal it or throw it away
  for (const key of keys) {
    for (const { at, object } of parts) {
      mkdirSync(join(at, key), { recursive: true })
      writeFileSync(join(at, key, 'xl.meta'), object)
    }
  }
}
