import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rowOf, rowsIn, type AuditRow } from '../../../engines/audit/record.ts'
import type { Search } from '../../../engines/audit/query.ts'
import { openAuditStore } from '../../../engines/audit/store.ts'
import { Failure } from '../../../core/failure.ts'

const test = suite('audit records')

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const folders: string[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'stowage-audit-'))
  folders.push(path)
  return join(path, 'audit')
}
test.after(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

const START = Date.UTC(2026, 10, 20)
const limits = { days: 365, bytes: 1e9 }
const row = (number: number, some: Partial<AuditRow> = {}): AuditRow => ({
  ...(rowOf({ time: new Date(START + number * 1000).toISOString(), api: { name: 'PutObject', bucket: 'b', object: `in/${number}.txt`, status: 'OK', statusCode: 200 }, requestID: `R${number}` }) as AuditRow),
  ...some,
})
const rows = (many: number, from = 0) => Array.from({ length: many }, (_, index) => row(from + index))
const openIn = (path: string, some: Partial<Parameters<typeof openAuditStore>[1]> = {}) => openAuditStore(path, { limits, clock: () => START + 1e7, log: silent, ...some })
const search = (some: Partial<Search> = {}): Search => ({ patterns: [], order: 'timeDesc', size: 100, ...some })
const ids = (found: readonly AuditRow[]) => found.map(({ request_id }) => Number(request_id.slice(1)))

test('pages come newest first, follow on each other without a gap or a double, and end', async () => {
  const store = openIn(folder())
  await store.append(rows(2500))
  await store.append(rows(10, 2500))
  const seen: number[] = []
  let after: Search['after']
  do {
    const found = await store.search(search({ after, size: 300 }))
    seen.push(...ids(found.rows))
    after = found.next
  } while (after)
  assert.equal(seen, Array.from({ length: 2510 }, (_, index) => 2509 - index))
  assert.equal(ids((await store.search(search({ order: 'timeAsc', size: 3 }))).rows), [0, 1, 2])
  assert.equal(ids((await store.search(search({ skip: 1200, size: 2 }))).rows), [1309, 1308])
  await store.close()
})

test('a page that was broken off for its time goes on where it was', async () => {
  const store = openIn(folder())
  await store.append(rows(4096))
  const seen: number[] = []
  let after: Search['after']
  let pages = 0
  do {
    const found = await store.search(search({ after, size: 5000, patterns: [{ field: 'object', pattern: '*.txt' }] }), pages % 2 ? 1000 : 0)
    seen.push(...ids(found.rows))
    after = found.next
    pages += 1
  } while (after && pages < 50)
  assert.equal(seen, Array.from({ length: 4096 }, (_, index) => 4095 - index))
  await store.close()
})

test('a folder is found however deep it lies', async () => {
  const store = openIn(folder())
  const deep = 'a/b/c/d/e/f/g/h/i/j/'
  await store.append([...rows(1500), row(1500, { object: `${deep}found.txt` }), ...rows(1500, 1501)])
  for (const pattern of [`${deep}*`, `${deep}found.txt`, 'a/b/*.txt']) {
    const found = await store.search(search({ patterns: [{ field: 'object', pattern }] }), 10_000)
    assert.equal(ids(found.rows), [1500], pattern)
  }
  await store.close()
})

test('records that come out of order are told in the order of their times', async () => {
  const store = openIn(folder())
  await store.append(rows(1500, 1000))
  await store.append(rows(1000))
  const { rows: found } = await store.search(search({ size: 2500 }))
  assert.equal(ids(found), Array.from({ length: 2500 }, (_, index) => 2499 - index))
  await store.close()
})

test('every field is searched by patterns, which all have to match, and by time', async () => {
  const store = openIn(folder())
  await store.append(rows(3000))
  await store.append([row(5000, { bucket: 'logs', object: 'a "b"/c*d.txt', user_agent: 'MinIO (linux)', response_status: 'AccessDenied', api_name: 'GetObject' })])
  await store.append(rows(2000, 6000))
  const asked = async (...patterns: Search['patterns']) => ids((await store.search(search({ patterns }), 10_000)).rows)
  assert.equal(await asked({ field: 'request_id', pattern: 'R2048' }), [2048])
  assert.equal(await asked({ field: 'object', pattern: 'in/204.txt' }), [204])
  assert.equal(await asked({ field: 'object', pattern: 'in/20*8.txt' }), [2098, 2088, 2078, 2068, 2058, 2048, 2038, 2028, 2018, 2008, 208])
  assert.equal(await asked({ field: 'object', pattern: 'a "b"/*' }), [5000])
  assert.equal(await asked({ field: 'bucket', pattern: 'logs' }, { field: 'user_agent', pattern: 'MinIO*' }, { field: 'response_status', pattern: 'Access.enied' }), [5000])
  assert.equal(await asked({ field: 'bucket', pattern: 'logs' }, { field: 'api_name', pattern: 'PutObject' }), [])
  assert.equal(await asked({ field: 'object', pattern: '*nothing*' }), [])
  const between = await store.search(search({ start: START + 10_000, end: START + 12_000 }))
  assert.equal(ids(between.rows), [12, 11, 10])
  await store.close()
})

test('all is there again when it is opened again, whether it makes a block or not', async () => {
  const path = folder()
  const first = openIn(path)
  await first.append(rows(1030))
  await first.close()
  const second = openIn(path)
  await second.append(rows(5, 1030))
  assert.equal(ids((await second.search(search({ size: 2000 }))).rows), Array.from({ length: 1035 }, (_, index) => 1034 - index))
  assert.equal(second.facts().count, 1035)
  assert.is(second.facts().since, START)
  await second.close()
})

test('what is too old, and the oldest of what is too much, goes', async () => {
  let now = START
  const store = openIn(folder(), { clock: () => now, limits: { days: 1, bytes: 1e9 } })
  await store.append(rows(1024))
  now = START + 2 * 86_400_000
  await store.append(rows(1024, 200_000))
  assert.equal(store.facts().count, 1024)
  await store.close()
  const small = openIn(folder(), { limits: { days: 365, bytes: 700_000 } })
  for (let turn = 0; turn < 5; turn++) await small.append(rows(1024, turn * 1024))
  assert.ok(small.facts().bytes <= 700_000)
  assert.equal(ids((await small.search(search({ size: 1 }))).rows), [5119])
  await small.close()
})

test('more than can wait is refused until what waits is on disk, and a closed store takes nothing', async () => {
  const store = openIn(folder())
  const first = store.append(rows(15_000))
  const more = [store.append(rows(15_000)), store.append(rows(15_000))]
  const outcomes = await Promise.allSettled(more)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.ok(refused.length >= 1)
  assert.ok(refused.every(({ reason }) => reason instanceof Failure && reason.status === 503))
  await first
  await store.append(rows(1))
  await store.close()
  assert.is(await store.append(rows(1)).catch((error: Failure) => error.status), 503)
})

test('a damaged file is laid aside, and new records are kept', async () => {
  const path = folder()
  const first = openIn(path)
  await first.append(rows(3000))
  await first.close()
  writeFileSync(join(path, 'data.mdb'), Buffer.alloc(16_384, 7))
  const told: string[] = []
  const second = openIn(path, { log: { ...silent, error: (_, text) => void told.push(text) } })
  await second.append(rows(1))
  assert.is(second.facts().count, 1)
  assert.is(told.length, 1)
  assert.ok(readdirSync(join(path, '..')).some((name) => name.startsWith('audit.damaged-')))
  await second.close()
})

test('a body is one record or a line for each; what is none is counted, and a text without end is cut', () => {
  const one = JSON.stringify({ time: '2026-11-20T12:00:00.123456789Z', api: { name: 'GetObject', statusCode: 'odd', timeToResponseInNS: '1500' }, parentUser: 'ana', accessKey: 'TEMP' })
  const { rows: found, unread } = rowsIn(`${one}\n{"time":\n{"api":{}}\n[]\n"text"\n${JSON.stringify({ time: '2026-11-20T12:00:01Z', userAgent: 'x'.repeat(1 << 20) })}\n`)
  assert.is(unread, 3)
  assert.equal([found[0]?.time_to_response_ns, found[0]?.response_status_code, found[0]?.access_key], [1500, 0, 'ana'])
  assert.is(found[1]?.user_agent.length, 4096)
})

test.run()
