import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { hear } from './witness.ts'

/** A port of 127.0.0.1 that nothing listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address with a port')
  return address.port
}

/** A program that a test started, and all that it printed so far. */
export type Running = {
  child: ChildProcess
  printed(): string
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Its exit code, once it has ended; none after a signal. */
  ended: Promise<number | null>
}

/** This machine's environment without what would configure either server. */
const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CONSOLE|MINIO|STOWAGE)_/.test(name)))

// a test that ends before it stops what it started leaves nothing behind
const started = new Set<ChildProcess>()
process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a program and waits until `ready` holds, asked every 20 ms. Throws with what it printed when it ends before
 * that or when `limit` ms are over. What it prints is kept under `name` when a test fails.
 */
export const startProgram = async (
  program: string,
  args: string[],
  {
    env,
    ready,
    cwd,
    name = basename(program),
    limit = 60_000,
  }: {
    env: Record<string, string | undefined>
    ready: () => Promise<boolean>
    cwd?: string | undefined
    name?: string
    limit?: number
  },
): Promise<Running> => {
  const child = spawn(program, args, { cwd, env: { ...plainEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  started.add(child)
  child.once('exit', () => started.delete(child))
  const ended = () => child.exitCode !== null || child.signalCode !== null
  hear({ name, log: () => printed, isOver: ended })

  const end = async (signal: Parameters<Running['end']>[0]) => {
    if (ended()) return
    child.kill(signal)
    await exited
  }
  const deadline = Date.now() + limit
  while (!(await ready().catch(() => false))) {
    if (ended()) throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}:\n${printed}`)
    if (Date.now() > deadline) {
      await end('SIGKILL')
      throw new Error(`${program} was not ready after ${limit} ms:\n${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, printed: () => printed, end, ended: exited }
}
