import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort, startProgram } from './process.ts'
import type { Pair } from './server.ts'

/** A MinIO server under test; `folder` holds its four drives where this machine started it. */
export type Minio = {
  url: string
  root: Pair
  folder: string | undefined
  /** The program that runs now; it, `kill9` and `restart` are for a server that the test started itself. */
  pid(): number
  stop(): Promise<void>
  /** Ends it at once, as a crash would; the data stays. */
  kill9(): Promise<void>
  /** Starts it again on the same port and data, after ending it gracefully where it still runs. */
  restart(): Promise<void>
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

const findMinio = () => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(goFolder(), 'bin')]
  return folders.map((folder) => join(folder, 'minio')).find(executable)
}

/** Whether `startMinio()` will have a server to give. */
export const hasMinio = () => Boolean(process.env.CONSOLE_TEST_MINIO || findMinio())

/** Whether that server is a fresh one, which a test may also stop and freeze. */
export const hasOwnMinio = () => !process.env.CONSOLE_TEST_MINIO && Boolean(findMinio())

/** What a test run says where it leaves a suite out for want of a server of its own. */
export const noOwnMinio = 'no MinIO of its own: there is no `minio` program on PATH or in Go\'s bin folder, or CONSOLE_TEST_MINIO is set'

/** What a test run says where it leaves a suite out for want of a MinIO server. */
export const noMinio = 'no MinIO: there is neither a `minio` program on PATH or in Go\'s bin folder, nor CONSOLE_TEST_MINIO'

const outside = (address: string): Minio => {
  const { origin, username, password } = new URL(address)
  const root = { accessKey: decodeURIComponent(username) || 'minioadmin', secretKey: decodeURIComponent(password) || 'minioadmin' }
  const never = () => {
    throw new Error(`The server at ${origin} is not this test's to stop`)
  }
  return { url: origin, root, folder: undefined, pid: never, stop: async () => {}, kill9: never, restart: never }
}

/**
 * A real MinIO: the one at `CONSOLE_TEST_MINIO` (`http://user:password@host:port`), or else a fresh one with four drives in
 * a temporary folder. Nothing where this machine has no `minio` program; the caller then skips, saying `noMinio`.
 */
export const startMinio = async (options: { env?: Record<string, string> } = {}): Promise<Minio | undefined> => {
  const given = process.env.CONSOLE_TEST_MINIO
  if (given) return outside(given)
  const program = findMinio()
  if (!program) return undefined

  const url = `http://127.0.0.1:${await freePort()}`
  const root = { accessKey: 'minio-root', secretKey: 'minio-root-secret' }
  const folder = mkdtempSync(join(tmpdir(), 'stowage-minio-'))
  const args = ['server', '--quiet', '--address', new URL(url).host, '--console-address', '127.0.0.1:0', join(folder, 'drive{1...4}')]
  const env = {
    MINIO_ROOT_USER: root.accessKey,
    MINIO_ROOT_PASSWORD: root.secretKey,
    MINIO_CI_CD: '1',
    MINIO_BROWSER: 'off',
    MINIO_UPDATE: 'off',
    MINIO_SCANNER_SPEED: 'fastest',
    ...options.env,
  }
  // it is up before it knows its users; until then it answers 503 to whoever wants something
  const ready = async () => (await fetch(`${url}/minio/health/cluster`)).ok && (await fetch(`${url}/`)).status === 403
  const start = () => startProgram(program, args, { env, ready, limit: 30_000 })
  let running = await start()
  const stop = async () => {
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const restart = async () => {
    await running.end('SIGTERM')
    running = await start()
  }
  return { url, root, folder, pid: () => running.child.pid ?? 0, stop, kill9: () => running.end('SIGKILL'), restart }
}
