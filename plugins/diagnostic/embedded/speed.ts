import { randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Load, Rate, Speed } from '../contract.ts'
import { sizesUpTo } from '../adapters/sizes.ts'
import type { Blobs } from '../../../engines/embedded/store/blobs.ts'
import { folderAt } from '../../../engines/embedded/store/folder.ts'

const MIB = 1024 * 1024

type Ground = { blobs: Blobs; folder: string }

/** So many bytes as pieces of what no file system can make smaller. */
async function* filling(size: number) {
  const piece = randomBytes(MIB)
  for (let left = size; left > 0; left -= MIB) yield left < MIB ? piece.subarray(0, left) : piece
}

/** Bytes a second. */
const rateOf = (bytes: number, ms: number) => Math.round(bytes / Math.max(ms / 1000, 1e-6))

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Stores and reads an object as the engine does it for anybody, and takes it away again. */
const storeOne = async ({ blobs }: Ground, size: number, signal: AbortSignal) => {
  const began = performance.now()
  return blobs.store({ size, body: filling(size), signal }, async (name) => {
    const write = performance.now() - began
    const read = await timed(async () => {
      const body = await blobs.read(name, size, { start: 0, end: size - 1 })
      for await (const _ of body ?? []);
    })
    return { name, write, read }
  })
}

async function* objects(
  ground: Ground,
  { size, seconds, concurrent }: Load,
  signal: AbortSignal,
): AsyncGenerator<Rate> {
  for (const bytes of sizesUpTo(size)) {
    const sums = { write: 0, read: 0, count: 0 }
    const end = performance.now() + seconds * 1000
    const began = performance.now()
    const one = async () => {
      do {
        const { name, write, read } = await storeOne(ground, bytes, signal)
        await ground.blobs.remove([name])
        sums.write += write
        sums.read += read
        sums.count += 1
      } while (performance.now() < end && !signal.aborted)
    }
    await Promise.all(Array.from({ length: concurrent }, one))
    if (signal.aborted) return
    // what all of them did side by side, by the part of the time that each spent on it
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

async function* drives({ folder }: Ground, { size }: Load): AsyncGenerator<Rate> {
  const file = `${folderAt(folder).temporary}/speed-${randomBytes(8).toString('hex')}`
  const bytes = size * MIB
  const handle = await open(file, 'wx+', 0o600)
  try {
    const write = await timed(async () => {
      for await (const piece of filling(bytes)) await handle.write(piece)
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

/**
 * What a speed test measures, ever more of it. What is read back comes as this machine keeps it, from memory where it
 * can.
 */
export async function* measure(
  ground: Ground,
  kind: 'object' | 'drive',
  load: Load,
  signal: AbortSignal,
): AsyncGenerator<Speed> {
  const rates: Rate[] = []
  try {
    for await (const rate of kind === 'object' ? objects(ground, load, signal) : drives(ground, load)) {
      rates.push(rate)
      yield { rates: [...rates], done: false }
    }
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  if (!signal.aborted) yield { rates, done: true }
}
