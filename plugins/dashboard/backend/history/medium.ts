import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Random-access storage for bytes; empty until written. */
export type Medium = {
  /** Returns fewer bytes at the end. */
  read(position: number, length: number): Promise<Buffer>
  /** Resolves once the bytes are durable. */
  write(position: number, bytes: Uint8Array): Promise<void>
  clear(): Promise<void>
  close(): Promise<void>
}

const openOrCreate = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return open(path, 'w+', 0o600)
  })
}

/** Storage in a file, which is created if needed. */
export const createFileMedium = async (path: string): Promise<Medium> => {
  const file = await openOrCreate(path)
  return {
    read: async (position, length) => {
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(buffer, 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
    write: async (position, bytes) => {
      await file.write(bytes, 0, bytes.length, position)
      await file.datasync()
    },
    clear: () => file.truncate(0),
    close: () => file.close(),
  }
}

/** Storage in memory; `size` in bytes. */
export const createMemoryMedium = (size: number): Medium => {
  const bytes = Buffer.alloc(size)
  let end = 0
  return {
    read: async (position, length) =>
      Buffer.from(bytes.subarray(Math.min(position, end), Math.min(position + length, end))),
    write: async (position, part) => {
      bytes.set(part, position)
      end = Math.max(end, position + part.length)
    },
    clear: async () => {
      bytes.fill(0)
      end = 0
    },
    close: async () => {},
  }
}
