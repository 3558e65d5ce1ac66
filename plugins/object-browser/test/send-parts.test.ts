import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { deferred } from '../../../test/lib/deferred.ts'
import { until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { abortUpload, sendParts } from '../transfers/send-parts.ts'
import { addEntry, unfinished } from '../transfers/unfinished.ts'

let reply: (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>
let server: Awaited<ReturnType<typeof startFakeServer>>

test.before.each(async () => {
  window.localStorage.clear()
  server = await startFakeServer((request) => reply(request))
  startTestSession()
})

const newUpload = () => ({ bucket: 'photos', key: 'film.mov', file: new Blob(['hello']) })

const send = (upload: ReturnType<typeof newUpload>, { signal }: AbortController) =>
  sendParts(upload, { onKept: () => {}, onProgress: () => {}, signal })

const isBegin = ({ method, url }: ReceivedRequest) => method === 'POST' && url.endsWith('/uploads')
const isPart = ({ url }: ReceivedRequest) => url.includes('/uploads/parts?') && url.includes('number=')
const idOf = ({ url }: ReceivedRequest) => new URL(url, 'http://console').searchParams.get('id')

/** Starts an upload, and pauses it before the server has begun it. */
const pauseWhileBeginning = async (next: FakeResponse) => {
  const begun = deferred()
  reply = async (request) => {
    if (!isBegin(request)) return next
    await begun.promise
    return { status: 201, body: { id: 'begun' } }
  }
  const upload = newUpload()
  const controller = new AbortController()
  const paused = send(upload, controller).catch((reason: unknown) => reason)
  await until(() => assert.is(server.sent.length, 1))
  controller.abort('paused')
  return { upload, paused, begin: () => begun.resolve() }
}

test('an upload that is paused and canceled while it begins is aborted', async () => {
  const { upload, paused, begin } = await pauseWhileBeginning({ status: 204 })
  const aborting = abortUpload(upload)
  begin()
  assert.is(await paused, 'paused')
  await aborting
  const aborted = server.sent.filter(({ method }) => method === 'DELETE').map(idOf)
  assert.equal([aborted, unfinished.entries], [['begun'], []])
})

test('an upload that is paused and resumed while it begins is begun once', async () => {
  const { upload, paused, begin } = await pauseWhileBeginning({ status: 200, body: { etag: 'e' } })
  const resumed = send(upload, new AbortController())
  begin()
  assert.is(await paused, 'paused')
  await resumed
  assert.equal([server.sent.filter(isBegin).length, unfinished.entries], [1, []])
})

test('only one of two uploads of the same file continues an interrupted upload', async () => {
  const listed = deferred()
  reply = async (request) => {
    if (isBegin(request)) return { status: 201, body: { id: 'begun' } }
    if (request.method !== 'GET') return { status: 200, body: { etag: 'e' } }
    await listed.promise
    return { body: { parts: [] } }
  }
  addEntry(newUpload(), 'interrupted', 5)
  const sent = [newUpload(), newUpload()].map((upload) => send(upload, new AbortController()))
  await until(() => assert.ok(server.sent.length >= 2))
  listed.resolve()
  await Promise.all(sent)
  const ids = server.sent.filter((request) => isPart(request) && request.method === 'POST').map(idOf)
  assert.equal(ids.sort(), ['begun', 'interrupted'])
})
