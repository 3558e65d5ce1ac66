import * as v from 'valibot'
import type { Admin } from '../../../engines/minio/admin.ts'
import { readServerInfo } from '../../../engines/minio/server-info.ts'
import { assert, test } from '../../lib/suite.ts'

/** Reads when the servers of a response with this Date header have started. */
const startOf = async (servers: readonly object[] | null, date: string | undefined) => {
  const readWithHeaders = async () => ({ response: { servers }, headers: { date } })
  return (await readServerInfo({ readWithHeaders } as unknown as Admin, v.unknown())).started
}

const date = 'Sat, 28 Nov 2026 12:00:00 GMT'
const at = Date.parse(date)
const online = { state: 'online', uptime: 60 }

test('the start is that of the server that started last, by the clock of the servers', async () => {
  assert.is(await startOf([online, { state: 'online', uptime: 3600 }], date), at + 1000 - 60_000)
})

test('servers that are offline have not started just now', async () => {
  assert.is(await startOf([online, { state: 'offline' }], date), at + 1000 - 60_000)
  for (const servers of [[{ state: 'offline' }], [], null]) assert.is(await startOf(servers, date), undefined)
})
