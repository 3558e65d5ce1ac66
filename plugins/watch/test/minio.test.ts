import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { assert, test } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import * as v from 'valibot'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { Filter, type WatchedEvent } from '../contract.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { sessionOf } from '../../../test/engines/minio/session.ts'

const may = [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }]
const account = { AccountName: 'anna', Server: { Type: 2 }, Policy: { Version: '2012-10-17', Statement: may } }

const lineOf = (key: string) =>
  `${JSON.stringify({ Records: [{ eventTime: '2026-01-31T12:00:00Z', eventName: 's3:ObjectCreated:Put', userIdentity: { principalId: 'ana' }, s3: { bucket: { name: 'watched' }, object: { key } } }] })}\n`

test('an unreadable or huge event delays no later one, and the server is not queried without subscribers', async () => {
  let respond: (response: ServerResponse) => void = () => undefined
  const opened = new Promise<ServerResponse>((resolve) => (respond = resolve))
  const server = createServer((request, response) =>
    request.url?.includes('events=') ? respond(response) : void response.end(JSON.stringify(account)),
  )
  const engine = openMinioEngine(`http://127.0.0.1:${await listen(server)}`)
  const over = new AbortController()
  closeAtEnd(() => over.abort())
  const events = (await actAs(engine, sessionOf())).watch
    .follow(['watched'], v.parse(Filter, {}), over.signal)
    [Symbol.asyncIterator]()
  const key = async () => {
    const { Key, User } = (await events.next()).value as WatchedEvent
    assert.is(User, 'ana')
    return Key
  }
  const first = key()
  const response = await opened
  const long = 'y'.repeat(1024 * 1024)
  response.write(`{"Records":[{"eventTime":4}]}\n{"Records":\n{"Records":null}\n${lineOf('before')}`)
  assert.is(await first, 'before')
  response.write(`"\n{"Records":[{"eventTime":4}]}\n${lineOf(long)}`)
  assert.is(await key(), long)
  response.write(`{"Records":null}\n${lineOf('after')}`)
  assert.is(await key(), 'after')
  const closed = once(response, 'close')
  over.abort()
  assert.is((await events.next()).done, true)
  await closed
})
