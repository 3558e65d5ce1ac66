import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditStore } from '../../plugins/logs/backend/records/audit-store.ts'
import { openPostgresStore } from '../../plugins/logs/backend/records/postgres.ts'
import type { AuditSearch } from '../../plugins/logs/audit-search.ts'
import { parseRows } from '../../plugins/logs/backend/records/record.ts'
import { openAuditStore } from '../../plugins/logs/backend/records/lmdb.ts'
import { silentLog } from '../../engines/engine.ts'
import { atLeast, atMost, medianTime } from '../lib/measure.ts'
import { hasPostgres, startPostgres } from '../lib/postgres.ts'

/** `AUDIT_RECORDS=10000000 npm run bench audit` measures the full size. */
const records = Number(process.env.AUDIT_RECORDS ?? 1_000_000)
/** Batch size and concurrency of a MinIO server's webhook. */
const [batch, concurrency] = [100, 16]
const limits = { days: 36_500, bytes: 1e12 }
const START = Date.UTC(2026, 0, 1)

const calls = [
  'PutObject',
  'GetObject',
  'GetObject',
  'GetObject',
  'HeadObject',
  'ListObjectsV2',
  'DeleteObject',
  'GetBucketLocation',
]

const record = (number: number) =>
  JSON.stringify({
    version: '1',
    deploymentid: '6d1c2a4e-5a9e-4c8e-8e0d-1f2b3c4d5e6f',
    time: new Date(START + number * 40).toISOString(),
    trigger: 'incoming',
    api: {
      name: calls[number % calls.length],
      bucket: `team-${(number * 7919) % 200}`,
      object: `data/2026/${(number * 31) % 365}/part-${number}.parquet`,
      status: number % 97 ? 'OK' : 'Not Found',
      statusCode: number % 97 ? 200 : 404,
      rx: 120,
      tx: (number * 13) % 1_000_000,
      timeToFirstByte: '812345ns',
      timeToResponse: '1212345ns',
      timeToResponseInNS: '1212345',
    },
    remotehost: `10.20.${number % 16}.${number % 250}`,
    requestID: `17${number.toString(16).toUpperCase().padStart(14, '0')}`,
    userAgent: 'MinIO (linux; amd64) minio-go/v7.0.70',
    requestPath: `/team-${(number * 7919) % 200}/data/2026/${(number * 31) % 365}/part-${number}.parquet`,
    requestHost: 'storage.example:9000',
    accessKey: `service-${number % 40}`,
  })

const search = (some: Partial<AuditSearch>): AuditSearch => ({ patterns: [], order: 'timeDesc', size: 100, ...some })

/** The first page of a search, which continues until no earlier record can follow. */
const completePage = async (store: AuditStore, query: AuditSearch) => {
  let found = await store.search(query)
  for (let rows = found.rows.length; found.searchedUntil !== undefined && rows < query.size; rows += found.rows.length)
    found = await store.search({ ...query, after: found.next, size: query.size - rows })
}

/** Measures one store: records stored per second, and searches for a first page. */
const measureIn = async (where: string, store: AuditStore, records: number, least: number) => {
  let next = 0
  const began = performance.now()
  const send = async () => {
    while (next < records) {
      const body = Array.from({ length: Math.min(batch, records - next) }, () => record(next++)).join('\n')
      await store.append(parseRows(body).rows)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  const speed = records / ((performance.now() - began) / 1000)
  const middle = START + (records / 2) * 40
  const searches: [string, AuditSearch][] = [
    ['everything', search({})],
    [
      'one request',
      search({
        patterns: [{ field: 'request_id', pattern: `17${(1234).toString(16).toUpperCase().padStart(14, '0')}` }],
      }),
    ],
    ['one object', search({ patterns: [{ field: 'object', pattern: 'data/2026/31/part-1.parquet' }] })],
    [
      'a bucket and a status',
      search({
        patterns: [
          { field: 'bucket', pattern: 'team-17' },
          { field: 'response_status', pattern: 'Not Found' },
        ],
      }),
    ],
    [
      'an agent and a call',
      search({
        patterns: [
          { field: 'user_agent', pattern: 'MinIO*' },
          { field: 'api_name', pattern: 'DeleteObject' },
        ],
      }),
    ],
    [
      'a folder in an hour',
      search({ patterns: [{ field: 'object', pattern: 'data/2026/7/*' }], start: middle, end: middle + 3_600_000 }),
    ],
  ]
  const pages = []
  for (const [what, query] of searches) {
    const name = `whole first page of ${what} among ${records} audit records ${where}`
    pages.push(atMost(name, await medianTime(5, () => completePage(store, query)), 'ms', 150))
  }
  return [atLeast(`audit records stored per second ${where}`, speed, 'records/s', least), ...pages]
}

const inFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-audit-'))
  const store = openAuditStore(join(folder, 'audit'), { limits, log: silentLog })
  const measures = await measureIn('in a folder', store, records, 20_000)
  const noMatch = await medianTime(5, () =>
    store.search(search({ patterns: [{ field: 'object', pattern: '*nowhere*' }] })),
  )
  await store.close()
  const size = statSync(join(folder, 'audit', 'data.mdb')).size / records
  rmSync(folder, { recursive: true, force: true })
  return [
    ...measures,
    atMost('first progress of a search without matches', noMatch, 'ms', 300),
    atMost('size of an audit record on disk', size, 'bytes', 400),
  ]
}

const inPostgres = async () => {
  if (!hasPostgres) return []
  const server = await startPostgres('a password')
  await server.sql('postgres', 'create database audit')
  const store = openPostgresStore(server.url('audit'), { limits })
  const measures = await measureIn('in PostgreSQL', store, Math.min(records / 5, 200_000), 3000)
  await store.close()
  await server.stop()
  return measures
}

/** Measures how fast audit records are stored, and searches for a first page. */
export const measure = async () => [...(await inFolder()), ...(await inPostgres())]
