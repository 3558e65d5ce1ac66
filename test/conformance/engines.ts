import { suite, type Test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import type { Feature } from '../../core/protocol/features.ts'
import type { Credentials, Engine } from '../../engines/engine.ts'
import { createEmbeddedEngine } from '../../engines/embedded/engine.ts'
import { createS3Engine } from '../../engines/s3/engine.ts'
import { createMinioEngine } from '../../engines/minio/engine.ts'
import { createOutbound } from '../../engines/outbound/outbound.ts'
import { isChosen } from '../lib/chosen-engines.ts'
import { hasMinio, minioRelease, noMinio, startMinio } from '../lib/minio.ts'
import type { KeyPair } from '../lib/server.ts'
import { actAs, type Backend, openPort, withoutUsers } from '../lib/ports.ts'
import { hasS3Server, type S3ServerName, s3ServerNames, startS3Server } from '../lib/s3-servers.ts'
import { skipUnsupported } from '../lib/skip-unsupported.ts'
import { quickSecrets } from '../lib/secrets.ts'

export { expectFailure } from '../../testing/expect-failure.ts'

/** Plain S3 servers, and a MinIO server used as one. */
type PlainName = S3ServerName | 'plain-minio'

/** Plain S3 servers that have AWS's IAM API. */
const iamServers = ['seaweedfs', 'moto'] as const

/** An engine under test. */
export type EngineUnderTest = {
  name: 'embedded' | 'minio' | PlainName
  engine: Engine
  root: KeyPair
  /** The ports for an account; default root. */
  as(pair?: KeyPair): Promise<Backend>
  /** One plugin's port for an account; default root. */
  port<Port>(plugin: Parameters<typeof openPort<Port>>[1], pair?: KeyPair): Promise<Port>
  /** Whether root is offered a feature, as far as the engine has detected. */
  has(feature: Feature): Promise<boolean>
  stop(): Promise<void>
}

const peerOf = (
  name: EngineUnderTest['name'],
  engine: Engine,
  root: KeyPair,
  stop: () => Promise<void> = async () => {},
): EngineUnderTest => {
  let signedIn: Promise<Credentials> | undefined
  // checking a secret is slow on purpose, so root signs in once
  const credentialsOf = (pair?: KeyPair) => (pair ? engine.login(pair) : (signedIn ??= engine.login(root)))
  return {
    name,
    engine,
    root,
    as: async (pair) => {
      const backend = await actAs(engine, await credentialsOf(pair))
      return engine.name === 's3' && !iamServers.some((server) => server === name) ? withoutUsers(backend) : backend
    },
    port: async (plugin, pair) => (await openPort(engine, plugin))(await credentialsOf(pair)),
    has: async (feature) => (await engine.account(await credentialsOf())).features.includes(feature),
    stop: async () => {
      await engine.close()
      await stop()
    },
  }
}

const embedded = async () => {
  const root = { accessKey: 'admin', secretKey: 'correct-horse-battery' }
  const engine = await createEmbeddedEngine({
    folder: temporaryFolder('conformance'),
    root,
    version: '1.0.0',
    secrets: quickSecrets(),
    outbound: createOutbound({ allowed: ['127.0.0.1'] }),
  })
  return peerOf('embedded', engine, root)
}

const minio = async (storageEnv: Record<string, string>) => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const server = await startMinio({ env: { MINIO_KMS_SECRET_KEY: `console:${key}`, ...storageEnv } })
  if (!server) throw new Error(noMinio)
  return peerOf(
    'minio',
    createMinioEngine({ url: new URL(server.url), outbound: createOutbound({ allowed: ['127.0.0.1'] }) }),
    server.root,
    server.stop,
  )
}

/** The engine for plain S3 servers, on one of them. */
const plain = (name: PlainName) => async () => {
  const server = name === 'plain-minio' ? await startMinio() : await startS3Server(name)
  if (!server) throw new Error(noMinio)
  const engine = createS3Engine({ url: new URL(server.url), outbound: createOutbound({ allowed: ['127.0.0.1'] }) })
  return peerOf(name, engine, server.root, server.stop)
}

type Start = (storageEnv: Record<string, string>) => Promise<EngineUnderTest>

const isPresent = (name: EngineUnderTest['name']) =>
  name === 'embedded' || (name === 'minio' || name === 'plain-minio' ? hasMinio() : hasS3Server(name))

const reasonOf = (name: EngineUnderTest['name']) => {
  if (!name.endsWith('minio')) return `this machine has no ${name}`
  return minioRelease ? `this machine has no MinIO of ${minioRelease}` : noMinio
}

type Define = (test: Test, peer: () => EngineUnderTest) => void

const defineOn = (name: EngineUnderTest['name'], start: Start, port: string, define: Define, storageEnv = {}) => {
  if (!isChosen(name)) return
  let peer: EngineUnderTest | undefined
  const title = `${port} on ${name}${name === 'minio' && minioRelease ? ` of ${minioRelease}` : ''}`
  const missing = isPresent(name) ? undefined : reasonOf(name)
  const test = suite(title, missing)
  test.before(async () => {
    peer = await start(storageEnv)
  })
  test.after(() => peer?.stop())
  const older = minioRelease ? (`minio-${minioRelease}` as const) : undefined
  const server = name === 'embedded' ? undefined : name === 'minio' ? older : name
  define(server && !missing ? skipUnsupported(test, port, server) : test, () => peer as EngineUnderTest)
}

/** Defines one port's suite on every engine; without MinIO its tests are skipped by name. */
export const onEveryEngine = (port: string, define: Define, storageEnv: Record<string, string> = {}) => {
  defineOn('embedded', embedded, port, define, storageEnv)
  defineOn('minio', minio, port, define, storageEnv)
}

/**
 * Defines a suite that also runs on plain S3 servers, where tests of features that a server lacks are skipped by name.
 */
export const onEveryStorage = (port: string, define: Define) => {
  onEveryEngine(port, define)
  for (const name of [...s3ServerNames, 'plain-minio'] as const) defineOn(name, plain(name), port, define)
}

const onServers = (names: readonly S3ServerName[], port: string, define: Define) => {
  for (const name of names) defineOn(name, plain(name), port, define)
  // a file without any test fails
  if (!names.some(isChosen))
    define(suite(port, 'STOWAGE_ENGINES names no server with this API'), () => undefined as never)
}

/** Defines a suite on the plain S3 servers that have AWS's IAM API. */
export const onIamServers = (port: string, define: Define) => onServers(iamServers, port, define)

/** Defines a suite on VersityGW, for its admin API. */
export const onVersityGateway = (port: string, define: Define) => onServers(['versity'], port, define)

/** A policy document of one Allow statement. */
export const allow = (actions: string[], resources: string[] = [], condition?: object) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: actions,
        ...(resources.length > 0 && { Resource: resources.map((resource) => `arn:aws:s3:::${resource}`) }),
        ...(condition && { Condition: condition }),
      },
    ],
  })

let made = 0

/** A name that no other test of this run uses. */
export const uniqueName = (stem: string) => `${stem}-${process.pid}-${++made}`

/** Creates a user with policies, given by name or as documents, which are created first. */
export const addUser = async (backend: Backend, policies: string[] = []): Promise<KeyPair> => {
  const names: string[] = []
  for (const policy of policies) {
    if (!policy.startsWith('{')) names.push(policy)
    else names.push((await backend.policies.set(uniqueName('policy'), policy)).name)
  }
  const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
  await backend.identity.addUser({ ...pair, groups: [], policies: names })
  return pair
}
