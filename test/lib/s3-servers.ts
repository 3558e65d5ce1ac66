import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { isPresent } from '../runner/components.mjs'
import { freePort, startProgram } from './process.ts'
import { away, find, folderFor } from './programs.ts'
import type { Pair } from './server.ts'

/** A plain S3 server under test: it has no admin API of MinIO. */
export type S3Server = { url: string; root: Pair; stop(): Promise<void> }

const root = { accessKey: 's3-root', secretKey: 's3-root-secret' }

type Start = (folder: string, port: number) => Promise<{ args: string[]; env?: Record<string, string> }>

type Kind = {
  /** Name for people. */
  title: string
  program: string
  /** Command that prints its version, for the path of the program. */
  version(path: string): [string, ...string[]]
  start: Start
}

const versity: Kind = {
  title: 'VersityGW',
  program: 'versitygw',
  // built by `go install`, it does not know its own version
  version: (path) => ['go', 'version', '-m', path],
  start: async (folder, port) => {
    const [objects, versions] = [join(folder, 'objects'), join(folder, 'versions')]
    for (const path of [objects, versions]) mkdirSync(path)
    const { accessKey, secretKey } = root
    const own = ['--quiet', '--port', `127.0.0.1:${port}`, '--access', accessKey, '--secret', secretKey]
    return { args: [...own, 'posix', '--versioning-dir', versions, objects] }
  },
}

const seaweedfs: Kind = {
  title: 'SeaweedFS',
  program: 'weed',
  version: (path) => [path, 'version'],
  start: async (folder, port) => {
    const identity = { name: 'root', credentials: [root], actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] }
    const config = join(folder, 's3.json')
    writeFileSync(config, JSON.stringify({ identities: [identity] }))
    const services = [
      's3.port.grpc',
      'filer.port',
      'filer.port.grpc',
      'master.port',
      'master.port.grpc',
      'volume.port',
      'volume.port.grpc',
    ]
    const ports: string[] = []
    for (const name of services) ports.push(`-${name}=${await freePort()}`)
    const data = [`-dir=${folder}`, '-volume.max=500', '-master.volumeSizeLimitMB=64', '-master.telemetry=false']
    return { args: ['server', '-ip=127.0.0.1', '-s3', `-s3.config=${config}`, `-s3.port=${port}`, ...ports, ...data] }
  },
}

const moto: Kind = {
  title: 'moto',
  program: 'moto_server',
  version: (path) => [join(dirname(realpathSync(path)), 'python3'), '-c', 'import moto; print(moto.__version__)'],
  start: async (_folder, port) => ({ args: ['-H', '127.0.0.1', '-p', String(port)] }),
}

/** Plain S3 servers that tests start, by the name in `STOWAGE_ENGINES`. */
export const s3Servers = { versity, seaweedfs, moto }

export type S3ServerName = keyof typeof s3Servers

export const s3ServerNames = Object.keys(s3Servers) as S3ServerName[]

/** Programs of Python packages may be in a separate environment, named by `STOWAGE_PYTHON_BIN`. */
const findProgram = (program: string) => {
  const own = join(process.env.STOWAGE_PYTHON_BIN ?? join(homedir(), '.local', 'bin'), program)
  return existsSync(own) ? own : find(program)
}

/** Whether this machine has the server. Throws where it is absent and `REQUIRE` names it. */
export const hasS3Server = (name: S3ServerName) => {
  const { program } = s3Servers[name]
  return isPresent(name, existsSync(findProgram(program)))
}

/** Version as the program prints it; empty if it tells none. */
export const versionOf = (name: S3ServerName) => {
  const { program, version } = s3Servers[name]
  try {
    const [command, ...args] = version(findProgram(program))
    const text = execFileSync(command, args, { encoding: 'utf8' })
    return /(?:versitygw\s+v|GB |^)(\d+\.\d+(?:\.\d+)?)\b/.exec(text)?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Starts a server on a free port, with data in a temporary folder. */
export const startS3Server = async (name: S3ServerName): Promise<S3Server> => {
  const { program, start } = s3Servers[name]
  const folder = folderFor(name)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { args, env = {} } = await start(folder, port)
  // its first answers may be errors, until all of its parts have started
  const ready = async () => (await fetch(url)).status < 500
  const running = await startProgram(findProgram(program), args, { env, ready, cwd: folder })
  const stop = async () => {
    await running.end('SIGTERM')
    away(folder)
  }
  return { url, root, stop }
}
