import { assert, test } from '../../../test/lib/suite.ts'
import { connection, retryNow, monitorServer } from '../../../core/web/connection.ts'
import { copyAll, stepsInto } from '../pages/actions/copies.ts'
import type { CopyOptions, Step } from '../pages/actions/copy-step.ts'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from '../../../test/core/fake-server.ts'
import { until } from '../../../test/lib/react.tsx'

type Stored = { size: number; etag: string }

let reply: (sent: ReceivedRequest) => FakeResponse
let endWatch = () => {}

test.before.each(async () => {
  await startFakeServer((sent) => reply(sent))
  endWatch = monitorServer()
})
test.after.each(() => endWatch())

/** A storage that executes a call completely but disconnects before its first response. */
const cutOff = (
  stored: Map<string, Stored>,
  work: (first: boolean, body: { objects: Step[]; existing?: string }) => FakeResponse,
) => {
  let calls = 0
  reply = ({ url, body }) => {
    if (url.includes('/copy-objects')) {
      calls += 1
      const response = work(calls === 1, JSON.parse(body))
      return calls === 1 ? undefined : response
    }
    if (!url.includes('/objects/info'))
      return calls === 1 && connection.state !== 'away' ? undefined : { status: 200, body: {} }
    const key = new URL(url, 'http://console').searchParams.get('prefix') ?? ''
    const found = stored.get(key)
    return found ? { body: { name: key, ...found } } : { status: 404, body: { message: 'The object does not exist' } }
  }
}

const run = async (how: CopyOptions, paths: readonly string[]) => {
  async function* steps() {
    yield paths.map((path) => ({ path, to: `to/${path}` }))
  }
  const over = copyAll('photos', steps(), how, {
    onProgress: () => undefined,
    onWait: () => undefined,
    signal: new AbortController().signal,
  })
  await until(() => assert.is(connection.state, 'away'))
  retryNow()
  return over
}

const refused = (message: string, objects: readonly Step[]) => ({
  status: 404,
  body: { code: 404, message, detailedMessage: objects.length },
})

test('a retried move counts completed objects as successful and deletes the source of those only copied', async () => {
  const stored = new Map([
    ['a', { size: 1, etag: 'x' }],
    ['b', { size: 2, etag: 'y' }],
    ['other', { size: 3, etag: 'z' }],
    ['to/other', { size: 3, etag: 'other' }],
  ])
  cutOff(stored, (first, { objects, existing }) => {
    if (first) {
      // one object is moved, and the other one is only copied
      stored.set('to/a', stored.get('a')!)
      stored.delete('a')
      stored.set('to/b', stored.get('b')!)
    } else if (existing === 'replace') {
      assert.equal(objects, [{ path: 'b', to: 'to/b' }])
      stored.delete('b')
      return { body: { done: 1, failed: [] } }
    }
    return refused('nothing was copied', objects)
  })
  const { done, failed } = await run({ mode: 'move', existing: 'keep' }, ['a', 'b', 'other'])
  assert.equal([done, failed.map(({ path }) => path)], [2, ['other']])
  assert.equal([...stored.keys()].sort(), ['other', 'to/a', 'to/b', 'to/other'])
})

test('a retried copy counts an existing copy as done, but not another object of the same name', async () => {
  const stored = new Map([
    ['a', { size: 1, etag: 'x' }],
    ['b', { size: 1, etag: 'y' }],
    ['to/b', { size: 1, etag: 'other' }],
  ])
  cutOff(stored, (_first, { objects }) => {
    stored.set('to/a', stored.get('a')!)
    return { body: { done: 0, failed: objects.map(({ path }) => ({ path, message: 'There is an object already' })) } }
  })
  const { done, failed } = await run({ mode: 'copy', existing: 'keep' }, ['a', 'b', 'missing'])
  assert.equal([done, failed.map(({ path }) => path)], [1, ['b', 'missing']])
})

test('a folder is copied completely although its listing was interrupted', async () => {
  let listings = 0
  reply = ({ url, body }) => {
    if (url.includes('/copy-objects'))
      return { body: { done: (JSON.parse(body) as { objects: Step[] }).objects.length, failed: [] } }
    if (!url.includes('/objects?')) return listings === 1 && connection.state !== 'away' ? undefined : { body: {} }
    listings += 1
    return listings === 1 ? undefined : { body: { objects: [{ name: 'from/a', size: 1 }] } }
  }
  const progress = { onProgress: () => undefined, onWait: () => undefined, signal: new AbortController().signal }
  const folder = { path: 'from/', name: 'from/', kind: 'folder' as const, size: 0, modified: '' }
  const over = copyAll('photos', stepsInto('photos', [folder], 'to/', { progress }), {}, progress)
  await until(() => assert.is(connection.state, 'away'))
  retryNow()
  assert.equal(await over, { done: 1, failed: [] })
})
