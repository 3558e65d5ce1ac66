import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from './account.ts'
import { findProgram, freePort, startProgram } from './process.ts'

/** A storage server: its address, and its root account. */
export type TestStorage = { url: string; root: KeyPair; stop(): Promise<void> }

/** Path of the `minio` program, which is also searched in Go's folder; `undefined` without one. */
export const findMinio = () => findProgram(['minio'], [join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin')])

/** Starts MinIO with four drives in a temporary folder. */
export const startMinio = async (program: string): Promise<TestStorage> => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-minio-'))
  const host = `127.0.0.1:${await freePort()}`
  const root = { accessKey: 'minio-root', secretKey: 'minio-root-secret' }
  const drives = [1, 2, 3, 4].map((drive) => join(folder, `drive${drive}`))
  const status = async (path: string) => (await fetch(`http://${host}${path}`)).status
  const server = await startProgram(program, ['server', '--quiet', '--address', host, ...drives], {
    env: {
      MINIO_ROOT_USER: root.accessKey,
      MINIO_ROOT_PASSWORD: root.secretKey,
      MINIO_CI_CD: '1',
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      MINIO_SCANNER_SPEED: 'fastest',
    },
    // it responds with 503 until its users are loaded
    isReady: async () => (await status('/minio/health/cluster')) === 200 && (await status('/')) === 403,
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://${host}`, root, stop }
}
