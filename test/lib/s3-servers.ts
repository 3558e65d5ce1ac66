import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isPresent } from '../runner/components.mjs'
import { freePort, startProgram } from '../../testing/process.ts'
import { cachedPrograms, removeFolder, programPath } from './programs.ts'
import type { KeyPair } from './server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const execute = promisify(execFile)

/** A plain S3 server under test, which has no admin API of MinIO, and the folder with its data. */
export type S3Server = { url: string; root: KeyPair; folder: string; stop(): Promise<void> }

const defaultRoot = { accessKey: 's3-root', secretKey: 's3-root-secret' }

/**
 * `isSingleAccount`: VersityGW without accounts other than its root. `hasVersions: false`: VersityGW without a folder
 * for versions. `isIamReadOnly`: SeaweedFS as it starts by default, with an IAM API that refuses changes. `role`: the
 * ARN of a role of SeaweedFS that everyone may assume and that may only read.
 */
type StartOptions = { isSingleAccount?: boolean; hasVersions?: boolean; isIamReadOnly?: boolean; role?: string }

type Start = (
  folder: string,
  port: number,
  options?: StartOptions,
) => Promise<{
  args: string[]
  env?: Record<string, string>
  /** Files outside of the folder that the server leaves when it stops. */
  leftovers?: string[]
}>

type Kind = {
  program: string
  start: Start
  /** Account of the tests, if the server prescribes the form of its keys. */
  root?: KeyPair
  /** Command that gives the account its rights. It fails until the server has started. */
  setUp?: (folder: string) => string[]
}

const versity: Kind = {
  program: 'versitygw',
  start: async (folder, port, { isSingleAccount = false, hasVersions = true } = {}) => {
    const pathOf = (name: string) => join(folder, name)
    const [objects, versions, accounts] = [pathOf('objects'), pathOf('versions'), pathOf('accounts')]
    for (const path of [objects, versions, accounts]) mkdirSync(path)
    const { accessKey, secretKey } = defaultRoot
    const own = ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, '--access', accessKey, '--secret', secretKey]
    const iam = isSingleAccount ? [] : ['--iam-dir', accounts]
    const versioning = hasVersions ? ['--versioning-dir', versions] : []
    return { args: [...own, ...iam, 'posix', ...versioning, objects] }
  },
}

/** SeaweedFS's settings for temporary keys, with one role. */
const temporaryKeys = (roleArn: string) => {
  const document = (statement: object) => ({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] })
  return {
    sts: {
      tokenDuration: '1h',
      maxSessionLength: '12h',
      issuer: 'seaweedfs-sts',
      signingKey: randomBytes(32).toString('base64'),
    },
    roles: [
      {
        roleName: roleArn.split('/')[1],
        roleArn,
        trustPolicy: document({ Principal: '*', Action: 'sts:AssumeRole' }),
        attachedPolicies: ['read'],
      },
    ],
    policies: [{ name: 'read', document: document({ Action: ['s3:Get*', 's3:List*'], Resource: '*' }) }],
  }
}

const seaweedfs: Kind = {
  program: 'weed',
  start: async (folder, port, { isIamReadOnly = false, role } = {}) => {
    const identity = {
      name: 'root',
      credentials: [defaultRoot],
      actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
    }
    const config = join(folder, 's3.json')
    writeFileSync(config, JSON.stringify({ identities: [identity], ...(role && temporaryKeys(role)) }))
    const services = [
      's3.port.grpc',
      's3.port.iceberg',
      's3.port.lance',
      'filer.port',
      'filer.port.grpc',
      'master.port',
      'master.port.grpc',
      'volume.port',
      'volume.port.grpc',
    ]
    const ports: string[] = []
    const leftovers: string[] = []
    for (const name of services) {
      const own = await freePort()
      ports.push(`-${name}=${own}`)
      // the folder of these sockets cannot be changed
      if (name.endsWith('.grpc')) leftovers.push(`/tmp/seaweedfs-${name.split('.')[0]}-grpc-${own}.sock`)
    }
    const sockets = ['s3', 'filer'].map((name) => `-${name}.localSocket=${join(folder, `${name}.sock`)}`)
    const data = [
      `-dir=${folder}`,
      '-volume.max=500',
      `-s3.iam.readOnly=${isIamReadOnly}`,
      '-master.volumeSizeLimitMB=64',
      '-master.telemetry=false',
      ...(role ? [`-s3.iam.config=${config}`] : []),
    ]
    const own = ['server', '-ip=127.0.0.1', '-s3', `-s3.config=${config}`, `-s3.port=${port}`]
    return { args: [...own, ...ports, ...sockets, ...data], leftovers }
  },
}

