import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** A free port of 127.0.0.1. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

const isExecutable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the first of these programs in PATH or in one of the other folders; `undefined` without one. */
export const findProgram = (names: readonly string[], folders: readonly string[] = []): string | undefined => {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders].filter(Boolean)
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isExecutable)
}

/** A running program. */
export type Program = {
  /** What it has printed. */
  logs(): string
  stop(): Promise<void>
}

// a test that fails before it stops a program leaves none running
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** The environment without variables that configure a console or a storage server. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CONSOLE|MINIO)_/.test(name)))

/** Time limit in ms for the start of a program. */
const LIMIT = 120_000

/** Starts a program and waits until it is ready. Throws with its output if it exits first. */
export const startProgram = async (
  program: string,
  args: readonly string[],
  { env, isReady }: { env: Readonly<Record<string, string>>; isReady: () => Promise<boolean> },
): Promise<Program> => {
  const child = spawn(program, args, { env: { ...environment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  running.add(child)
  const exit = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => resolve())
  }).finally(() => running.delete(child))
  // reported below
  exit.catch(() => undefined)
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!hasExited()) child.kill('SIGTERM')
    await exit
  }
  for (const deadline = Date.now() + LIMIT; !(await isReady().catch(() => false)); ) {
    if (hasExited() || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${program} did not start:\n${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { logs: () => printed, stop }
}
