import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, open } from 'lmdb'
import { Failure } from 'stowage'
import { causeOf, checkPages, createTimeSlice, type Log, StartError } from 'stowage/server'
import type { AuditPosition, AuditSearch } from '../../audit-search.ts'
import * as messages from '../../messages.ts'
import type { AuditStore, AuditPage, KeyUse } from './audit-store.ts'
import { linesAt, linesWith } from './block-lines.ts'
import { columnsOf, mayBeAmong, candidateRows, sketchesOf } from './columns.ts'
import { keysKnownSince, keyUsesOf } from './key-uses.ts'
import type { RetentionLimits } from './retention.ts'
import { prepareSearch } from './query.ts'
import type { AuditRow } from './record.ts'
import { mayContain, createBloomFilter, hashesOf } from './traces.ts'

/** Rows per block, limit of queued rows, and the time in ms after which a search returns what it has. */
const [BLOCK_ROWS, MAX_QUEUED, SEARCH_TIME] = [1024, 20_000, 200]

/** Format of the records. A store without one is of format 1. */
export const LMDB_FORMAT = 1

/** Name of the time since which records name their access key. */
const KEYS_SINCE = 'keys-since'

/** Time range in ms and size of a block. The block's key is the number of its first row. */
type Head = { from: number; to: number; count: number; bytes: number }

/** Duplicates are detected among this many recent rows, which span this many blocks. */
const [MAX_MARKS, RECENT] = [32_768, 32]

/**
 * Identity of a row, used to drop duplicates; `undefined` without a request id, since equal rows may then be distinct
 * calls.
 */
const markOf = ({ request_id }: AuditRow, line: string) =>
  request_id ? createHash('sha1').update(line).digest('base64') : undefined

type Waiting = { rows: readonly AuditRow[]; done: () => void; failed: (error: unknown) => void }

const DAY = 86_400_000

/** Reads a value without a copy. It is valid until the next read from any of the databases. */
const readFast = (database: Database<unknown, number>, key: number): Buffer | undefined => {
  const bytes = database.getBinaryFast(key)
  // a reused buffer is longer than its value
  return bytes?.subarray(0, bytes.length)
}

/** Moves a damaged file aside, since opening it would crash the process. */
const moveAside = (path: string, log: Log, now: number) => {
  const file = join(path, 'data.mdb')
  const stats = statSync(file, { throwIfNoEntry: false })
  const problem = stats && stats.size > 0 && checkPages(file, 1000).problem
  if (!problem) return
  const aside = `${path}.damaged-${now}`
  renameSync(path, aside)
  log.error({ problem, aside }, messages.recordsDamaged)
}

/** Reads the format of the records in a folder; `undefined` without records, NaN for damaged ones. */
export const readLmdbFormat = async (path: string): Promise<number | undefined> => {
  const file = join(path, 'data.mdb')
  if (!existsSync(file)) return undefined
  if (checkPages(file, 1000).problem) return Number.NaN
  const root = open<unknown, string>({ path, maxDbs: 8, readOnly: true })
  try {
    const meta: Database<number, string> | undefined = root.openDB({ name: 'meta' })
    return meta?.get('format') ?? 1
  } finally {
    await root.close()
  }
}

