import { crc32 } from 'node:zlib'
import { open } from 'node:fs/promises'
import { type Diagnosis, diagnoseFormat } from 'stowage/server'
import * as messages from '../../messages.ts'
import type { Medium } from './medium.ts'

/** A ring of `slots` rows, one per `every` seconds; the newest overwrites the oldest. */
type Tier = { every: number; slots: number }

/** Layout of a ring: rows of `width` numbers in tiers. */
export type Layout = { width: number; tiers: readonly Tier[] }

/** Sizes of the file header and of each of the two copies of the directory, which describes the columns. */
const [FILE_HEADER, DIRECTORY] = [4096, 64 * 1024]
/** Starts every ring file; the number after it is the format. */
const [MAGIC, FORMAT] = ['STOWRNG', 1]

/** A row starts with its checksum and slot, a directory with its checksum, sequence number and length. */
const [ROW_HEAD, DIRECTORY_HEAD] = [8, 12]

/** Bytes per read, so that other work can run in between, and the gap in rows that is read rather than skipped. */
const [CHUNK, MAX_GAP] = [1024 * 1024, 32]

const rowSize = ({ width }: Layout) => ROW_HEAD + width * 8

/** Size of a ring in bytes. */
export const sizeOf = (layout: Layout) =>
  FILE_HEADER + 2 * DIRECTORY + layout.tiers.reduce((sum, { slots }) => sum + slots * rowSize(layout), 0)

const headerOf = (layout: Layout) => Buffer.from(`${MAGIC}${FORMAT} ${JSON.stringify(layout)}\n`)

/** A number of a row; NaN if it is missing. */
export const valueAt = (row: Buffer, column: number) => row.readDoubleLE(column * 8)

const withChecksum = (bytes: Buffer) => {
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0)
  return bytes
}
const isIntact = (bytes: Buffer) => bytes.readUInt32LE(0) === crc32(bytes.subarray(4))

type Directory = { number: number; text: string }

const readDirectory = async (medium: Medium, at: number): Promise<Directory | undefined> => {
  const bytes = await medium.read(FILE_HEADER + at * DIRECTORY, DIRECTORY)
  if (bytes.length < DIRECTORY_HEAD) return undefined
  const length = bytes.readUInt32LE(8)
  if (length > bytes.length - DIRECTORY_HEAD || !isIntact(bytes.subarray(0, DIRECTORY_HEAD + length))) return undefined
  return { number: bytes.readUInt32LE(4), text: bytes.toString('utf8', DIRECTORY_HEAD, DIRECTORY_HEAD + length) }
}

const formatOf = (existing: Buffer) => Number(new RegExp(`^${MAGIC}(\\d+) `).exec(existing.toString('latin1'))?.[1])

/** Diagnoses the format of a history's file. */
export const diagnoseHistory = async (file: string): Promise<Diagnosis> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length + 20), 0)
    return diagnoseFormat('metrics history', formatOf(buffer.subarray(0, bytesRead)), FORMAT)
  } finally {
    await handle.close()
  }
}

/**
 * Fixed-size storage for rows of numbers by time. Torn writes are detected and ignored. Content of another layout is
 * replaced. Throws for content of a later format.
 */
