import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { missingFeatures } from '../../../core/protocol/features.ts'
import { silentLog } from '../../../engines/engine.ts'
import { type AuditRow, rowOf } from '../backend/records/record.ts'
import { createFolderStore } from '../../../engines/lib/key-value-store.ts'
import { createAudit, describeStore } from '../backend/audit.ts'
import { createIntake, endpointOf, takeRecords } from '../backend/intake.ts'
import { Search } from '../contract.ts'
import { patternsOf, timesOf } from '../pages/use-search.ts'

const test = suite('receiving audit records')

const folder = temporaryFolder('taken')

const record = (id: string) =>
  JSON.stringify({ time: '2026-11-20T12:00:00Z', requestID: id, api: { name: 'GetObject', bucket: 'b' } })
const refused = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => {
      throw new Error('It was not refused')
    },
    (error: Failure) => error,
  )

const config = { days: 7, bytes: 1e9, database: undefined }
const opened = (log = silentLog) => {
  const audit = createAudit()
  return {
    audit,
    close: audit.open({ folder: mkdtempSync(join(folder, 'a')), config, log, clock: () => Date.UTC(2026, 10, 20, 13) }),
  }
}
const intakeOf = (
  token: string | undefined,
  log = silentLog,
  keep = createFolderStore(mkdtempSync(join(folder, 'k'))),
) => {
  const intake = createIntake()
  intake.begin({ token, keep, log })
  return intake
}

test('records are accepted only with the token, and an invalid record is logged', async () => {
  const { audit, close } = opened()
  const logged: object[] = []
  const intake = intakeOf('right', { ...silentLog, warn: (about: object) => void logged.push(about) })
  const send = (authorization: string, body: string) => takeRecords(audit, intake, { authorization, body })
  assert.is((await refused(send('Bearer wrong', record('a')))).status, 401)
  assert.is((await refused(takeRecords(audit, intakeOf(undefined), { authorization: '', body: '' }))).status, 401)
  await send('Bearer right', `${record('a')}\n{"half":\n${record('b')}\n`)
  await send('right', record('c'))
  await send('right', '{}')
  await send('right', '')
  assert.equal(logged, [{ unread: 1 }])
  const { rows } = await audit.search({ patterns: [], order: 'timeAsc', size: 10 })
  assert.equal(pluck(rows, 'request_id'), ['a', 'b', 'c'])
  assert.equal(await describeStore(audit, 'configured'), {
    count: 3,
    delivery: 'configured',
    limits: { days: 7, bytes: 1e9 },
    since: '2026-11-20T12:00:00.000Z',
  })
  await close()
  assert.is((await refused(send('right', record('d')))).status, 503)
})

test('after a restart the current and the previous token are accepted, and older ones are refused', async () => {
  const { audit, close } = opened()
  const keep = createFolderStore(mkdtempSync(join(folder, 'k')))
  const first = intakeOf(undefined, silentLog, keep)
  const tokens = [await first.token(), await first.token(), await first.token()]
  const again = intakeOf(undefined, silentLog, keep)
  const outcomes = await Promise.all(
    tokens.map((token) =>
      takeRecords(audit, again, { authorization: `Bearer ${token}`, body: '' }).then(
        () => 'taken',
        ({ status }: Failure) => status,
      ),
    ),
  )
  assert.equal(outcomes, [401, 'taken', 'taken'])
  const storedTokens = await keep.read('audit-tokens')
  assert.ok(
    tokens.every((token) => !storedTokens?.includes(token)),
    'a token is kept as it is',
  )
  await close()
})

test('tokens that could not be read are read again, and damaged ones are replaced by a new one', async () => {
  const { audit, close } = opened()
  const keep = createFolderStore(mkdtempSync(join(folder, 'k')))
  const token = await intakeOf(undefined, silentLog, keep).token()
  let problem: Error | undefined = new Error('EMFILE: too many open files')
  const read = async (name: string) => {
    if (problem) throw problem
    return keep.read(name)
  }
  const intake = intakeOf(undefined, silentLog, { ...keep, read })
  const send = (by: string) => takeRecords(audit, intake, { authorization: `Bearer ${by}`, body: '{}' })
  assert.is(await refused(send(token)), problem)
  problem = undefined
  await send(token)
  await keep.write('audit-tokens', '{"digests":["ab')
  const damaged = intakeOf(undefined, silentLog, keep)
  const ask = (by: string) => takeRecords(audit, damaged, { authorization: by, body: '{}' })
  assert.is((await refused(ask(token))).status, 401)
  await ask(await damaged.token())
  await close()
})

test('a console recognizes its own probes and those of its replicas, and stores no record for them', async () => {
  const { audit, close } = opened()
  const [one, replica, other] = [intakeOf('same'), intakeOf('same'), intakeOf(undefined)]
  const send = (intake: typeof one, authorization: string, body = '') =>
    takeRecords(audit, intake, { authorization, body })
  await send(one, `Bearer ${one.testCredential()}`)
  await send(replica, `Bearer ${one.testCredential()}`)
  await send(other, other.testCredential())
  assert.is((await refused(send(other, one.testCredential()))).status, 401)
  assert.is((await refused(send(one, one.testCredential(), record('a')))).status, 401)
  assert.is((await refused(send(one, 'test..'))).status, 401)
  await close()
})