/** Opens or creates the store in a folder. Throws `StartError` for records of a later format. */
export const openAuditStore = (
  path: string,
  { limits, clock = Date.now, log }: { limits: RetentionLimits; clock?: () => number; log: Log },
): AuditStore => {
  moveAside(path, log, clock())
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // report a transaction only once it is durable
  const root = open<unknown, string>({ path, maxDbs: 8, overlappingSync: false, eventTurnBatching: false })
  const meta: Database<number, string> = root.openDB({ name: 'meta' })
  const format = meta.get('format') ?? LMDB_FORMAT
  if (format > LMDB_FORMAT) {
    void root.close()
    throw new StartError(messages.recordsHaveLaterFormat(path, String(format), LMDB_FORMAT))
  }
  if (!meta.doesExist('format')) void meta.put('format', LMDB_FORMAT)
  const heads: Database<Head, number> = root.openDB({ name: 'heads' })
  const traces: Database<Buffer, number> = root.openDB({ name: 'traces', encoding: 'binary' })
  // blocks written by older versions have neither of these two
  const columns: Database<Buffer, number> = root.openDB({ name: 'columns', encoding: 'binary' })
  const sketches: Database<Buffer, number> = root.openDB({ name: 'sketches', encoding: 'binary' })
  const bodies: Database<string, number> = root.openDB({ name: 'bodies', encoding: 'string', compression: true })
  const tail: Database<string, number> = root.openDB({ name: 'tail', encoding: 'string' })
  const keyUses: Database<Omit<KeyUse, 'accessKey'>, string> = root.openDB({ name: 'keys' })

  const blocks = new Map<number, Head>(Array.from(heads.getRange(), ({ key, value }) => [key, value]))
  const unblocked = new Map<number, string>(Array.from(tail.getRange(), ({ key, value }) => [key, value]))
  const lastBlock = [...blocks].at(-1)
  let next = Math.max(lastBlock ? lastBlock[0] + lastBlock[1].count : 1, ...[...unblocked.keys()].map((key) => key + 1))
  const recentMarks = new Set<string>()
  const remember = (marks: Iterable<string>) => {
    for (const mark of marks) recentMarks.add(mark)
    for (const mark of recentMarks) {
      if (recentMarks.size <= MAX_MARKS) break
      recentMarks.delete(mark)
    }
  }
  const marksIn = (lines: readonly string[]) =>
    lines.flatMap((line) => markOf(JSON.parse(line) as AuditRow, line) ?? [])
  for (const first of [...blocks.keys()].slice(-RECENT))
    remember(marksIn((bodies.get(first) ?? '').split('\n').filter(Boolean)))
  remember(marksIn([...unblocked.values()]))
  const waiting: Waiting[] = []
  let queued = 0
  let writing: Promise<void> | undefined
  let isClosed = false

  const timeOf = ({ time }: AuditRow) => Date.parse(time)
  /** Rows before this time are expired, in ms. */
  const oldestTime = () => clock() - limits.days * DAY

  const writeBlock = (first: number, lines: readonly string[]): [number, Head] => {
    const rows = lines.map((line) => JSON.parse(line) as AuditRow)
    const times = rows.map(timeOf)
    const text = lines.join('\n')
    const head: Head = { from: Math.min(...times), to: Math.max(...times), count: lines.length, bytes: text.length }
    void heads.put(first, head)
    void traces.put(first, createBloomFilter(rows))
    void columns.put(first, columnsOf(rows))
    void sketches.put(first, sketchesOf(rows))
    void bodies.put(first, text)
    return [first, head]
  }

  const writeRows = async (some: readonly Waiting[]) => {
    const remaining = new Map(unblocked)
    const newBlocks: [number, Head][] = []
    const marks = new Set<string>()
    let number = next
    await root.childTransaction(() => {
      const fresh: number[] = []
      const freshRows: AuditRow[] = []
      for (const { rows } of some)
        for (const row of rows) {
          const line = JSON.stringify(row)
          const mark = markOf(row, line)
          if (mark !== undefined && (recentMarks.has(mark) || marks.has(mark))) continue
          if (mark !== undefined) marks.add(mark)
          remaining.set(number, line)
          fresh.push(number++)
          freshRows.push(row)
        }
      const since = keysKnownSince(freshRows)
      if (since !== undefined && !meta.doesExist(KEYS_SINCE)) void meta.put(KEYS_SINCE, since)
      for (const { accessKey, ...use } of keyUsesOf(freshRows))
        if (use.time >= (keyUses.get(accessKey)?.time ?? 0)) void keyUses.put(accessKey, use)
      while (remaining.size >= BLOCK_ROWS) {
        const numbers = [...remaining.keys()].slice(0, BLOCK_ROWS)
        newBlocks.push(
          writeBlock(
            numbers[0] as number,
            numbers.map((one) => remaining.get(one) as string),
          ),
        )
        for (const one of numbers) {
          remaining.delete(one)
          if (unblocked.has(one)) void tail.remove(one)
        }
      }
      for (const one of fresh) {
        const line = remaining.get(one)
        if (line !== undefined) void tail.put(one, line)
      }
    })
    next = number
    remember(marks)
    for (const [first, head] of newBlocks) blocks.set(first, head)
    for (const one of unblocked.keys()) if (!remaining.has(one)) unblocked.delete(one)
    for (const [one, line] of remaining) unblocked.set(one, line)
    if (newBlocks.length > 0) await trimBlocks()
  }

  const write = async () => {
    while (waiting.length > 0) {
      const some = waiting.splice(0)
      queued = 0
      try {
        await writeRows(some)
        for (const { done } of some) done()
      } catch (error) {
        const failure = new Failure(507, messages.recordsNotStored, {
          detail: String(await causeOf(error)),
        })
        for (const { failed } of some) failed(failure)
      }
    }
    // clear first: a caller may append again as soon as its promise resolves
    writing = undefined
  }

  const removeBlock = (first: number) => {
    for (const database of [heads, traces, columns, sketches, bodies]) void database.remove(first)
  }

  /** Deletes blocks of expired rows, and the oldest ones over the size limit. */
  const trimBlocks = async () => {
    let total = [...blocks.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    const oldest = oldestTime()
    const expired: number[] = []
    for (const [first, { to, bytes }] of [...blocks].sort(([one], [other]) => one - other)) {
      if (to >= oldest && total <= limits.bytes) continue
      expired.push(first)
      total -= bytes
    }
    if (expired.length === 0) return
    await root.childTransaction(() => expired.forEach(removeBlock))
    for (const first of expired) blocks.delete(first)
  }

  /** Deletes expired rows of the remaining blocks, which are written again without them, and of the tail. */
  const trimRows = async () => {
    const oldest = oldestTime()
    const isExpired = (line: string) => timeOf(JSON.parse(line) as AuditRow) < oldest
    const partlyExpired = [...blocks].flatMap(([first, { from }]) => (from < oldest ? [first] : []))
    const expiredTail = [...unblocked].flatMap(([number, line]) => (isExpired(line) ? [number] : []))
    if (partlyExpired.length === 0 && expiredTail.length === 0) return
    const newBlocks: [number, Head][] = []
    await root.childTransaction(() => {
      for (const first of partlyExpired) {
        const lines = (bodies.get(first) ?? '').split('\n').filter(Boolean)
        const remaining = lines.filter((line) => !isExpired(line))
        removeBlock(first)
        // its numbers stay within those of the previous block
        if (remaining.length > 0) newBlocks.push(writeBlock(first + lines.length - remaining.length, remaining))
      }
      for (const number of expiredTail) void tail.remove(number)
    })
    for (const first of partlyExpired) blocks.delete(first)
    for (const [first, head] of newBlocks) blocks.set(first, head)
    for (const number of expiredTail) unblocked.delete(number)
  }

  const trimAll = async () => {
    try {
      await trimBlocks()
      await trimRows()
      await trimKeyUses()
    } catch (error) {
      throw await causeOf(error)
    }
  }

  const trimKeyUses = async () => {
    const oldest = oldestTime()
    const expired = Array.from(keyUses.getRange()).filter(({ value }) => value.time < oldest)
    if (expired.length === 0) return
    await root.childTransaction(() => {
      for (const { key } of expired) void keyUses.remove(key)
    })
  }

  const search = async (query: AuditSearch, timeLimit = SEARCH_TIME): Promise<AuditPage> => {
    if (isClosed) throw new Failure(503, 'The audit records are closed')
    const { order, after, skip = 0, size } = query
    const { traces: tokens, sketches: keySketches, globs, part, mayHold, isWithin, fits } = prepareSearch(query)
    const tokenHashes = tokens.map(hashesOf)
    const sign = order === 'timeDesc' ? -1 : 1
    const compare = (one: AuditPosition, other: AuditPosition) => sign * (one[0] - other[0] || one[1] - other[1])
    const matches: { position: AuditPosition; row: AuditRow }[] = []
    const need = skip + size + 1
    const began = performance.now()
    const yieldIfDue = createTimeSlice()

    const collect = (lines: Iterable<[number, string]>) => {
      for (const [number, line] of lines) {
        if (!mayHold(line)) continue
        const row = JSON.parse(line) as AuditRow
        const position: AuditPosition = [timeOf(row), number]
        if (fits(row, position[0]) && (!after || compare(position, after) > 0)) matches.push({ position, row })
      }
      if (matches.length > need) {
        matches.sort((one, other) => compare(one.position, other.position))
        matches.length = need
      }
    }
    collect(unblocked)
    /** Candidate rows of a block: `undefined` if all may match, empty if none can. */
    const candidatesIn = (first: number, count: number) => {
      const trace = readFast(traces, first)
      if (!trace || !tokenHashes.every((hashes) => mayContain(trace, hashes))) return []
      const keys = keySketches.length > 0 && readFast(sketches, first)
      if (keys && !keySketches.every((numbers) => mayBeAmong(keys, numbers))) return []
      const column = globs.length > 0 ? readFast(columns, first) : undefined
      return column && candidateRows(column, count, globs)
    }
    const linesOf = (first: number, rowNumbers: readonly number[] | undefined): [number, string][] => {
      if (rowNumbers?.length === 0) return []
      const text = readFast(bodies, first)
      if (!text) return []
      const lines = rowNumbers ? linesAt(text, rowNumbers) : linesWith(text, part)
      return lines.map(([row, line]) => [first + row, line])
    }
    /** The end of a block's time range that the search reaches first. */
    const edge = ({ from, to }: Head) => (sign < 0 ? to : from)
    const candidates = [...blocks]
      .filter(
        ([, head]) =>
          isWithin(head.from, head.to) && (!after || sign * ((sign < 0 ? head.from : head.to) - after[0]) >= 0),
      )
      .sort(([one, head], [other, last]) => sign * (edge(head) - edge(last) || one - other))
    let reachedTime: number | undefined
    for (const [first, head] of candidates) {
      if (matches.length >= need) {
        matches.sort((one, other) => compare(one.position, other.position))
        if (sign * (edge(head) - (matches[need - 1] as { position: AuditPosition }).position[0]) > 0) break
      }
      if (performance.now() - began > timeLimit) {
        reachedTime = edge(head)
        break
      }
      collect(linesOf(first, candidatesIn(first, head.count)))
      await yieldIfDue()
    }
    matches.sort((one, other) => compare(one.position, other.position))
    // hold back rows that a row of a later block may still precede
    const settled =
      reachedTime === undefined
        ? matches
        : matches.filter(({ position }) => sign * (position[0] - (reachedTime as number)) < 0)
    const some = settled.slice(skip, skip + size)
    const last = some.at(-1)?.position
    if (settled.length > skip + size) return { rows: some.map(({ row }) => row), next: last }
    // the next search starts here: before every row of that moment
    if (reachedTime !== undefined)
      return {
        rows: some.map(({ row }) => row),
        next: [reachedTime, sign < 0 ? Number.MAX_SAFE_INTEGER : 0],
        searchedUntil: reachedTime,
      }
    return { rows: some.map(({ row }) => row) }
  }

  return {
    append: (rows) => {
      if (isClosed) return Promise.reject(new Failure(503, 'The audit records are closed'))
      if (queued + rows.length > MAX_QUEUED && queued > 0)
        return Promise.reject(new Failure(503, messages.recordsArriveFaster, { detail: messages.sendRecordsAgain }))
      queued += rows.length
      const stored = new Promise<void>((done, failed) => waiting.push({ rows, done, failed }))
      writing ??= write()
      return stored
    },
    search,
    facts: async () => {
      const all = [...blocks.values()]
      const times = [
        ...all.map(({ from }) => from),
        ...Array.from(unblocked.values(), (line) => timeOf(JSON.parse(line) as AuditRow)),
      ]
      return {
        count: all.reduce((sum, { count }) => sum + count, 0) + unblocked.size,
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        since: times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined,
      }
    },
    keysLastUsed: async (accessKeys) => {
      if (isClosed) throw new Failure(503, 'The audit records are closed')
      const uses = accessKeys.flatMap((accessKey) => {
        const use = keyUses.get(accessKey)
        return use ? [{ accessKey, ...use }] : []
      })
      const since = meta.get(KEYS_SINCE)
      return { uses, since: since && Math.max(since, oldestTime()) }
    },
    trim: async () => {
      while (writing) await writing
      if (isClosed) return
      const trimming = trimAll()
      // rows that arrive meanwhile are written afterwards
      writing = trimming.then(write, write)
      await trimming
    },
    close: async () => {
      isClosed = true
      await writing
      await root.close()
    },
  }
}
