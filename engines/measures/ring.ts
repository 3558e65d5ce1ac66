import { crc32 } from 'node:zlib'
import type { Medium } from './medium.ts'

/** So many rows, one for every `every` seconds; the newest takes the place of the oldest. */
export type Tier = { every: number; slots: number }

/** How a ring is laid out: rows of `width` figures in tiers. */
export type Layout = { width: number; tiers: readonly Tier[] }

/** What is at the beginning, and then twice the directory: what the columns are. */
const [HEAD, DIRECTORY] = [4096, 64 * 1024]
const MAGIC = 'STOWRNG1'

/** A row begins with its checksum and its slot, as the directory does with its checksum, its number and its length. */
const [ROW_HEAD, DIRECTORY_HEAD] = [8, 12]

/** At most so much is read at once, so that others have a turn, and gaps of so many rows are read along. */
const [CHUNK, NEAR] = [1024 * 1024, 32]

const rowSize = ({ width }: Layout) => ROW_HEAD + width * 8

/** How many bytes a ring takes at most. */
export const sizeOf = (layout: Layout) =>
  HEAD + 2 * DIRECTORY + layout.tiers.reduce((sum, { slots }) => sum + slots * rowSize(layout), 0)

const headOf = (layout: Layout) => Buffer.from(`${MAGIC} ${JSON.stringify(layout)}\n`)

/** A figure of a row; NaN where there is none. */
export const figureAt = (row: Buffer, column: number) => row.readDoubleLE(column * 8)

const sealed = (bytes: Buffer) => {
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  return bytes
}
const isSealed = (bytes: Buffer) => bytes.readUInt32LE(0) === crc32(bytes.subarray(4))

type Directory = { number: number; text: string }

const readDirectory = async (medium: Medium, at: number): Promise<Directory | undefined> => {
  const bytes = await medium.read(HEAD + at * DIRECTORY, DIRECTORY)
  if (bytes.length < DIRECTORY_HEAD) return undefined
  const length = bytes.readUInt32LE(8)
  if (length > bytes.length - DIRECTORY_HEAD || !isSealed(bytes.subarray(0, DIRECTORY_HEAD + length))) return undefined
  return { number: bytes.readUInt32LE(4), text: bytes.toString('utf8', DIRECTORY_HEAD, DIRECTORY_HEAD + length) }
}

/** A place of fixed size for rows of figures by time. Whatever was cut off while it was written is no row. */
export const openRing = async (medium: Medium, layout: Layout) => {
  const head = headOf(layout)
  const size = rowSize(layout)
  const starts = layout.tiers.map(
    (_, tier) => HEAD + 2 * DIRECTORY + layout.tiers.slice(0, tier).reduce((sum, { slots }) => sum + slots * size, 0),
  )
  const tierAt = (tier: number) => ({ slots: layout.tiers[tier]?.slots ?? 0, start: starts[tier] ?? 0 })

  const found = await medium.read(0, head.length)
  const isOurs = found.equals(head)
  if (!isOurs) {
    await medium.clear()
    await medium.write(0, head)
  }
  const directories = isOurs ? [await readDirectory(medium, 0), await readDirectory(medium, 1)] : []
  let directory = directories.reduce(
    (one, other) => ((other?.number ?? 0) > (one?.number ?? 0) ? other : one),
    undefined,
  )

  /** The slot that each place holds, and 0 where it holds none. */
  const held = layout.tiers.map(({ slots }) => new Uint32Array(slots))

  const rowAt = (bytes: Buffer, slot: number) => {
    if (bytes.length < size || bytes.readUInt32LE(4) !== slot || !isSealed(bytes)) return undefined
    return bytes.subarray(ROW_HEAD)
  }

  const look = async (tier: number) => {
    const { slots, start } = tierAt(tier)
    const atOnce = Math.floor(CHUNK / size)
    for (let from = 0; from < slots; from += atOnce) {
      const bytes = await medium.read(start + from * size, Math.min(atOnce, slots - from) * size)
      for (let at = 0; (at + 1) * size <= bytes.length; at += 1) {
        const row = bytes.subarray(at * size, (at + 1) * size)
        const slot = row.readUInt32LE(4)
        if (slot > 0 && slot % slots === from + at && rowAt(row, slot)) (held[tier] as Uint32Array)[from + at] = slot
      }
      if (bytes.length < Math.min(atOnce, slots - from) * size) return
    }
  }
  if (isOurs) for (const tier of layout.tiers.keys()) await look(tier)

  const has = (tier: number, slot: number) => slot > 0 && held[tier]?.[slot % tierAt(tier).slots] === slot

  return {
    layout,
    /** What was said last of the columns; nothing at first. */
    directory: () => directory?.text,

    /**
     * Says what the columns are. Returns false for a text that is too long; the one before counts until all of it is
     * written.
     */
    describe: async (text: string): Promise<boolean> => {
      const bytes = Buffer.from(text)
      if (bytes.length > DIRECTORY - DIRECTORY_HEAD) return false
      const number = (directory?.number ?? 0) + 1
      const header = Buffer.alloc(DIRECTORY_HEAD)
      header.writeUInt32LE(number, 4)
      header.writeUInt32LE(bytes.length, 8)
      await medium.write(HEAD + (number % 2) * DIRECTORY, sealed(Buffer.concat([header, bytes])))
      directory = { number, text }
      return true
    },

    /** Whether there is a row of that time; `slot` is the time in seconds divided by the tier's `every`. */
    has,

    /** All slots of which there are rows, in order. */
    slots: (tier: number): number[] =>
      Array.from(held[tier] ?? [])
        .filter((slot) => slot > 0)
        .sort((a, b) => a - b),

    /** Keeps a row, in place of the one that many slots before. */
    put: async (tier: number, slot: number, figures: Float64Array) => {
      const { slots, start } = tierAt(tier)
      const row = Buffer.alloc(size)
      row.writeUInt32LE(slot, 4)
      figures.forEach((figure, column) => row.writeDoubleLE(figure, ROW_HEAD + column * 8))
      await medium.write(start + (slot % slots) * size, sealed(row))
      ;(held[tier] as Uint32Array)[slot % slots] = slot
    },

    /** The rows of these slots, as far as there are; read piece by piece, those near each other together. */
    rows: async (tier: number, slots: readonly number[]): Promise<Map<number, Buffer>> => {
      const { slots: count, start } = tierAt(tier)
      const places = slots.filter((slot) => has(tier, slot)).map((slot) => ({ slot, place: slot % count }))
      places.sort((a, b) => a.place - b.place)
      const rows = new Map<number, Buffer>()
      for (let at = 0; at < places.length; ) {
        const first = places[at]?.place ?? 0
        let end = at + 1
        while (
          end < places.length &&
          (places[end]?.place ?? 0) - (places[end - 1]?.place ?? 0) <= NEAR &&
          ((places[end]?.place ?? 0) - first + 1) * size <= CHUNK
        )
          end += 1
        const bytes = await medium.read(start + first * size, ((places[end - 1]?.place ?? 0) - first + 1) * size)
        for (const { slot, place } of places.slice(at, end)) {
          const row = rowAt(bytes.subarray((place - first) * size, (place - first + 1) * size), slot)
          if (row) rows.set(slot, row)
        }
        at = end
      }
      return rows
    },

    close: () => medium.close(),
  }
}

export type Ring = Awaited<ReturnType<typeof openRing>>
