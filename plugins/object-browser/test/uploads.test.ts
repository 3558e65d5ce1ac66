import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { connection, retryNow, monitorServer } from '../../../core/web/connection.ts'
import { uploads } from '../transfers/uploads.ts'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from '../../../test/core/fake-server.ts'
import { until } from '../../../test/lib/react.tsx'

let line: Awaited<ReturnType<typeof startFakeServer>>
let reply: (sent: ReceivedRequest) => FakeResponse
let endWatch = () => {}

const states = () => uploads.read().map(({ state, sent }) => `${state} ${sent}`)
const add = (...keys: string[]) =>
  uploads.add(keys.map((key) => ({ bucket: 'photos', key, file: new Blob(['hello']) })))
const sentTo = (path: string) => line.sent.filter(({ url }) => url.includes(path)).length

test.before.each(async () => {
  // a test of another suite may have shown a message late
  banners.messages = []
  line = await startFakeServer((sent) => reply(sent))
  endWatch = monitorServer()
})

test.after.each(() => {
  uploads.stopAll('cancelled')
  uploads.clear()
  endWatch()
  banners.messages = []
})

test('uploads interrupted by an unreachable server wait for it and start again once it is back', async () => {
  reply = () => undefined
  add('a', 'b')
  await until(() => assert.is(connection.state, 'away'))
  await until(() => assert.equal([states(), sentTo('upload')], [['running 0', 'running 0'], 2]))
  reply = () => ({ status: 200 })
  retryNow()
  await until(() => assert.equal(states(), ['done 5', 'done 5']))
  assert.equal([sentTo('upload'), banners.messages], [4, []])
})

test('an upload that fails while the server responds has failed, with the reason', async () => {
  reply = ({ url }) =>
    url.includes('upload') ? { status: 503, body: { message: 'the disk is going away' } } : { status: 200 }
  add('a')
  await until(() =>
    assert.equal(
      uploads.read().map(({ state, reason }) => [state, reason]),
      [['failed', 'The disk is going away']],
    ),
  )
  assert.equal([sentTo('upload'), banners.messages.length], [1, 1])
})

test('the message about a failed upload names its own reason, not that of an earlier one', async () => {
  reply = ({ url }) => {
    const key = /key=(\w+)/.exec(url)?.[1] ?? ''
    return url.includes('upload') ? { status: 400, body: { message: `File ${key} was refused` } } : { status: 200 }
  }
  for (const key of ['a', 'b']) {
    add(key)
    await until(() => assert.is(banners.messages.at(-1)?.detail, `File ${key} was refused`))
  }
})

test('a file is sent with the checksum of its content', async () => {
  reply = () => ({ status: 200 })
  add('a')
  await until(() => assert.equal(states(), ['done 5']))
  const sent = line.sent.find(({ url }) => url.includes('upload'))
  assert.is(new URL(sent?.url ?? '', 'http://console').searchParams.get('crc32'), 'NhCmhg==')
})

test('an upload that a proxy answers with 502 is sent once more', async () => {
  let answers = 0
  reply = ({ url }) => (url.includes('upload') && ++answers === 1 ? { status: 502 } : { status: 200 })
  add('a')
  await until(() => assert.equal(states(), ['done 5']))
  assert.equal([sentTo('upload'), banners.messages], [2, []])
})

test('a file too large for a proxy is sent in the smallest parts, with the reason if these are refused', async () => {
  const file = new Blob([new Uint8Array(6 * 1024 * 1024)])
  const refused = { status: 413, body: '<html>Request Entity Too Large</html>' }
  let refusedFrom = 6
  reply = ({ url, method }) => {
    if (url.endsWith('/uploads')) return { status: 201, body: { id: 'begun' } }
    if (url.includes('/uploads/parts')) return refusedFrom < 6 ? refused : { status: 200, body: { etag: 'e' } }
    return method === 'POST' && url.includes('/objects/upload') ? refused : { status: 200 }
  }
  uploads.add([{ bucket: 'photos', key: 'a', file }])
  await until(() => assert.equal(states(), ['done 6291456']))
  const begun = line.sent.find(({ url }) => url.endsWith('/uploads'))
  assert.equal(JSON.parse(begun?.body ?? ''), { key: 'a', size: 6291456, type: '', part_size: 5 * 1024 * 1024 })
  assert.is(sentTo('/uploads/parts'), 2)

  refusedFrom = 1
  uploads.clear()
  uploads.add([{ bucket: 'photos', key: 'b', file }])
  const reason = 'A proxy in front of the console refuses requests as large as this one'
  await until(() =>
    assert.equal(
      uploads.read().map(({ state, reason }) => [state, reason]),
      [['failed', reason]],
    ),
  )
})

test('an upload that waits for the server can be canceled', async () => {
  reply = () => undefined
  add('a')
  await until(() => assert.is(connection.state, 'away'))
  uploads.stopAll('cancelled')
  await until(() => assert.equal(states(), ['cancelled 0']))
  reply = () => ({ status: 200 })
  retryNow()
  await until(() => assert.is(connection.state, 'up'))
  assert.is(sentTo('upload'), 1)
})
