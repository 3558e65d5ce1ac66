import { randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Load, Rate, Speed } from '../contract.ts'
import { sizesUpTo } from '../backend/sizes.ts'
import { type Blobs, folderAt } from 'stowage/engines/embedded'

const MIB = 1024 * 1024

type Storage = { blobs: Blobs; folder: string }

/** Random data of the given size, which file systems cannot compress. */
async function* randomPieces(size: number) {
  const piece = randomBytes(MIB)
  for (let left = size; left > 0; left -= MIB) yield left < MIB ? piece.subarray(0, left) : piece
}

/** Bytes per second. */
const rateOf = (bytes: number, ms: number) => Math.round(bytes / Math.max(ms / 1000, 1e-6))

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Stores and reads an object like any other request, and deletes it. */
const storeOne = async ({ blobs }: Storage, size: number, signal: AbortSignal) => {
  const began = performance.now()
  return blobs.store({ size, body: randomPieces(size), signal }, async (name) => {
    const write = performance.now() - began
    const read = await timed(async () => {
      const body = await blobs.read(name, size, { start: 0, end: size - 1 })
      for await (const _ of body ?? []);
    })
    return { name, write, read }
  })
}

async function* objects(
  storage: Storage,
  { size, seconds, concurrent }: Load,
  signal: AbortSignal,
): AsyncGenerator<Rate> {
  for (const bytes of sizesUpTo(size)) {
    const sums = { write: 0, read: 0, count: 0 }
    const end = performance.now() + seconds * 1000
    const began = performance.now()
    const one = async () => {
      do {
        const { name, write, read } = await storeOne(storage, bytes, signal)
        await storage.blobs.remove([name])
        sums.write += write
        sums.read += read
        sums.count += 1
      } while (performance.now() < end && !signal.aborted)
    }
    await Promise.all(Array.from({ length: concurrent }, one))
    if (signal.aborted) return
    // splits the elapsed time by the share that workers spent on writes and on reads
    const took = performance.now() - began
    const share = (part: number) => (took * part) / (sums.write + sums.read)
    yield {
      of: bytes,
      server: '',
      write: rateOf(bytes * sums.count, share(sums.write)),
      read: rateOf(bytes * sums.count, share(sums.read)),
      error: '',
    }
  }
}

async function* drives({ folder }: Storage, { size }: Load): AsyncGenerator<Rate> {
  const file = `${folderAt(folder).temporary}/speed-${randomBytes(8).toString('hex')}`
  const bytes = size * MIB
  const handle = await open(file, 'wx+', 0o600)
  try {
    const write = await timed(async () => {
      for await (const piece of randomPieces(bytes)) await handle.write(piece)
      await handle.sync()
    })
    const piece = Buffer.alloc(MIB)
    const read = await timed(async () => {
      for (let at = 0; at < bytes; at += MIB) await handle.read(piece, 0, MIB, at)
    })
    yield { of: resolve(folder), server: '', write: rateOf(bytes, write), read: rateOf(bytes, read), error: '' }
  } finally {
    await handle.close()
    await unlink(file)
  }
}

/** Runs a speed test. Reads may be served from the machine's page cache. */
export async function* measure(
  storage: Storage,
  kind: 'object' | 'drive',
  load: Load,
  signal: AbortSignal,
): AsyncGenerator<Speed> {
  const rates: Rate[] = []
  try {
    for await (const rate of kind === 'object' ? objects(storage, load, signal) : drives(storage, load)) {
      rates.push(rate)
      yield { rates: [...rates], done: false }
    }
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  if (!signal.aborted) yield { rates, done: true }
}
