import { demoTokens } from '../../engines/kubernetes/demo/people.ts'
import { type Kube, startKube } from './kube.ts'
import { isChosen } from './chosen-engines.ts'
import { type Minio, noOwnMinio, startMinio } from './minio.ts'
import { type S3ServerName, s3Servers, startS3Server } from './s3-servers.ts'
import { startServer, type TestServer } from './server.ts'

/** What a console can stand on. */
const allEngines = ['embedded', 'minio'] as const
export const engines = allEngines.filter(isChosen)
/**
 * `cluster` is operator mode on a real API server, `demo` on the demonstration's; root has all rights there. The plain
 * S3 servers have an engine in common.
 */
export type EngineName = (typeof allEngines)[number] | 'cluster' | 'demo' | S3ServerName

export const isS3Server = (name: EngineName): name is S3ServerName => name in s3Servers

/** A console and what it stands on; its `root` may do everything there. */
export type TestConsole = {
  name: EngineName
  server: TestServer
  storage: Minio | undefined
  /** The cluster whose tenants are managed, in operator mode. */
  cluster?: Kube
  /** Ends the console, and the storage server unless the test brought its own. */
  stop(): Promise<void>
}

/** `env` is the console's, `storageEnv` that of a MinIO server which is started for it. */
type TestConsoleOptions = {
  env?: Record<string, string>
  storage?: Minio
  storageEnv?: Record<string, string>
  /** Of the API server of a cluster. */
  flags?: Record<string, string>
}

/** Starts a console on a separate engine, or on an existing MinIO server. */
export const startTestConsole = async (
  name: EngineName,
  { env = {}, storage: given, storageEnv = {}, flags = {} }: TestConsoleOptions = {},
): Promise<TestConsole> => {
  if (name === 'embedded') {
    const server = await startServer({ env })
    return { name, server, storage: undefined, stop: server.stop }
  }
  if (name === 'demo') {
    const server = await startServer({ env: { CONSOLE_OPERATOR_MODE: 'demo', ...env } })
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
    const server = await startServer({ env: { ...own, ...env } })
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
    const server = await startServer({ env: { CONSOLE_S3_SERVER: storage.url, ...env } })
    const stop = async () => {
      await server.stop()
      await storage.stop()
    }
    return { name, server: { ...server, root: storage.root }, storage: undefined, stop }
  }
  const storage = given ?? (await startMinio({ env: storageEnv }))
  if (!storage) throw new Error(noOwnMinio)
  // with a passphrase sessions survive a restart of the console, which stores no data
  const lasting = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'salt' }
  const server = await startServer({ env: { CONSOLE_MINIO_SERVER: storage.url, ...lasting, ...env } })
  const stop = async () => {
    await server.stop()
    if (!given) await storage.stop()
  }
  return { name, server: { ...server, root: storage.root }, storage, stop }
}
