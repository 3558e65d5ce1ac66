import { demoTokens } from '../../engines/kubernetes/demo/access-control.ts'
import { type Kube, startKube } from './kube.ts'
import { isChosen } from './chosen-engines.ts'
import { type Minio, noOwnMinio, startMinio } from './minio.ts'
import { type S3ServerName, s3Servers, startS3Server } from './s3-servers.ts'
import { startServer, type TestServer } from './server.ts'

/** Storages of a console. */
const allEngines = ['embedded', 'minio'] as const
export const engines = allEngines.filter(isChosen)
/**
 * `cluster` is operator mode on a real API server, `demo` on the demonstration's; root has all rights there. The plain
 * S3 servers share an engine.
 */
export type EngineName = (typeof allEngines)[number] | 'cluster' | 'demo' | S3ServerName

export const isS3Server = (name: EngineName): name is S3ServerName => name in s3Servers

/** A console and its storage; `root` has all rights. */
export type TestConsole = {
  name: EngineName
  server: TestServer
  storage: Minio | undefined
  /** The cluster whose tenants are managed, in operator mode. */
  cluster?: Kube
  /** Stops the console, and the storage server unless the test provided it. */
  stop(): Promise<void>
}

/** Environment of the console (`env`), and of a MinIO server that is started for it (`storageEnv`). */
type TestConsoleOptions = {
  env?: Record<string, string>
  storage?: Minio
  storageEnv?: Record<string, string>
  /** Flags of a cluster's API server. */
  flags?: Record<string, string>
  /** Preferred port of the console. */
  port?: number | undefined
}

/** Starts a console on a new storage, or on an existing MinIO server. */
export const startTestConsole = async (
  name: EngineName,
  { env = {}, storage: testStorage, storageEnv = {}, flags = {}, port }: TestConsoleOptions = {},
): Promise<TestConsole> => {
  if (name === 'embedded') {
    const server = await startServer({ env, port })
    return { name, server, storage: undefined, stop: server.stop }
  }
  if (name === 'demo') {
    const server = await startServer({ env: { CONSOLE_OPERATOR_MODE: 'demo', ...env }, port })
    return {
      name,
      server: { ...server, root: { accessKey: '', secretKey: demoTokens.admin } },
      storage: undefined,
      stop: server.stop,
    }
  }
  if (name === 'cluster') {
    const cluster = await startKube({ flags })
    const own = { CONSOLE_OPERATOR_MODE: 'on', CONSOLE_KUBE_SERVER: cluster.url.origin, CONSOLE_KUBE_CA: cluster.ca }
    const server = await startServer({ env: { ...own, ...env }, port })
    const stop = async () => {
      await server.stop()
      await cluster.stop()
    }
    return {
      name,
      server: { ...server, root: { accessKey: '', secretKey: cluster.admin } },
      storage: undefined,
      cluster,
      stop,
    }
  }
  if (isS3Server(name)) {
    const storage = await startS3Server(name)
    const server = await startServer({ env: { CONSOLE_S3_SERVER: storage.url, ...env }, port })
    const stop = async () => {
      await server.stop()
      await storage.stop()
    }
    return { name, server: { ...server, root: storage.root }, storage: undefined, stop }
  }
  const storage = testStorage ?? (await startMinio({ env: storageEnv }))
  if (!storage) throw new Error(noOwnMinio)
  // with a passphrase sessions survive a restart of the console, which stores no data
  const lasting = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: storage.url, ...lasting, ...env }, port })
  const stop = async () => {
    await server.stop()
    if (!testStorage) await storage.stop()
  }
  return { name, server: { ...server, root: storage.root }, storage, stop }
}
