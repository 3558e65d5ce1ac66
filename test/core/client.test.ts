import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { banners } from '../../core/web/toasts.ts'
import { address, call, failureOf, onUnauthorized, upload } from '../../core/web/client.ts'
import { connection } from '../../core/web/connection.ts'
import { get, post } from '../../core/protocol/contract.ts'
import { Failure, UNEXPLAINED } from '../../core/protocol/failure.ts'
import * as clock from '../lib/fake-clock.ts'
import { startFakeServer, type FakeResponse } from './fake-server.ts'

const things = {
  one: get('/api/v1/things/:name', { allow: 'signed-in', reply: v.object({ size: v.number() }) }),
  list: get('/api/v1/things', {
    allow: 'signed-in',
    query: v.object({ prefix: v.optional(v.string()), limit: v.optional(v.number()) }),
    reply: v.array(v.string()),
  }),
  open: post('/api/v1/open', { allow: 'anyone', status: 201, body: v.object({ key: v.string() }) }),
  upload: post('/api//v1/things/upload', { allow: 'signed-in', query: v.object({ key: v.string() }), body: 'files' }),
}

let losses = 0
let undo = () => {}
let line: Awaited<ReturnType<typeof startFakeServer>>

const answering = async (reply: FakeResponse | (() => FakeResponse | Promise<FakeResponse>)) => {
  line = await startFakeServer(() => (typeof reply === 'function' ? reply() : reply))
}

const failureFrom = async (work: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await work.then(
    () => 'nothing was thrown',
    (thrown: unknown) => thrown,
  )
  assert.instance(error, Failure)
  return error as Failure
}

test.before.each(() => {
  losses = 0
  undo = onUnauthorized(() => void (losses += 1))
})

test.after.each(() => undo())

test('a call fills in path and query, and parses the response', async () => {
  await answering({ body: { size: 3, extra: true } })
  assert.equal(await call(things.one, { params: { name: 'a/b c%' } }), { size: 3 })
  assert.is(line.sent[0]?.url, '/api/v1/things/a%2Fb%20c%25')
})

test('a query omits undefined values', async () => {
  await answering({ body: [] })
  await call(things.list, { query: { prefix: 'a+b&c', limit: undefined } })
  assert.is(line.sent[0]?.url, '/api/v1/things?prefix=a%2Bb%26c')
})

test('a body is sent as JSON, and a call without a response body returns undefined', async () => {
  await answering({ status: 201 })
  assert.is(await call(things.open, { body: { key: 'x' } }), undefined)
  const [sent] = line.sent
  assert.equal([sent?.method, sent?.type, sent?.body], ['POST', 'application/json', '{"key":"x"}'])
})

test('addresses collapse double slashes and keep the query', async () => {
  await answering({})
  assert.is(address(things.upload, { query: { key: 'a//b' } }), '/api/v1/things/upload?key=a%2F%2Fb')
})

test('an error body yields message and cause, both capitalized', async () => {
  await answering({ status: 409, body: { code: 409, message: 'the group exists', detailedMessage: 'staff is there' } })
  const failure = await failureFrom(call(things.list, { query: {} }))
  assert.equal([failure.status, failure.message, failure.detail], [409, 'The group exists', 'Staff is there'])
})

test('the other form of error body is parsed too', () => {
  const failure = failureOf(400, { errorMessage: 'bad name', detailedError: 'too long' })
  assert.equal([failure.message, failure.detail], ['Bad name', 'Too long'])
})

test('a cause that repeats the message is dropped', () => {
  assert.is(failureOf(500, { message: 'out of space', detailedMessage: 'Out of space' }).detail, undefined)
  assert.is(failureOf(500, { message: 'out of space', detailedMessage: null }).detail, undefined)
})

test('an error without a message is described by its status', async () => {
  for (const body of [undefined, '', '<html>Bad Gateway</html>', '"not implemented"', [], null, { message: '' }]) {
    assert.is(failureOf(502, body).message, 'Error 502')
  }
  await answering({ status: 502, body: '<html>Bad Gateway</html>' })
  assert.is((await failureFrom(call(things.list, { query: {} }))).message, 'Error 502')
})

test('an error body keeps its data, and only unreadable parts are dropped', () => {
  const data = {
    field: 'targetURL',
    missing: [{ action: 's3:GetObject', resource: 'arn:aws:s3:::docs/a' }, { action: 'admin:ListUsers' }],
    params: { line: 3, name: 'x' },
  }
  const { code, field, missing, params } = failureOf(400, { message: 'no', errorCode: 'NoSuchBucket', ...data })
  assert.equal([code, { field, missing, params }], ['NoSuchBucket', data])

  const odd = failureOf(400, { message: 'no', errorCode: 7, field: 'a', missing: [{ resource: 1 }], params: [] })
  assert.equal([odd.code, odd.field, odd.missing, odd.params], [undefined, 'a', [], {}])

  const older = failureOf(400, { code: 400, message: 'no' })
  assert.equal([older.code, older.field, older.missing, older.params], [undefined, undefined, [], {}])
  assert.is(failureOf(502, '<html>Bad Gateway</html>').code, UNEXPLAINED)
})

