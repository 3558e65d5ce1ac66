import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import type { AuditRow } from '../backend/records/record.ts'
import type { Delivery } from '../contract.ts'
import { readLastSeen } from '../last-seen.ts'
import { openStoreIn, row, auditFolder } from './audit-rows.ts'

const test = suite('when accounts were last seen')

const read = async (stored: readonly AuditRow[], delivery: Delivery = 'built-in') => {
  const store = openStoreIn(auditFolder())
  await store.append(stored)
  const seen = await readLastSeen({
    search: (search) => store.search(search),
    auditStatus: async () => ({ count: stored.length, delivery, limits: { days: 1, bytes: 1 } }),
  })
  await store.close()
  return seen
}

const by = (number: number, access_key: string, some: Partial<AuditRow> = {}) => row(number, { access_key, ...some })

test('each account has the time and name of its last call', async () => {
  const { items, since } = await read([by(1, 'ana'), by(2, 'bob'), by(3, 'ana', { api_name: 'GetObject' }), by(4, '')])
  assert.equal(items, [
    { account: 'ana', time: row(3).time, name: 'GetObject' },
    { account: 'bob', time: row(2).time, name: 'PutObject' },
  ])
  assert.is(since, row(1).time)
})

test('records of the console alone do not tell since when calls to the storage are recorded', async () => {
  const stored = [by(1, 'ana', { source: 'console' }), by(2, 'bob'), by(3, 'ana', { source: 'console' })]
  assert.is((await read(stored)).since, row(2).time)
  assert.is((await read(stored, 'not-configured')).since, undefined)
  assert.is((await read(stored.filter(({ source }) => source === 'console'))).since, undefined)
})

test('only the latest 10,000 records are read', async () => {
  const { items, since } = await read([by(0, 'ana'), ...Array.from({ length: 10_000 }, (_, at) => by(at + 1, 'bob'))])
  assert.equal(pluck(items, 'account'), ['bob'])
  assert.is(since, row(1).time)
})
