import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { banners } from '../../../core/web/toasts.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from '../../../test/core/fake-server.ts'
import { sendTask } from '../pages/actions/send.ts'
import { MAX_OBJECTS } from '../servers/contract.ts'
import { unfinishedSend } from '../transfers/unfinished-sends.ts'

const SEND = '/api/v1/buckets/photos/objects/send'
const SEND_MANY = `${SEND}-many`
const LARGE = 2 * 1024 * 1024

let server: Awaited<ReturnType<typeof startFakeServer>>
let replies: (() => FakeResponse)[]

test.before.each(async () => {
  window.localStorage.clear()
  replies = []
  server = await startFakeServer(({ url }: ReceivedRequest) => {
    if (url === '/backup/api/v1/server/ticket') return { status: 201, body: { ticket: 'a-ticket' } }
    return url === SEND || url === SEND_MANY ? replies.shift()?.() : { status: 200 }
  })
  startTestSession({ account: 'ana' })
})
test.after.each(() => void (banners.messages = []))

const reply =
  (state: 'partial' | 'copied', id = '') =>
  () => ({ body: { state, size: 9, sent: 5, id } })

const refusal = (message: string, errorCode: string) => () => ({ status: 409, body: { message, errorCode } })

const task = (...keys: string[]) => taskOf(LARGE, keys)

const taskOf = (size: number, keys: readonly string[]) =>
  sendTask({
    bucket: 'photos',
    rows: keys.map((path) => ({ path, name: path, kind: 'object' as const, size, modified: '', etag: `etag-${path}` })),
    server: { name: 'backup', path: '/backup' },
    to: { bucket: 'copies', folder: 'in/' },
    mode: 'copy',
    existing: 'keep',
    onDone: () => {},
  })

const run = (of: ReturnType<typeof task>, signal = new AbortController().signal) => {
  const progress: number[] = []
  return of.run({ signal, onProgress: (sent) => progress.push(sent), onKept: () => {} }).then(() => progress)
}

const bodiesTo = (path: string) =>
  server.sent.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body) as Record<string, string>)

const target = { server: 'backup', bucket: 'copies', key: 'in/a' }

test('an object is sent with the ticket until it is complete', async () => {
  replies = [reply('partial', 'upload-1'), reply('partial', 'upload-1'), reply('copied')]
  assert.equal(await run(task('a')), [1])
  const bodies = bodiesTo(SEND)
  assert.equal(pluck(bodies, 'id'), ['', 'upload-1', 'upload-1'])
  assert.equal(bodies[0], {
    path: 'a',
    to_bucket: 'copies',
    to: 'in/a',
    mode: 'copy',
    existing: 'keep',
    id: '',
    server_token: 'a-ticket',
  })
  assert.is(unfinishedSend(target), '')
  assert.is(server.sent.filter(({ url }) => url === '/backup/api/v1/server/ticket').length, 1)
})

test('a copy that failed continues its upload, also from another page', async () => {
  replies = [reply('partial', 'upload-2'), refusal('backup: no', 'RefusedByServer')]
  await run(task('a')).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.match(message, /1 object could not be copied\. a: backup: no/i),
  )
  assert.is(unfinishedSend(target), 'upload-2')
  replies = [reply('copied')]
  await run(task('a'))
  assert.is(bodiesTo(SEND).at(-1)?.id, 'upload-2')
})

test('without a session at the other server the rest is not tried', async () => {
  const keys = Array.from({ length: 10 }, (_, at) => `k${at}`)
  replies = keys.map(() => refusal('The session at backup has ended', 'SessionEnded'))
  await run(task(...keys)).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'The session at backup has ended'),
  )
  assert.ok(bodiesTo(SEND).length < 10)
})

test('a canceled copy aborts its upload at the target', async () => {
  const stop = new AbortController()
  const cancel = () => {
    stop.abort('cancelled')
    return reply('partial', 'upload-3')()
  }
  replies = [reply('partial', 'upload-3'), cancel]
  await run(task('a'), stop.signal).then(
    () => assert.unreachable(),
    (reason: unknown) => assert.is(reason, 'cancelled'),
  )
  const [aborted] = bodiesTo(`${SEND}/abort`)
  assert.equal([aborted?.id, aborted?.path, aborted?.to], ['upload-3', 'a', 'in/a'])
  assert.is(unfinishedSend(target), '')
})

type Sent = { state: string; message?: string; status?: number }

const manyReply = (states: Record<string, Sent>) => () => ({
  body: { objects: Object.entries(states).map(([path, one]) => ({ path, ...one })) },
})

test('small objects are sent together, and those that were not reached once more', async () => {
  replies = [
    manyReply({ a: { state: 'copied' }, b: { state: 'waiting' }, c: { state: 'unchanged' } }),
    manyReply({ b: { state: 'copied' } }),
  ]
  assert.equal(await run(taskOf(9, ['a', 'b', 'c'])), [3])
  const [first, second] = server.sent
    .filter(({ url }) => url === SEND_MANY)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  assert.equal((first?.objects as object[])[0], { path: 'a', to: 'in/a', size: 9, etag: 'etag-a' })
  assert.equal(second, {
    objects: [{ path: 'b', to: 'in/b', size: 9, etag: 'etag-b' }],
    to_bucket: 'copies',
    mode: 'copy',
    existing: 'keep',
    server_token: 'a-ticket',
  })
})

test('small objects that could not be copied are named, and the others are copied', async () => {
  replies = [
    manyReply({ a: { state: 'copied' }, b: { state: 'failed', message: 'An object exists there', status: 409 } }),
  ]
  await run(taskOf(9, ['a', 'b'])).then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.match(message, /1 object could not be copied\. b: An object exists there/i),
  )
})

test('a small object that has grown since it was listed is sent alone', async () => {
  replies = [manyReply({ a: { state: 'waiting' } }), reply('copied')]
  assert.equal(await run(taskOf(9, ['a'])), [1])
  assert.is(bodiesTo(SEND)[0]?.path, 'a')
})

test('the progress counts the objects of all calls in flight', async () => {
  const keys = Array.from({ length: 4 * MAX_OBJECTS }, (_, at) => `k${at}`)
  const batches = Array.from({ length: 4 }, (_, at) => keys.slice(at * MAX_OBJECTS, (at + 1) * MAX_OBJECTS))
  replies = batches.map((batch) => manyReply(Object.fromEntries(batch.map((key) => [key, { state: 'copied' }]))))
  const progress = await run(taskOf(10, keys))
  assert.is(progress.at(-1), keys.length)
})
