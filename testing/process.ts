import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'

// below the ports of outgoing connections, from 32768 on Linux and 49152 elsewhere, and the node ports of Kubernetes
const FIRST_PORT = 11_000
const LAST_PORT = 29_999

const returned = new Set<number>()

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * A free port of 127.0.0.1: the preferred one, unless it is in use. Other ports are returned once per process, and no
 * outgoing connection can take them before the caller listens.
 */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < 1000; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if (returned.has(port) || !(await isFree(port))) continue
    returned.add(port)
    return port
  }
  throw new Error(`No free port was found between ${FIRST_PORT} and ${LAST_PORT}`)
}

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Folder of the programs that `go install` has built. */
export const goFolder = join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin')

/** Path of the first of these programs in PATH or in one of the other folders; `undefined` without one. */
export const findProgram = (names: readonly string[], folders: readonly string[] = []): string | undefined => {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders].filter(Boolean)
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isExecutable)
}

/** A program that was started. */
export type Program = {
  name: string
  pid(): number
  /** Its output so far, standard output and standard error together. */
  logs(): string
  hasExited(): boolean
  /** Its exit code, once it has exited; `null` after a signal. */
  exit: Promise<number | null>
  /** Ends it with a signal, SIGTERM by default. */
  stop(signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Functions that are called with each program before it is ready. */
export const programListeners = new Set<(program: Program) => void>()

// ends programs of tests that failed before they stopped them
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The environment without variables that configure a console, a storage server or the tests. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CONSOLE|MINIO|STOWAGE)_/.test(name)))

type ProgramOptions = {
  /** Additional variables; `undefined` removes one. */
  env: Readonly<Record<string, string | undefined>>
  isReady: () => Promise<boolean>
  cwd?: string | undefined
  /** Default: the name of the program's file. */
  name?: string
  /** Time limit in ms for the start. */
  limit?: number
}

/** Starts a program and waits until it is ready. Throws with its output if it exits first or exceeds `limit`. */
export const startProgram = async (
  program: string,
  args: readonly string[],
  { env, isReady, cwd, name = basename(program), limit = 120_000 }: ProgramOptions,
): Promise<Program> => {
  const child = spawn(program, args, { cwd, env: { ...environment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  // kill() of a child that could not be started ends the whole process group
  if (child.pid !== undefined) running.add(child)
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  }).finally(() => running.delete(child))
  // reported below
  exit.catch(() => undefined)
  const hasExited = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const started: Program = {
    name,
    pid: () => child.pid ?? 0,
    logs: () => output,
    hasExited,
    exit,
    stop: async (signal = 'SIGTERM') => {
      if (!hasExited()) child.kill(signal)
      await exit
    },
  }
  for (const listener of programListeners) listener(started)
  for (const deadline = Date.now() + limit; !(await isReady().catch(() => false)); ) {
    if (hasExited()) throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}:\n${output}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${program} was not ready after ${limit} ms:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return started
}
