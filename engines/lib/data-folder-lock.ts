import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import type { Log } from '../engine.ts'
import {
  waitingForDataFolder,
  dataFolderInUse,
  dataFolderWithoutSockets,
  dataFolderLockUnknown,
  dataFolderPathTooLong,
} from '../messages.ts'

/** Prefix of socket names in a data folder. Names are unique and never reused, so a dead socket stays dead. */
const PREFIX = '.in-use-'

/** Limit for socket paths in bytes; that of macOS, the shortest. */
const MAX_SOCKET_PATH = 100

/** Time limit for the previous owner to exit, in ms. */
const LOCK_TIMEOUT = 10_000

/** Time limits for the owner to identify itself, and for a client to send its request, in ms. */
const [OWNER_TIMEOUT, REQUEST_TIMEOUT] = [1000, 10_000]

/** Report of the folder's owner to clients. */
type OwnerInfo = { pid: number; host: string }

/** Exclusive ownership of a folder, until it is released or the process ends. */
export type FolderLock = {
  handleRequests(serve: ((request: string, socket: Socket) => void) | undefined): void
  release(): Promise<void>
}

/** A short alias for this folder, so that socket addresses fit for any path. */
const shortName = async (folder: string): Promise<{ path: string; close(): Promise<void> }> => {
  const fits = (path: string) => Buffer.byteLength(join(path, PREFIX)) + 20 <= MAX_SOCKET_PATH
  const relativePath = relative(process.cwd(), folder) || '.'
  const path = [folder, relativePath].find(fits)
  if (path !== undefined) return { path, close: async () => undefined }
  if (!existsSync('/proc/self/fd')) throw new StartError(dataFolderPathTooLong(folder))
  const handle: FileHandle = await open(folder, 'r')
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** Connects to a socket; `dead` if the listening process no longer exists. */
const connectTo = async (path: string): Promise<Socket | 'dead'> => {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    // the server was just closing
    if (codeOf(error) === 'ECONNRESET') return connectTo(path)
    // with any other error the process may be alive
    if (codeOf(error) !== 'ECONNREFUSED' && codeOf(error) !== 'ENOENT') throw error
    return 'dead'
  }
}

/** First line received from a socket; empty after the timeout. */
export const firstLine = async (socket: Socket, timeout: number): Promise<string> => {
  const timer = setTimeout(() => socket.destroy(), timeout)
  try {
    let text = ''
    while (!text.includes('\n')) {
      const portion: Buffer | null = socket.read()
      if (portion) text += portion.toString()
      else if (socket.readableEnded || socket.destroyed) return ''
      else await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')])
    }
    return text.slice(0, text.indexOf('\n'))
  } catch {
    return ''
  } finally {
    clearTimeout(timer)
  }
}

/** Connects to the process that has the folder open; `undefined` if there is none. */
export const connectToOwner = async (
  folder: string,
  own = '',
): Promise<{ socket: Socket; owner: OwnerInfo | undefined } | undefined> => {
  const short = await shortName(folder)
  try {
    for (const name of await readdir(folder)) {
      if (!name.startsWith(PREFIX) || name.endsWith('.new') || name === own) continue
      const socket = await connectTo(join(short.path, name)).catch((error: unknown) => {
        throw new StartError(dataFolderLockUnknown(folder, (error as Error).message))
      })
      if (socket === 'dead') {
        await unlink(join(folder, name)).catch(() => undefined)
        continue
      }
      socket.on('error', () => undefined)
      const line = await firstLine(socket, OWNER_TIMEOUT)
      return { socket, owner: line ? (JSON.parse(line) as OwnerInfo) : undefined }
    }
    return undefined
  } finally {
    await short.close()
  }
}

const nameOf = (holder: OwnerInfo | undefined) => {
  if (!holder) return ''
  return ` (process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`})`
}

const listen = async (folder: string, server: Server): Promise<string> => {
  const short = await shortName(folder)
  const name = PREFIX + randomBytes(6).toString('hex')
  try {
    // rename after listening, so that others only see a live socket
    server.listen(join(short.path, `${name}.new`))
    await once(server, 'listening')
    await chmod(join(folder, `${name}.new`), 0o600)
    await rename(join(folder, `${name}.new`), join(folder, name))
    return name
  } finally {
    await short.close()
  }
}

/**
 * Locks a folder for this process, across containers: a socket listens in the folder, and the kernel refuses
 * connections to it once the process is gone. A process first listens and then looks for others, so of two concurrent
 * ones at least one sees the other. Waits `lockTimeout` ms for the previous owner to exit, then throws `StartError`.
 */
export const lockFolder = async (
  folder: string,
  { lockTimeout = LOCK_TIMEOUT, log }: { lockTimeout?: number | undefined; log: Log },
): Promise<FolderLock | undefined> => {
  let serve: ((request: string, socket: Socket) => void) | undefined
  const sendOwner = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.write(`${JSON.stringify({ pid: process.pid, host: hostname() } satisfies OwnerInfo)}\n`)
    void firstLine(socket, REQUEST_TIMEOUT).then((request) =>
      serve && request ? serve(request, socket) : socket.end(),
    )
  }
  const deadline = Date.now() + lockTimeout
  for (let isLogged = false; ; isLogged = true) {
    const open = new Set<Socket>()
    const server = createServer((socket) => {
      open.add(socket.once('close', () => open.delete(socket)))
      sendOwner(socket)
    }).unref()
    let name: string
    try {
      name = await listen(folder, server)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, dataFolderWithoutSockets)
      server.close()
      return undefined
    }
    const release = async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await unlink(join(folder, name)).catch(() => undefined)
    }
    const running = await connectToOwner(folder, name).catch(async (error: unknown) => {
      await release()
      throw error
    })
    if (!running) return { handleRequests: (next) => (serve = next), release }
    running.socket.destroy()
    await release()
    if (Date.now() >= deadline) throw new StartError(dataFolderInUse(folder, nameOf(running.owner)))
    if (!isLogged) log.warn({ folder }, waitingForDataFolder(nameOf(running.owner)))
    await pause(100 + Math.random() * 100)
  }
}