test('without a data folder no token can be generated, and the error names the setting', async () => {
  const memory = createIntake()
  assert.match(memory.unavailable() ?? '', /CONSOLE_AUDIT_TOKEN/)
  assert.is(intakeOf('right').unavailable(), undefined)
  assert.is(intakeOf(undefined).unavailable(), undefined)
  const audit = createAudit()
  assert.is((await refused(audit.store())).detail, missingFeatures['log-search'])
  assert.is((await describeStore(audit, 'not-configured')).problem, missingFeatures['log-search'])
})

test("the endpoint is below the console's address with any path", () => {
  assert.is(endpointOf('https://console.example'), 'https://console.example/api/v1/logs/audit')
  assert.is(endpointOf('http://10.0.0.1:9090/sub/path/'), 'http://10.0.0.1:9090/sub/path/api/v1/logs/audit')
  for (const wrong of ['console.example', 'ftp://a', 'https://u:p@a', 'https://a/?x=1', 'https://a/#b'])
    assert.throws(() => endpointOf(wrong), /address in body/)
})

test("the console's own records are stored up to its shutdown and not afterwards", async () => {
  const path = mkdtempSync(join(folder, 'n'))
  const row = (id: string) => rowOf({ time: '2026-11-20T12:00:00Z', requestID: id, api: { name: 'x' } }) as AuditRow
  const openAgain = () => {
    const audit = createAudit()
    return {
      audit,
      close: audit.open({ folder: path, config, log: silentLog, clock: () => Date.UTC(2026, 10, 20, 13) }),
    }
  }
  const first = openAgain()
  for (const id of ['1', '2']) first.audit.note(row(id))
  await first.close()
  first.audit.note(row('3'))
  const { audit, close } = openAgain()
  assert.equal(pluck((await audit.search({ patterns: [], order: 'timeAsc', size: 10 })).rows, 'request_id'), ['1', '2'])
  await close()
})

test('records are listed by source', async () => {
  const { audit, close } = opened()
  const row = (id: string) => rowOf({ time: '2026-11-20T12:00:00Z', requestID: id, api: { name: 'x' } }) as AuditRow
  await (await audit.store()).append([{ ...row('mine'), source: 'console', before: '{}', after: '{}' }, row('theirs')])
  const ids = async (source: 'server' | 'console' | undefined) =>
    (await audit.search({ patterns: [], order: 'timeAsc', size: 10, source })).rows.map(({ request_id }) => request_id)
  assert.equal(
    [await ids('console'), await ids('server'), await ids(undefined)],
    [['mine'], ['theirs'], ['mine', 'theirs']],
  )
  await close()
})

test('a search accepts existing fields, times and pages within their limits', () => {
  const parsed = v.parse(Search, {
    fp: ['bucket:a', 'object:b:c*'],
    timeStart: '2026-11-20T12:00:00Z',
    pageNo: '2',
    after: '17-4',
  })
  assert.equal(parsed.fp, [
    { field: 'bucket', pattern: 'a' },
    { field: 'object', pattern: 'b:c*' },
  ])
  assert.equal(
    [parsed.timeStart, parsed.timeEnd, parsed.pageNo, parsed.after],
    [Date.UTC(2026, 10, 20, 12), undefined, 2, [17, 4]],
  )
  assert.equal(v.parse(Search, { fp: 'bucket:a' }).fp, [{ field: 'bucket', pattern: 'a' }])
  for (const wrong of [
    { source: 'mine' },
    { fp: 'secret:x' },
    { timeStart: 'soon' },
    { pageSize: '0' },
    { pageSize: '10001' },
    { after: '1' },
    { order: 'down' },
  ])
    assert.not(v.safeParse(Search, wrong).success)
})

test('a relative time range starts that long before now, and days count to their end', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const none = { from: '', to: '' }
  assert.equal(timesOf({ range: 'hour', ...none }, now), { timeStart: '2026-11-20T11:00:00.000Z' })
  assert.equal(timesOf({ range: 'all', ...none }, now), {})
  const { timeStart = '', timeEnd = '' } = timesOf(
    { range: 'between', from: '2026-11-18', to: '2026-11-19' },
    now,
  ) as Record<string, string>
  assert.is(Date.parse(timeStart), new Date(2026, 10, 18).getTime())
  assert.is(Date.parse(timeEnd), new Date(2026, 10, 20).getTime() - 1)
})

test('only fields with a value are searched', () => {
  const texts = {
    access_key: '',
    access_key_id: '',
    bucket: ' a ',
    object: '',
    api_name: '',
    request_id: '',
    user_agent: '',
    response_status: 'OK',
  }
  assert.equal(patternsOf(texts), ['bucket:a', 'response_status:OK'])
})
