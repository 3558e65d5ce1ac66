import { assert, suite, type Test } from '../../../test/lib/suite.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { openPostgresStore, readPostgresFormat } from '../backend/records/postgres.ts'
import type { AuditSearch } from '../audit-search.ts'
import type { AuditRow } from '../backend/records/record.ts'
import { hasPostgres, noPostgres, startPostgres } from '../../../test/lib/postgres.ts'
import { auditFolder, ids, limits, openStoreIn, type OpenStore, row, rows, search, START } from './audit-rows.ts'

/** Tests that every audit store must pass. */
const define = (test: Test, newLocation: () => Promise<string>, open: OpenStore) => {
  test('pages are sorted newest first, contiguous without gaps or duplicates, and end', async () => {
    const store = open(await newLocation())
    await store.append(rows(2500))
    await store.append(rows(10, 2500))
    const seen: number[] = []
    let after: AuditSearch['after']
    do {
      const found = await store.search(search({ after, size: 300 }))
      seen.push(...ids(found.rows))
      after = found.next
    } while (after)
    assert.equal(
      seen,
      Array.from({ length: 2510 }, (_, index) => 2509 - index),
    )
    assert.equal(ids((await store.search(search({ order: 'timeAsc', size: 3 }))).rows), [0, 1, 2])
    assert.equal(ids((await store.search(search({ skip: 1200, size: 2 }))).rows), [1309, 1308])
    await store.close()
  })

  test('a folder is found at any depth', async () => {
    const store = open(await newLocation())
    const deep = 'a/b/c/d/e/f/g/h/i/j/'
    await store.append([...rows(1500), row(1500, { object: `${deep}found.txt` }), ...rows(1500, 1501)])
    for (const pattern of [`${deep}*`, `${deep}found.txt`, 'a/b/*.txt']) {
      const found = await store.search(search({ patterns: [{ field: 'object', pattern }] }), 10_000)
      assert.equal(ids(found.rows), [1500], pattern)
    }
    await store.close()
  })

  test('records written out of order are returned by time', async () => {
    const store = open(await newLocation())
    await store.append(rows(1500, 1000))
    await store.append(rows(1000))
    const { rows: found } = await store.search(search({ size: 2500 }))
    assert.equal(
      ids(found),
      Array.from({ length: 2500 }, (_, index) => 2499 - index),
    )
    await store.close()
  })

  test('every field is searched by patterns, which all have to match, and by time', async () => {
    const store = open(await newLocation())
    await store.append(rows(3000))
    await store.append([
      row(5000, {
        bucket: 'logs',
        object: 'a "b"/c*d.txt',
        user_agent: 'MinIO (linux)',
        response_status: 'AccessDenied',
        api_name: 'GetObject',
      }),
    ])
    await store.append(rows(2000, 6000))
    const idsMatching = async (...patterns: AuditSearch['patterns']) =>
      ids((await store.search(search({ patterns }), 10_000)).rows)
    assert.equal(await idsMatching({ field: 'request_id', pattern: 'R2048' }), [2048])
    assert.equal(await idsMatching({ field: 'object', pattern: 'in/204.txt' }), [204])
    assert.equal(
      await idsMatching({ field: 'object', pattern: 'in/20*8.txt' }),
      [2098, 2088, 2078, 2068, 2058, 2048, 2038, 2028, 2018, 2008, 208],
    )
    assert.equal(await idsMatching({ field: 'object', pattern: 'a "b"/*' }), [5000])
    assert.equal(
      await idsMatching(
        { field: 'bucket', pattern: 'logs' },
        { field: 'user_agent', pattern: 'MinIO*' },
        { field: 'response_status', pattern: 'Access.enied' },
      ),
      [5000],
    )
    assert.equal(
      await idsMatching({ field: 'bucket', pattern: 'logs' }, { field: 'api_name', pattern: 'PutObject' }),
      [],
    )
    assert.equal(await idsMatching({ field: 'object', pattern: '*nothing*' }), [])
    const between = await store.search(search({ start: START + 10_000, end: START + 12_000 }))
    assert.equal(ids(between.rows), [12, 11, 10])
    await store.close()
  })

  test('all records survive reopening, with or without a finished block', async () => {
    const path = await newLocation()
    const first = open(path)
    await first.append(rows(1030))
    await first.close()
    const second = open(path)
    await second.append(rows(5, 1030))
    assert.equal(
      ids((await second.search(search({ size: 2000 }))).rows),
      Array.from({ length: 1035 }, (_, index) => 1034 - index),
    )
    assert.equal((await second.facts()).count, 1035)
    assert.is((await second.facts()).since, START)
    await second.close()
  })

  test('records over the age limit and the oldest over the size limit are deleted', async () => {
    let now = START
    const store = open(await newLocation(), { clock: () => now, limits: { days: 1, bytes: 1e9 } })
    await store.append(rows(1024))
    now = START + 2 * 86_400_000
    await store.append(rows(1024, 200_000))
    await store.trim()
    assert.equal((await store.facts()).count, 1024)
    await store.close()
    const small = open(await newLocation(), { limits: { days: 365, bytes: 700_000 } })
    for (let turn = 0; turn < 5; turn++) await small.append(rows(1024, turn * 1024))
    await small.trim()
    assert.ok((await small.facts()).bytes <= 700_000)
    assert.equal(ids((await small.search(search({ size: 1 }))).rows), [5119])
    await small.close()
  })

  test('expired records are deleted among newer ones, and with few records', async () => {
    const path = await newLocation()
    const options = { clock: () => START + 2 * 86_400_000, limits: { days: 1, bytes: 1e9 } }
    const first = open(path, options)
    await first.append(rows(1000))
    await first.append(rows(100, 200_000))
    await first.append([row(1001), row(300_000)])
    await Promise.all([first.trim(), first.append(rows(2, 400_000))])
    await first.trim()
    const remaining = [400_001, 400_000, 300_000, ...Array.from({ length: 100 }, (_, index) => 200_099 - index)]
    const all = async (store: typeof first) => ids((await store.search(search({ size: 2000 }))).rows)
    assert.equal(await all(first), remaining)
    const { count, since } = await first.facts()
    assert.equal([count, since], [remaining.length, START + 200_000_000])
    await first.close()
    const second = open(path, options)
    await second.append(rows(1, 500_000))
    assert.equal(await all(second), [500_000, ...remaining])
    const byId = search({ patterns: [{ field: 'request_id', pattern: 'R200010' }] })
    assert.equal(ids((await second.search(byId, 10_000)).rows), [200_010])
    await second.close()
  })

  test('writes over the queue limit are refused until the disk catches up, and a closed store accepts none', async () => {
    const store = open(await newLocation())
    const first = store.append(rows(15_000))
    const more = [store.append(rows(15_000)), store.append(rows(15_000))]
    const outcomes = await Promise.allSettled(more)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    assert.ok(refused.length >= 1)
    assert.ok(
      refused.every((one) => one.status === 'rejected' && one.reason instanceof Failure && one.reason.status === 503),
    )
    await first
    await store.append(rows(1))
    await store.close()
    assert.is(await store.append(rows(1)).catch((error: Failure) => error.status), 503)
  })

  test('a repeated request is stored once, even after a restart, and records without a request every time', async () => {
    const path = await newLocation()
    const first = open(path)
    const [one, other] = [rows(1500), [row(9, { request_id: '' }), row(9, { request_id: '' })]]
    await Promise.all([first.append(one), first.append(one.slice(700))])
    await first.append([...one.slice(1400), ...rows(3, 1500), row(1502)])
    await first.append(other)
    await first.close()
    const second = open(path)
    await second.append(rows(600, 903))
    assert.is((await second.facts()).count, 1503 + other.length)
    await second.close()
  })

  test('console and server records are distinguished, with their changes', async () => {
    const store = open(await newLocation())
    await store.append([
      ...rows(1200),
      row(1200, { source: 'console', api_name: 'console.buckets.add', before: '{}', after: '{"a":\n1}' }),
      ...rows(1200, 1201),
    ])
    const [found, ...more] = (await store.search(search({ source: 'console' }), 10_000)).rows
    assert.equal([found?.after, found?.before, more.length], ['{"a":\n1}', '{}', 0])
    assert.equal(
      ids(
        (await store.search(search({ source: 'server', start: START + 1_199_000, end: START + 1_201_000 }), 10_000))
          .rows,
      ),
      [1201, 1199],
    )
    await store.close()
  })

  test('records are found by user, and by whether the call may have changed something', async () => {
    const store = open(await newLocation())
    await store.append([
      ...rows(1200),
      row(1200, { access_key: 'ana', api_name: 'GetObject' }),
      row(1201, { access_key: 'ana', api_name: 'DeleteObject' }),
      row(1202, { access_key: 'a"b+c', api_name: 'ListObjectsV2' }),
      row(1203, { access_key: 'anabel', api_name: 'admin.ListAlerts' }),
      row(1204, { access_key: 'ana', source: 'console', api_name: 'console.tiers.verify' }),
    ])
    const byUser = async (pattern: string, some: Partial<AuditSearch> = {}) =>
      ids((await store.search(search({ patterns: [{ field: 'access_key', pattern }], ...some }), 10_000)).rows)
    assert.equal(await byUser('ana'), [1204, 1201, 1200])
    assert.equal(await byUser('ana*'), [1204, 1203, 1201, 1200])
    assert.equal(await byUser('a"b+c'), [1202])
    assert.equal(await byUser('a'), [])
    assert.equal(await byUser('*', { changes: true, start: START + 1_200_000 }), [1204, 1201])
    await store.close()
  })

  test('records are found by access key, and the last call of each key survives the records', async () => {
    const path = await newLocation()
    const first = open(path, { limits: { days: 2, bytes: 1e9 } })
    const { access_key_id: _, ...unknown } = row(0, { access_key: 'ana' })
    await first.append([unknown])
    assert.equal(await first.keysLastUsed(['K1']), { uses: [], since: undefined })
    const by = (number: number, access_key_id: string, some: Partial<AuditRow> = {}) =>
      row(number, { access_key: 'ana', access_key_id, ...some })
    await first.append([
      by(4, 'K1'),
      by(2, 'K1'),
      by(3, ''),
      ...rows(1024, 10),
      by(5, 'K-2', { api_name: 'GetObject' }),
    ])
    await first.append([by(1, 'K1'), by(6, 'K3')])
    const byKey = async (pattern: string) =>
      ids((await first.search(search({ patterns: [{ field: 'access_key_id', pattern }] }), 10_000)).rows)
    assert.equal([await byKey('K1'), await byKey('K.2'), await byKey('nobody')], [[4, 2, 1], [5], []])
    await first.trim()
    await first.close()
    const now = START + 2 * 86_400_000
    const second = open(path, { limits: { days: 2, bytes: 1 }, clock: () => now + 5000 })
    const uses = [
      { accessKey: 'K-2', account: 'ana', time: START + 5000, name: 'GetObject' },
      { accessKey: 'K1', account: 'ana', time: START + 4000, name: 'PutObject' },
    ]
    const read = async () => {
      const { uses: found, since } = await second.keysLastUsed(['K1', 'K-2', 'K9'])
      return [found.sort((one, other) => (one.accessKey < other.accessKey ? -1 : 1)), since]
    }
    assert.equal(await read(), [uses, START + 5000])
    await second.trim()
    assert.equal(await read(), [uses.slice(0, 1), START + 5000])
    await second.close()
  })

  test('texts with any characters and length are stored unchanged and found', async () => {
    const store = open(await newLocation())
    const unusualTexts = ['a\\b%c_d', "it's", 'ü/日本/\u{1f600}', 'nul\0here', 'x'.repeat(4000)]
    await store.append(unusualTexts.map((object, at) => row(at, { object })))
    for (const [at, object] of unusualTexts.entries())
      assert.equal(
        (
          await store.search(search({ patterns: [{ field: 'object', pattern: object.replaceAll('.', '*') }] }), 10_000)
        ).rows.map((one) => one.object),
        [object],
        `text ${at}`,
      )
    assert.equal(
      ids((await store.search(search({ patterns: [{ field: 'object', pattern: 'a\\b%*' }] }), 10_000)).rows),
      [0],
    )
    await store.close()
  })
}

