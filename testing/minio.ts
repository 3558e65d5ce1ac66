import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyPair } from './account.ts'
import { findProgram, freePort, goFolder, startProgram } from './process.ts'

/** A storage server of a test. */
export type TestStorage = {
  url: string
  root: KeyPair
  /** Folder with the drives. */
  folder: string
  /** Address of MinIO's console, if it was started. */
  console: string | undefined
  /** The process that runs now. */
  pid(): number
  /** Ends it and removes its data. */
  stop(): Promise<void>
  /** Kills the process; the data stays. */
  kill(): Promise<void>
  /** Stops it gracefully if it runs, and starts it on the same port and data. */
  restart(until?: 'ready' | 'live'): Promise<void>
}

/** Path of the `minio` program, which is also searched in Go's folder; `undefined` without one. */
export const findMinio = () => findProgram(['minio'], [goFolder])

/** How a MinIO server is started. */
export type MinioOptions = {
  /** Additional environment variables; `undefined` removes one. */
  env?: Readonly<Record<string, string | undefined>>
  drives?: number
  /** Number of server pools, each with these drives. */
  pools?: number
  /** Parent of the folder with the drives. */
  parent?: string
  /** Starts MinIO's console, too. */
  browser?: boolean
  /** Certificate and key in PEM format, for https. */
  tls?: { certificate: string; key: string } | undefined
}

/** Status of an address whose certificate is trusted. */
const statusOf = (url: string, ca: string | undefined) =>
  ca === undefined
    ? fetch(url).then(({ status }) => status)
    : new Promise<number>((resolve, reject) => {
        const probe = request(url, { ca }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        probe.on('error', reject).end()
      })

/** Starts MinIO with four drives in a temporary folder. */
export const startMinio = async (
  program: string,
  { env, drives = 4, pools = 1, parent = tmpdir(), browser = false, tls }: MinioOptions = {},
): Promise<TestStorage> => {
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${await freePort()}`
  const consoleAddress = `127.0.0.1:${browser ? await freePort() : 0}`
  const folder = mkdtempSync(join(parent, 'stowage-minio-'))
  const root = { accessKey: 'minio-root', secretKey: 'minio-root-secret' }
  const folders =
    pools === 1
      ? Array.from({ length: drives }, (_, index) => join(folder, `drive${index + 1}`))
      : Array.from({ length: pools }, (_, index) => join(folder, `pool${index + 1}`, `drive{1...${drives}}`))
  const certificates = join(folder, 'certs')
  if (tls) {
    mkdirSync(certificates)
    writeFileSync(join(certificates, 'public.crt'), tls.certificate)
    writeFileSync(join(certificates, 'private.key'), tls.key)
  }
  const args = ['server', '--quiet', '--address', new URL(url).host, '--console-address', consoleAddress]
  const variables = {
    MINIO_ROOT_USER: root.accessKey,
    MINIO_ROOT_PASSWORD: root.secretKey,
    MINIO_CI_CD: '1',
    MINIO_BROWSER: browser ? 'on' : 'off',
    MINIO_UPDATE: 'off',
    MINIO_SCANNER_SPEED: 'fastest',
    ...env,
  }
  const status = (path: string) => statusOf(`${url}${path}`, tls?.certificate)
  const isReady = {
    // it responds with 503 until its users are loaded
    ready: async () => (await status('/minio/health/cluster')) === 200 && (await status('/')) === 403,
    live: async () => (await status('/minio/health/live')) === 200,
  }
  const start = (until: keyof typeof isReady) =>
    startProgram(program, [...args, ...(tls ? ['--certs-dir', certificates] : []), ...folders], {
      env: variables,
      isReady: isReady[until],
    })
  let server = await start('ready')
  return {
    url,
    root,
    folder,
    console: browser ? `http://${consoleAddress}` : undefined,
    pid: () => server.pid(),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    kill: () => server.stop('SIGKILL'),
    restart: async (until = 'ready') => {
      await server.stop()
      server = await start(until)
    },
  }
}