const moto: Kind = {
  program: 'moto_server',
  start: async (_folder, port) => ({ args: ['--host', '127.0.0.1', '--port', String(port)] }),
}

const garageRoot = { accessKey: `GK${'1'.repeat(24)}`, secretKey: '2'.repeat(64) }

const garage: Kind = {
  program: 'garage',
  root: garageRoot,
  start: async (folder, port) => {
    const rpc = `127.0.0.1:${await freePort()}`
    const config = [
      `metadata_dir = "${join(folder, 'meta')}"`,
      `data_dir = "${join(folder, 'data')}"`,
      'db_engine = "sqlite"',
      'replication_factor = 1',
      `rpc_bind_addr = "${rpc}"`,
      `rpc_public_addr = "${rpc}"`,
      `rpc_secret = "${'0'.repeat(64)}"`,
      '[s3_api]',
      's3_region = "garage"',
      `api_bind_addr = "127.0.0.1:${port}"`,
    ]
    writeFileSync(join(folder, 'garage.toml'), config.join('\n'))
    const { accessKey, secretKey } = garageRoot
    return {
      args: ['--config', join(folder, 'garage.toml'), 'server', '--single-node', '--default-access-key'],
      env: { GARAGE_DEFAULT_ACCESS_KEY: accessKey, GARAGE_DEFAULT_SECRET_KEY: secretKey, RUST_LOG: 'garage=warn' },
    }
  },
  setUp: (folder) => [
    ...['--config', join(folder, 'garage.toml')],
    ...['key', 'allow', '--create-bucket', garageRoot.accessKey],
  ],
}

/** Plain S3 servers that tests start, by the name in `STOWAGE_ENGINES`. */
export const s3Servers = { versity, seaweedfs, moto, garage } satisfies Record<string, Kind>

export type S3ServerName = keyof typeof s3Servers

export const s3ServerNames = Object.keys(s3Servers) as S3ServerName[]

/** Programs of Python packages may be in separate environments; `STOWAGE_PYTHON_BIN` names another one. */
const findProgram = (name: S3ServerName) => {
  const { program } = s3Servers[name]
  const { STOWAGE_PYTHON_BIN: chosen } = process.env
  const folders = [...(chosen ? [chosen] : []), cachedPrograms(name), join(homedir(), '.local', 'bin')]
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? programPath(program)
}

/** Whether this machine has the server. Throws if it is missing and `REQUIRE` names it. */
export const hasS3Server = (name: S3ServerName) => isPresent(name, existsSync(findProgram(name)))

/** Maximum number of attempts to start a server: other programs may take one of its ports in the meantime. */
const ATTEMPTS = 3

const startOnce = async (name: S3ServerName, folder: string, options: StartOptions) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const kind: Kind = s3Servers[name]
  const program = findProgram(name)
  const { args, env = {}, leftovers = [] } = await kind.start(folder, port, options)
  const removeLeftovers = () => leftovers.map((file) => rmSync(file, { force: true }))
  const isReady = async () => {
    // its first responses may be errors, until all of its parts have started
    if ((await fetch(url)).status >= 500) return false
    if (kind.setUp) await execute(program, kind.setUp(folder))
    return true
  }
  try {
    const running = await startProgram(program, args, { env, isReady, cwd: folder })
    const stop = async () => {
      await running.stop()
      removeLeftovers()
    }
    return { url, stop }
  } catch (error) {
    removeLeftovers()
    throw error
  }
}

/** Starts a server on a free port, with data in a temporary folder. */
export const startS3Server = async (name: S3ServerName, options: StartOptions = {}): Promise<S3Server> => {
  for (let attempt = 1; ; attempt += 1) {
    const folder = temporaryFolder(name)
    try {
      const { url, stop: stopOne } = await startOnce(name, folder, options)
      const stop = async () => {
        await stopOne()
        removeFolder(folder)
      }
      const { root = defaultRoot }: Kind = s3Servers[name]
      return { url, root, folder, stop }
    } catch (error) {
      removeFolder(folder)
      if (attempt === ATTEMPTS) throw error
    }
  }
}
