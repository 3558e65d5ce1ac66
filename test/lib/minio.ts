import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort, startProgram } from './process.ts'
import type { Pair } from './server.ts'

/** A MinIO server under test; `folder` holds its four drives where this machine started it. */
export type Minio = { url: string; root: Pair; folder: string | undefined; stop(): Promise<void> }

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

/** What a test run says where it leaves a suite out for want of a MinIO server. */
export const noMinio = 'no MinIO: there is neither a `minio` program on PATH or in Go\'s bin folder, nor CONSOLE_TEST_MINIO'

const outside = (address: string): Minio => {
  const { origin, username, password } = new URL(address)
  const root = { accessKey: decodeURIComponent(username) || 'minioadmin', secretKey: decodeURIComponent(password) || 'minioadmin' }
  return { url: origin, root, folder: undefined, stop: async () => {} }
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
  const running = await startProgram(
    program,
    ['server', '--quiet', '--address', new URL(url).host, '--console-address', '127.0.0.1:0', join(folder, 'drive{1...4}')],
    {
      env: {
        MINIO_ROOT_USER: root.accessKey,
        MINIO_ROOT_PASSWORD: root.secretKey,
        MINIO_CI_CD: '1',
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
        MINIO_SCANNER_SPEED: 'fastest',
        ...options.env,
      },
      // it is up before it knows its users; until then it answers 503 to whoever wants something
      ready: async () => (await fetch(`${url}/minio/health/cluster`)).ok && (await fetch(`${url}/`)).status === 403,
      limit: 30_000,
    },
  )
  const stop = async () => {
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, root, folder, stop }
}
