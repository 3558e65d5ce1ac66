import { createServer } from 'node:http'
import { assert, test } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { sessionOf } from '../../../test/engines/minio/session.ts'

const account = {
  AccountName: 'anna',
  Server: { Type: 2 },
  Policy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['admin:*'] }] },
}

test('each server has its pool, unless it belongs to several', async () => {
  const info = `{ "servers": [
    { "endpoint": "node-1", "state": "online", "poolNumber": 1, "poolNumbers": [1] },
    { "endpoint": "node-2", "state": "online", "poolNumber": 2 },
    { "endpoint": "node-3", "state": "online", "poolNumber": 9223372036854775807, "poolNumbers": [1, 2] }
  ] }`
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const body = pathname.endsWith('/accountinfo')
      ? JSON.stringify(account)
      : pathname.endsWith('/info')
        ? info
        : pathname.endsWith('/datausageinfo')
          ? '{}'
          : undefined
    request.resume().on('end', () => response.writeHead(body ? 200 : 404).end(body))
  })
  const { dashboard } = await actAs(openMinioEngine(`http://127.0.0.1:${await listen(server)}`), sessionOf('one'))
  assert.equal(
    (await dashboard.info()).servers?.map(({ poolNumber }) => poolNumber),
    [1, 2, undefined],
  )
})
