import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { assert, suite } from '../../../test/lib/suite.ts'
import { parseRows } from '../backend/records/record.ts'
import type { AuditSearch } from '../audit-search.ts'
import { silentLog } from '../../../engines/engine.ts'
import { auditFolder, ids, openStoreIn, rows, search } from './audit-rows.ts'

const test = suite('audit records on disk')

test('a page interrupted by its time limit continues at its cursor', async () => {
  const store = openStoreIn(auditFolder())
  await store.append(rows(4096))
  const seen: number[] = []
  let after: AuditSearch['after']
  let pages = 0
  do {
    const found = await store.search(
      search({ after, size: 5000, patterns: [{ field: 'object', pattern: '*.txt' }] }),
      pages % 2 ? 1000 : 0,
    )
    seen.push(...ids(found.rows))
    after = found.next
    pages += 1
  } while (after && pages < 50)
  assert.equal(
    seen,
    Array.from({ length: 4096 }, (_, index) => 4095 - index),
  )
  await store.close()
})

test('records of an older console version are found among newer ones', async () => {
  const path = auditFolder()
  const first = openStoreIn(path)
  await first.append(rows(1024))
  await first.close()
  const older = open({ path, maxDbs: 8 })
  for (const name of ['columns', 'sketches']) await older.openDB({ name }).clearAsync()
  await older.close()
  const second = openStoreIn(path)
  await second.append(rows(1024, 1024).map((one) => ({ ...one, object: one.object.replace('1024.', '7.') })))
  const patterns = [
    { field: 'object', pattern: 'in/7.txt' },
    { field: 'bucket', pattern: 'b' },
  ] as const
  assert.equal(ids((await second.search(search({ patterns }), 10_000)).rows), [1024, 7])
  await second.close()
})

test('a damaged file is set aside, and new records are stored', async () => {
  const path = auditFolder()
  const first = openStoreIn(path)
  await first.append(rows(3000))
  await first.close()
  writeFileSync(join(path, 'data.mdb'), Buffer.alloc(16_384, 7))
  const logged: string[] = []
  const second = openStoreIn(path, { log: { ...silentLog, error: (_, text) => void logged.push(text) } })
  await second.append(rows(1))
  assert.is((await second.facts()).count, 1)
  assert.is(logged.length, 1)
  assert.ok(readdirSync(join(path, '..')).some((name) => name.startsWith('audit.damaged-')))
  await second.close()
})

test('a body is one record or one per line, invalid ones are counted, and an unbounded text is cut', () => {
  const one = JSON.stringify({
    time: '2026-11-20T12:00:00.123456789Z',
    api: { name: 'GetObject', statusCode: 'odd', timeToResponseInNS: '1500' },
    parentUser: 'ana',
    accessKey: 'TEMP',
  })
  const { rows: found, unread } = parseRows(
    `${one}\n{"time":\n{"api":{}}\n[]\n"text"\n${JSON.stringify({ time: '2026-11-20T12:00:01Z', userAgent: 'x'.repeat(1 << 20) })}\n`,
  )
  assert.is(unread, 3)
  assert.equal([found[0]?.time_to_response_ns, found[0]?.response_status_code], [1500, 0])
  assert.equal([found[0]?.access_key, found[0]?.access_key_id, found[1]?.access_key_id], ['ana', 'TEMP', ''])
  assert.is(found[1]?.user_agent.length, 4096)
})

test('records of a later format are refused and left as they are', async () => {
  const path = auditFolder()
  await openStoreIn(path).close()
  const later = open({ path, maxDbs: 8 })
  await later.openDB({ name: 'meta' }).put('format', 2)
  await later.close()
  assert.throws(() => openStoreIn(path), /has records of format 2, and this Stowage reads formats up to 1/)
  assert.equal(readdirSync(path).sort(), ['data.mdb', 'lock.mdb'])
})