test('a response that violates the contract is a failure that names the field', async () => {
  await answering({ body: { size: 'big' } })
  const failure = await failureFrom(call(things.one, { params: { name: 'x' } }))
  assert.is(failure.message, "The server's answer could not be read")
  assert.match(failure.detail ?? '', /^size: /)
})

test('a 401 ends the session', async () => {
  await answering({ status: 401, body: { message: 'invalid session' } })
  assert.is((await failureFrom(call(things.list, { query: {} }))).status, 401)
  assert.is(losses, 1)
})

test('a 401 of a public call, such as signing in, does not end the session', async () => {
  await answering({ status: 401, body: { message: 'invalid Login' } })
  assert.is((await failureFrom(call(things.open, { body: { key: 'x' } }))).message, 'Invalid Login')
  assert.is(losses, 0)
})

test('a broken connection is a failure with status 0 and does not end the session', async () => {
  await answering(undefined)
  const failure = await failureFrom(call(things.list, { query: {} }))
  assert.equal([failure.status, failure.message], [0, 'The server did not respond'])
  assert.is(losses, 0)
})

test('a failed call is not retried', async () => {
  await answering({ status: 503 })
  await failureFrom(call(things.list, { query: {} }))
  assert.is(line.sent.length, 1)
})

test('progress stays below 100 while calls are open, and reaches 100 after the last', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await answering(async () => {
    await released
    return { body: [] }
  })
  const calls = [call(things.list, { query: {} }), call(things.list, { query: {} })]
  assert.ok(banners.progress < 100)
  release()
  await Promise.all(calls)
  assert.is(banners.progress, 100)
})

test('a failed call completes the progress too', async () => {
  await answering({ status: 500 })
  await failureFrom(call(things.list, { query: {} }))
  assert.is(banners.progress, 100)
})

test('the server counts as slow from the fifth second of a call until the last slow call ends', async () => {
  const release = new Map<string, () => void>()
  line = await startFakeServer(async ({ url }) => {
    const name = url.split('/').at(-1) ?? ''
    if (name !== 'quick') await new Promise<void>((resolve) => release.set(name, resolve))
    return { body: { size: 1 } }
  })
  clock.stopClock()
  try {
    const calls = ['first', 'second'].map((name) => call(things.one, { params: { name } }))
    clock.advanceClock(3999)
    await call(things.one, { params: { name: 'quick' } })
    assert.is(connection.slow, false)
    clock.advanceClock(1)
    assert.is(connection.slow, true)
    release.get('first')?.()
    await calls[0]
    assert.is(connection.slow, true)
    release.get('second')?.()
    await calls[1]
    assert.is(connection.slow, false)
  } finally {
    clock.restoreClock()
  }
})

const file = { name: 'hello.txt', blob: new File(['hello'], 'hello.txt'), size: 5 }

test('an upload sends the file as a part named by its size', async () => {
  await answering({ status: 200 })
  await upload(things.upload, { query: { key: 'a b' } }, file)
  const [sent] = line.sent
  assert.is(sent?.url, '/api/v1/things/upload?key=a+b')
  assert.match(sent?.type ?? '', /^multipart\/form-data; boundary=/)
  assert.match(sent?.body ?? '', /name="5"; filename="hello.txt"/)
  assert.match(sent?.body ?? '', /hello/)
})

test("a refused upload throws the server's failure", async () => {
  await answering({ status: 403, body: { message: 'access denied' } })
  const failure = await failureFrom(upload(things.upload, { query: { key: 'k' } }, file))
  assert.equal([failure.status, failure.message, losses], [403, 'Access denied', 0])
})

test('an upload with a broken connection fails without ending the session', async () => {
  await answering(undefined)
  assert.is((await failureFrom(upload(things.upload, { query: { key: 'k' } }, file))).status, 0)
  assert.is(losses, 0)
})

test('an upload cancelled before its start sends no request', async () => {
  await answering({ status: 200 })
  const cancelled = await upload(things.upload, { query: { key: 'k' } }, file, { signal: AbortSignal.abort() }).catch(
    (e: Error) => e.name,
  )
  assert.equal([cancelled, line.sent.length], ['AbortError', 0])
})

test('a call whose change needs a restart shows the restart banner', async () => {
  await answering({ status: 201, headers: { 'x-restart': 'needed' } })
  try {
    await call(things.open, { body: { key: 'k' } })
    assert.is(banners.restart, 'needed')
  } finally {
    banners.restart = 'none'
  }
})
