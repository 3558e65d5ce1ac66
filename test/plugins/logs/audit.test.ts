import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import type { Failure } from '../../../core/failure.ts'
import { lacks } from '../../../core/features.ts'
import { silent } from '../../../engines/engine.ts'
import { createAudit, keptIn, takeRecords } from '../../../plugins/logs/adapters/audit.ts'
import { Search } from '../../../plugins/logs/contract.ts'
import { patternsOf, timesOf } from '../../../plugins/logs/pages/use-search.ts'

const test = suite('audit records that are sent')

const folder = mkdtempSync(join(tmpdir(), 'stowage-taken-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const record = (id: string) => JSON.stringify({ time: '2026-11-20T12:00:00Z', requestID: id, api: { name: 'GetObject', bucket: 'b' } })
const refused = (work: Promise<unknown>): Promise<Failure> => work.then(() => { throw new Error('It was not refused') }, (error: Failure) => error)

test('they are taken with the token alone, and what is none is told of in the log', async () => {
  const audit = createAudit()
  const close = audit.open(folder, silent, Date.now)
  const said: object[] = []
  const log = { ...silent, warn: (about: object) => void said.push(about) }
  const take = (authorization: string, body: string, token: string | undefined = 'right') => takeRecords(audit, { token, authorization, body, log })
  assert.is((await refused(take('Bearer wrong', record('a')))).status, 401)
  assert.is((await refused(takeRecords(audit, { token: undefined, authorization: '', body: '', log }))).status, 401)
  await take('Bearer right', `${record('a')}\n{"half":\n${record('b')}\n`)
  await take('right', record('c'))
  await take('right', '')
  assert.equal(said, [{ unread: 1 }])
  const { rows } = await (await audit.store()).search({ patterns: [], order: 'timeAsc', size: 10 })
  assert.equal(rows.map(({ request_id }) => request_id), ['a', 'b', 'c'])
  assert.equal(await keptIn(audit, 'with-token'), { count: 3, sent: 'with-token', since: '2026-11-20T12:00:00.000Z' })
  await close()
  assert.is((await refused(take('right', record('d')))).status, 503)
})

test('without a folder it is said what to set', async () => {
  const audit = createAudit()
  assert.is((await refused(audit.store())).detail, lacks['log-search'])
  assert.is((await keptIn(audit, 'never')).problem, lacks['log-search'])
})

test('a search names fields that there are, moments and pages within their limits', () => {
  const parsed = v.parse(Search, { fp: ['bucket:a', 'object:b:c*'], timeStart: '2026-11-20T12:00:00Z', pageNo: '2', after: '17-4' })
  assert.equal(parsed.fp, [{ field: 'bucket', pattern: 'a' }, { field: 'object', pattern: 'b:c*' }])
  assert.equal([parsed.timeStart, parsed.timeEnd, parsed.pageNo, parsed.after], [Date.UTC(2026, 10, 20, 12), undefined, 2, [17, 4]])
  assert.equal(v.parse(Search, { fp: 'bucket:a' }).fp, [{ field: 'bucket', pattern: 'a' }])
  for (const wrong of [{ fp: 'secret:x' }, { timeStart: 'soon' }, { pageSize: '0' }, { pageSize: '10001' }, { after: '1' }, { order: 'down' }]) assert.not(v.safeParse(Search, wrong).success)
})

test('a choice of time begins so long before now, and days count to their end', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const none = { from: '', to: '' }
  assert.equal(timesOf({ range: 'hour', ...none }, now), { timeStart: '2026-11-20T11:00:00.000Z' })
  assert.equal(timesOf({ range: 'all', ...none }, now), {})
  const { timeStart = '', timeEnd = '' } = timesOf({ range: 'between', from: '2026-11-18', to: '2026-11-19' }, now) as Record<string, string>
  assert.is(Date.parse(timeStart), new Date(2026, 10, 18).getTime())
  assert.is(Date.parse(timeEnd), new Date(2026, 10, 20).getTime() - 1)
})

test('only fields that hold something are searched by', () => {
  const texts = { bucket: ' a ', object: '', api_name: '', request_id: '', user_agent: '', response_status: 'OK' }
  assert.equal(patternsOf(texts), ['bucket:a', 'response_status:OK'])
})

test.run()
