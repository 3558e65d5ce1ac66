import { createHash, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { Failure } from 'stowage'
import type { AuditField, AuditSearch } from '../../audit-search.ts'
import * as messages from '../../messages.ts'
import type { AuditStore } from './audit-store.ts'
import { keysKnownSince, keyUsesOf } from './key-uses.ts'
import type { RetentionLimits } from './retention.ts'
import { type AuditRow, READS, sourceOf } from './record.ts'
import { INDEXED_LENGTH, schema } from './schema.ts'

/** Limit of queued rows, rows per INSERT statement, and row count above which the planner's estimate is used. */
const [MAX_QUEUED, BATCH_SIZE, EXACT_COUNT_LIMIT] = [20_000, 5000, 2_000_000]

/** Statement timeout in ms. */
const STATEMENT_TIMEOUT = 20_000

const DAY = 86_400_000

/** Advisory locks for creating tables and for trimming, so that two replicas never do either at the same time. */
const [MAKING, TRIMMING] = [7_303_014_001, 7_303_014_002]

/** Format of the tables. Records without one are of format 1. */
export const POSTGRES_FORMAT = 1

/** Identity of a row, used to drop duplicates. Rows without a request id are never duplicates. */
const markOf = ({ request_id }: AuditRow, line: string) =>
  request_id ? createHash('sha1').update(line).digest('hex') : randomUUID()

/** PostgreSQL texts cannot contain NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD')

const likeOf = (pattern: string) =>
  pattern.replace(/[\\%_.*]/g, (one) => (one === '.' ? '_' : one === '*' ? '%' : `\\${one}`))

/** Turns a pattern for a field without a column into a regular expression over the record's JSON. */
const jsonPattern = (field: AuditField, pattern: string) => {
  const name = JSON.stringify(pattern).slice(1, -1)
  const escaped = name.replace(/[\\^$|()[\]{}+?]/g, '\\$&')
  return `"${field}":"${escaped.replaceAll('.', '[^"]').replaceAll('*', '[^"]*')}"`
}

const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const { code = '', message } = error as Error & { code?: string }
  if (code === '57014')
    return new Failure(503, messages.searchTakesTooLong, {
      detail: messages.chooseShorterTimeRange,
    })
  if (code.startsWith('53'))
    return new Failure(507, messages.recordsNotStored, { detail: `PostgreSQL says: ${message}` })
  return new Failure(503, messages.databaseReturnedError, {
    detail: `PostgreSQL: ${code} ${message}`,
  })
}

const connect = (address: string) =>
  postgres(address, {
    max: 4,
    // plan per query: which index is best depends on the start of the pattern
    prepare: false,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'stowage', statement_timeout: STATEMENT_TIMEOUT },
  })