export const openRing = async (medium: Medium, layout: Layout) => {
  const fileHeader = headerOf(layout)
  const size = rowSize(layout)
  const starts = layout.tiers.map(
    (_, tier) =>
      FILE_HEADER + 2 * DIRECTORY + layout.tiers.slice(0, tier).reduce((sum, { slots }) => sum + slots * size, 0),
  )
  const tierAt = (tier: number) => ({ slots: layout.tiers[tier]?.slots ?? 0, start: starts[tier] ?? 0 })

  const existing = await medium.read(0, fileHeader.length)
  const format = formatOf(existing)
  if (format > FORMAT) throw new Error(messages.historyHasLaterFormat(format, FORMAT))
  const isOurs = existing.equals(fileHeader)
  if (!isOurs) {
    await medium.clear()
    await medium.write(0, fileHeader)
  }
  const directories = isOurs ? [await readDirectory(medium, 0), await readDirectory(medium, 1)] : []
  let directory = directories.reduce(
    (one, other) => ((other?.number ?? 0) > (one?.number ?? 0) ? other : one),
    undefined,
  )

  /** Slot in each row; 0 for an empty one. */
  const slotsOf = layout.tiers.map(({ slots }) => new Uint32Array(slots))

  const rowAt = (bytes: Buffer, slot: number) => {
    if (bytes.length < size || bytes.readUInt32LE(4) !== slot || !isIntact(bytes)) return undefined
    return bytes.subarray(ROW_HEAD)
  }

  const readSlots = async (tier: number) => {
    const { slots, start } = tierAt(tier)
    const rowsPerChunk = Math.floor(CHUNK / size)
    for (let from = 0; from < slots; from += rowsPerChunk) {
      const bytes = await medium.read(start + from * size, Math.min(rowsPerChunk, slots - from) * size)
      for (let at = 0; (at + 1) * size <= bytes.length; at += 1) {
        const row = bytes.subarray(at * size, (at + 1) * size)
        const slot = row.readUInt32LE(4)
        if (slot > 0 && slot % slots === from + at && rowAt(row, slot)) (slotsOf[tier] as Uint32Array)[from + at] = slot
      }
      if (bytes.length < Math.min(rowsPerChunk, slots - from) * size) return
    }
  }
  if (isOurs) for (const tier of layout.tiers.keys()) await readSlots(tier)

  const has = (tier: number, slot: number) => slot > 0 && slotsOf[tier]?.[slot % tierAt(tier).slots] === slot

  return {
    layout,
    /** Current description of the columns; `undefined` if there is none. */
    directory: () => directory?.text,

    /** Replaces the description of the columns atomically. Returns `false` for a text that is too long. */
    describe: async (text: string): Promise<boolean> => {
      const bytes = Buffer.from(text)
      if (bytes.length > DIRECTORY - DIRECTORY_HEAD) return false
      const number = (directory?.number ?? 0) + 1
      const header = Buffer.alloc(DIRECTORY_HEAD)
      header.writeUInt32LE(number, 4)
      header.writeUInt32LE(bytes.length, 8)
      await medium.write(FILE_HEADER + (number % 2) * DIRECTORY, withChecksum(Buffer.concat([header, bytes])))
      directory = { number, text }
      return true
    },

    /** Whether there is a row for a slot, which is the time in seconds divided by the tier's `every`. */
    has,

    /** In ascending order. */
    slots: (tier: number): number[] =>
      Array.from(slotsOf[tier] ?? [])
        .filter((slot) => slot > 0)
        .sort((a, b) => a - b),

    /** Stores a row; overwrites the one a full ring earlier. */
    put: async (tier: number, slot: number, values: Float64Array) => {
      const { slots, start } = tierAt(tier)
      const row = Buffer.alloc(size)
      row.writeUInt32LE(slot, 4)
      values.forEach((value, column) => row.writeDoubleLE(value, ROW_HEAD + column * 8))
      await medium.write(start + (slot % slots) * size, withChecksum(row))
      ;(slotsOf[tier] as Uint32Array)[slot % slots] = slot
    },

    /** Existing rows of these slots. Reads in chunks, combining nearby rows. */
    rows: async (tier: number, slots: readonly number[]): Promise<Map<number, Buffer>> => {
      const { slots: count, start } = tierAt(tier)
      const positions = slots.filter((slot) => has(tier, slot)).map((slot) => ({ slot, place: slot % count }))
      positions.sort((a, b) => a.place - b.place)
      const rows = new Map<number, Buffer>()
      for (let at = 0; at < positions.length; ) {
        const first = positions[at]?.place ?? 0
        let end = at + 1
        while (
          end < positions.length &&
          (positions[end]?.place ?? 0) - (positions[end - 1]?.place ?? 0) <= MAX_GAP &&
          ((positions[end]?.place ?? 0) - first + 1) * size <= CHUNK
        )
          end += 1
        const bytes = await medium.read(start + first * size, ((positions[end - 1]?.place ?? 0) - first + 1) * size)
        for (const { slot, place } of positions.slice(at, end)) {
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