const inFolder = suite('audit records in a folder')
define(inFolder, async () => auditFolder(), openStoreIn)

const inPostgres = suite('audit records in PostgreSQL')
const openAt: OpenStore = (address, some) => openPostgresStore(address, { limits, clock: () => START + 1e7, ...some })

if (hasPostgres) {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let made = 0
  const newLocation = async () => {
    const name = `audit_${++made}`
    await server.sql('postgres', `create database ${name}`)
    return server.url(name)
  }
  inPostgres.before(async () => {
    server = await startPostgres("it's a / {secret} @")
  })
  inPostgres.after(() => server?.stop())
  define(inPostgres, newLocation, openAt)

  inPostgres('two consoles share records, even if both create the tables', async () => {
    const address = await newLocation()
    const [one, other] = [openAt(address), openAt(address)]
    await Promise.all([one.append(rows(500)), other.append(rows(500, 250))])
    for (const store of [one, other]) assert.is((await store.facts()).count, 750)
    await Promise.all([one.trim(), other.trim()])
    await Promise.all([one.close(), other.close()])
  })

  inPostgres('the format is stored, added to earlier records, and a later one is refused', async () => {
    const address = await newLocation()
    const database = new URL(address).pathname.slice(1)
    const sql = (text: string) => server.sql(database, text)
    const write = async () => {
      const store = openAt(address)
      try {
        await store.append(rows(5))
        return (await store.facts()).count
      } finally {
        await store.close()
      }
    }
    assert.is(await readPostgresFormat(address), undefined)
    assert.is(await write(), 5)
    assert.is(await sql('select version from stowage_audit_format'), '1\n')
    await sql('drop table stowage_audit_format')
    assert.is(await readPostgresFormat(address), 1)
    await write()
    assert.is(await readPostgresFormat(address), 1)
    await sql('update stowage_audit_format set version = 2')
    assert.is(await readPostgresFormat(address), 2)
    const refused = await write().then(
      () => undefined,
      (error: Failure) => error,
    )
    assert.is(refused?.status, 503)
    assert.match(
      refused?.message ?? '',
      /records of format 2, and this Stowage reads formats up to 1\. Install the later/,
    )
    assert.is(await sql('select count(*) from stowage_audit'), '5\n')
  })

  inPostgres('a database outage is reported, and the store works again after it', async () => {
    const store = openAt(await newLocation())
    await server.pause()
    const refused = await store.append(rows(5)).then(
      () => undefined,
      (error: Failure) => error,
    )
    assert.is(refused?.status, 503)
    assert.not.match(`${refused?.message} ${refused?.detail}`, /secret/)
    await server.resume()
    for (let left = 50; ; left -= 1) {
      const failed = await store.append(rows(5)).then(
        () => undefined,
        (error: Failure) => error,
      )
      if (!failed) break
      if (left === 0) throw failed
    }
    assert.is((await store.facts()).count, 5)
    await store.close()
  })
} else {
  console.log(`audit records in PostgreSQL are skipped: ${noPostgres}`)
  define(
    Object.assign(() => inPostgres.skip(), inPostgres),
    async () => '',
    openAt,
  )
}