/** Reads the format of the records in a database; `undefined` without records. Throws `Failure`, also for an outage. */
export const readPostgresFormat = async (address: string): Promise<number | undefined> => {
  const sql = connect(address)
  try {
    const [tables] = await sql<{ records: boolean; format: boolean }[]>`
      select to_regclass('stowage_audit') is not null as records, to_regclass('stowage_audit_format') is not null as format`
    if (!tables?.records) return undefined
    const [stored] = tables.format ? await sql<{ version: number }[]>`select version from stowage_audit_format` : []
    return stored?.version ?? 1
  } catch (error) {
    throw failureOf(error)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Opens an audit store in PostgreSQL, which several consoles may use concurrently. The database may be unreachable at
 * this time.
 */
export const openPostgresStore = (
  address: string,
  { limits, clock = Date.now }: { limits: RetentionLimits; clock?: () => number },
): AuditStore => {
  const sql = connect(address)
  let making: Promise<void> | undefined
  let queued = 0
  let isClosed = false

  const createTables = async () => {
    await sql.begin(async (within) => {
      await within`select pg_advisory_xact_lock(${MAKING})`
      await within`create table if not exists stowage_audit_format (version integer not null)`
      const [stored] = await within<{ version: number }[]>`select version from stowage_audit_format`
      if (stored && stored.version > POSTGRES_FORMAT)
        throw new Failure(503, messages.auditDatabaseHasLaterFormat(stored.version, POSTGRES_FORMAT))
      for (const statement of schema) await within.unsafe(statement)
      if (!stored) await within`insert into stowage_audit_format (version) values (${POSTGRES_FORMAT})`
    })
  }
  const ensureReady = async () => {
    if (isClosed) throw new Failure(503, 'The audit records are closed')
    making ??= createTables()
    try {
      await making
    } catch (error) {
      making = undefined
      throw error
    }
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await ensureReady()
      return await work()
    } catch (error) {
      throw failureOf(error)
    }
  }

  const insert = async (rows: readonly AuditRow[]) => {
    const lines = rows.map((row) => JSON.stringify(row))
    const texts = (of: (row: AuditRow) => string) => rows.map((row) => withoutNul(of(row)))
    await sql`
      insert into stowage_audit (mark, time, source, bucket, object, api_name, request_id, user_agent, response_status, bytes, line)
      select mark, time, source, bucket, object, api_name, request_id, user_agent, response_status, octet_length(line), line
      from unnest(
        ${rows.map((row, at) => markOf(row, lines[at] as string))}::text[], ${rows.map(({ time }) => Date.parse(time))}::bigint[], ${texts(sourceOf)}::text[],
        ${texts(({ bucket }) => bucket)}::text[], ${texts(({ object }) => object)}::text[], ${texts(({ api_name }) => api_name)}::text[],
        ${texts(({ request_id }) => request_id)}::text[], ${texts(({ user_agent }) => user_agent)}::text[], ${texts(({ response_status }) => response_status)}::text[],
        ${lines}::text[]) with ordinality
        as records (mark, time, source, bucket, object, api_name, request_id, user_agent, response_status, line, place)
      order by place
      on conflict (mark) do nothing`
  }

  const noteKeyUses = async (rows: readonly AuditRow[]) => {
    const since = keysKnownSince(rows)
    if (since !== undefined) await sql`update stowage_audit_format set keys_since = ${since} where keys_since is null`
    // consoles that write the same keys at the same time lock them in the same order
    const uses = keyUsesOf(rows).sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1))
    if (uses.length === 0) return
    await sql`
      insert into stowage_audit_keys (access_key, account, time, name)
      select * from unnest(
        ${uses.map(({ accessKey }) => withoutNul(accessKey))}::text[], ${uses.map(({ account }) => withoutNul(account))}::text[],
        ${uses.map(({ time }) => time)}::bigint[], ${uses.map(({ name }) => withoutNul(name))}::text[])
      on conflict (access_key) do update set account = excluded.account, time = excluded.time, name = excluded.name
      where excluded.time > stowage_audit_keys.time`
  }

  /** The condition for a field; the start of the pattern uses an index. */
  const fits = (field: AuditField, pattern: string) => {
    if (field === 'access_key' || field === 'access_key_id') return sql`and line ~ ${jsonPattern(field, pattern)}`
    const column = sql(field)
    const text = withoutNul(pattern)
    const wild = text.search(/[.*]/)
    if (wild < 0)
      return sql`and left(${column}, ${sql.unsafe(String(INDEXED_LENGTH))}) = ${text.slice(0, INDEXED_LENGTH)} and ${column} = ${text}`
    const begins = likeOf(text.slice(0, Math.min(wild, INDEXED_LENGTH)))
    return sql`${begins ? sql`and left(${column}, ${sql.unsafe(String(INDEXED_LENGTH))}) like ${`${begins}%`}` : sql``} and ${column} like ${likeOf(text)}`
  }

  const search = async ({ patterns, source, changes, order, start, end, after, skip = 0, size }: AuditSearch) => {
    const isDown = order === 'timeDesc'
    const direction = isDown ? sql`desc` : sql`asc`
    const beyond =
      after &&
      (isDown
        ? sql`and (time, number) < (${after[0]}, ${after[1]})`
        : sql`and (time, number) > (${after[0]}, ${after[1]})`)
    const stored = await sql<{ number: string; time: string; line: string }[]>`
      select number, time, line from stowage_audit
      where true
        ${start === undefined ? sql`` : sql`and time >= ${start}`}
        ${end === undefined ? sql`` : sql`and time <= ${end}`}
        ${source === undefined ? sql`` : sql`and source = ${source}`}
        ${changes ? sql`and (source = 'console' or api_name !~* ${READS})` : sql``}
        ${beyond ?? sql``}
        ${patterns.map(({ field, pattern }) => fits(field, pattern)).reduce((one, other) => sql`${one} ${other}`, sql``)}
      order by time ${direction}, number ${direction}
      offset ${skip} limit ${size + 1}`
    const some = stored.slice(0, size)
    const last = some.at(-1)
    const rows = some.map(({ line }) => JSON.parse(line) as AuditRow)
    return { rows, ...(stored.length > size && last && { next: [Number(last.time), Number(last.number)] as const }) }
  }

  /** Deletes matching records in batches, so that no lock is held for long. */
  const removeUntil = async (time: number, number: number) => {
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; )
      deleted = (
        await sql`delete from stowage_audit where number in (select number from stowage_audit where (time, number) <= (${time}, ${number}) order by time, number limit ${BATCH_SIZE})`
      ).count
  }

  const oldest = () => clock() - limits.days * DAY

  const trimLocked = async () => {
    await removeUntil(oldest() - 1, Number.MAX_SAFE_INTEGER)
    await sql`delete from stowage_audit_keys where time < ${oldest()}`
    const [sum] = await sql<{ bytes: string | null }[]>`select sum(bytes) as bytes from stowage_audit`
    if (Number(sum?.bytes ?? 0) <= limits.bytes) return
    const [edge] = await sql<{ time: string; number: string }[]>`
      select time, number from (select time, number, sum(bytes) over (order by time desc, number desc) as total from stowage_audit) as totals
      where total > ${limits.bytes} order by time desc, number desc limit 1`
    if (edge) await removeUntil(Number(edge.time), Number(edge.number))
  }

  return {
    append: async (rows) => {
      if (queued > 0 && queued + rows.length > MAX_QUEUED) throw new Failure(503, messages.tooManyRecordsWaiting)
      queued += rows.length
      try {
        await run(async () => {
          for (let at = 0; at < rows.length; at += BATCH_SIZE) await insert(rows.slice(at, at + BATCH_SIZE))
          await noteKeyUses(rows)
        })
      } finally {
        queued -= rows.length
      }
    },
    search: (query) => run(() => search(query)),
    facts: () =>
      run(async () => {
        const [guess] = await sql<
          { count: number }[]
        >`select reltuples as count from pg_class where oid = 'stowage_audit'::regclass`
        const isMany = Number(guess?.count ?? 0) > EXACT_COUNT_LIMIT
        const [totals] = isMany
          ? await sql<
              { count: string; bytes: string }[]
            >`select reltuples::bigint as count, pg_relation_size(oid) as bytes from pg_class where oid = 'stowage_audit'::regclass`
          : await sql<
              { count: string; bytes: string }[]
            >`select count(*) as count, coalesce(sum(bytes), 0) as bytes from stowage_audit`
        const [first] = await sql<{ time: string }[]>`select time from stowage_audit order by time, number limit 1`
        return {
          count: Number(totals?.count ?? 0),
          bytes: Number(totals?.bytes ?? 0),
          since: first && Number(first.time),
        }
      }),
    keysLastUsed: (accessKeys) =>
      run(async () => {
        const rows = await sql<{ access_key: string; account: string; time: string; name: string }[]>`
          select access_key, account, time, name from stowage_audit_keys where access_key = any(${[...accessKeys]}::text[])`
        const [format] = await sql<{ since: string | null }[]>`select keys_since as since from stowage_audit_format`
        return {
          uses: rows.map(({ access_key: accessKey, account, time, name }) => ({
            accessKey,
            account,
            time: Number(time),
            name,
          })),
          since: format?.since ? Math.max(Number(format.since), oldest()) : undefined,
        }
      }),
    trim: () =>
      run(async () => {
        const lock = await sql.reserve()
        try {
          const [attempt] = await lock<{ locked: boolean }[]>`select pg_try_advisory_lock(${TRIMMING}) as locked`
          if (!attempt?.locked) return
          try {
            await trimLocked()
          } finally {
            await lock`select pg_advisory_unlock(${TRIMMING})`
          }
        } finally {
          lock.release()
        }
      }),
    close: async () => {
      isClosed = true
      await sql.end({ timeout: 5 })
    },
  }
}
