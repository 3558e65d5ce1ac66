import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Failure } from '../../../core/protocol/failure.ts'
import { createS3Engine } from '../../../engines/s3/engine.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { listen } from '../../../test/lib/listen.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import type { Range } from '../stored-object.ts'
import createObjects from '../s3/index.ts'
import { resumeBody } from '../s3/resumed-body.ts'

const test = suite('objects whose connection breaks')

const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 251))
const headers = { etag: '"e"', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' }

/** Sends part of a range and breaks the connection; without `count` everything. */
const sendPart = (
  response: ServerResponse,
  { start, end, count }: { start: number; end: number; count?: number },
  more: Record<string, string> = {},
) => {
  const [length, size] = [end - start + 1, content.length]
  const range = length < size && { 'content-range': `bytes ${start}-${end}/${size}` }
  response.writeHead(range ? 206 : 200, { ...headers, 'content-length': String(length), ...range, ...more })
  if (count === undefined) response.end(content.subarray(start, end + 1))
  else response.write(content.subarray(start, start + count), () => response.destroy())
}

/** The requested range. */
const rangeOf = ({ headers: { range = '' } }: IncomingMessage) => {
  const [, start, end] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  return { start: Number(start ?? 0), end: end ? Number(end) : content.length - 1 }
}

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** Opens an object of a server that answers downloads with a function; `count` of them came before. */
const onServer = async (
  answer: Answer,
  work: (at: { open: (range?: Range) => Promise<Readable>; received: IncomingMessage[] }) => Promise<void>,
) => {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/photos/large')) answer(request, response, received.push(request) - 1)
    else response.end('<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>')
  })
  const engine = createS3Engine({ url: new URL(`http://127.0.0.1:${await listen(server)}`) })
  closeAtEnd(engine.close)
  const port = await engine.open({ id: 'objects', adapters: { s3: async () => ({ default: createObjects }) } })
  const objects = port?.(await engine.login({ accessKey: 'root', secretKey: 'root-secret' })) as ObjectsBackend
  const open = async (range?: Range) => (await objects.get('photos', 'large', range ? { range } : {})).body as Readable
  await work({ open, received })
}

test('a download continues with the next byte, on the condition that the object is the same', async () => {
  const answer: Answer = (request, response, count) =>
    sendPart(response, { ...rangeOf(request), ...(count < 2 && { count: 300_000 }) })
  await onServer(answer, async ({ open, received }) => {
    assert.ok((await buffer(await open())).equals(content))
    const conditions = received.map((request) => [request.headers.range, request.headers['if-match']])
    assert.equal(conditions, [
      [undefined, undefined],
      ['bytes=300000-', '"e"'],
      ['bytes=600000-', '"e"'],
    ])
  })
})

test('a range continues to its end', async () => {
  const answer: Answer = (request, response, count) =>
    sendPart(response, { ...rangeOf(request), ...(count === 0 && { count: 1000 }) })
  await onServer(answer, async ({ open, received }) => {
    const bytes = await buffer(await open({ start: 100, end: 4999 }))
    assert.ok(bytes.equals(content.subarray(100, 5000)))
    assert.is(received[1]?.headers.range, 'bytes=1100-4999')
  })
})

test('a download ends with an error if it cannot continue', async () => {
  const continuations: Record<string, Answer> = {
    'replaced object': (_, response) => response.writeHead(412).end(),
    'replaced object, condition ignored': (request, response) =>
      sendPart(response, rangeOf(request), { etag: '"other"' }),
    'range ignored': (_, response) => sendPart(response, { start: 0, end: content.length - 1 }),
    'other range': (_, response) => sendPart(response, { start: 5, end: 9 }),
    'no progress': (request, response) => sendPart(response, { ...rangeOf(request), count: 0 }),
  }
  for (const [name, answer] of Object.entries(continuations))
    await onServer(
      (request, response, count) =>
        count === 0 ? sendPart(response, { ...rangeOf(request), count: 300_000 }) : answer(request, response, count),
      async ({ open, received }) => {
        const outcome = await buffer(await open()).catch((error: Error) => error.message)
        assert.is(outcome, 'aborted', name)
        assert.is(received.length, 2, name)
      },
    )
})

test('a paused download continues when its reader wants more', async () => {
  const broken: Promise<unknown>[] = []
  const answer: Answer = (request, response, count) => {
    if (count === 0) broken.push(once(response, 'close'))
    sendPart(response, { ...rangeOf(request), ...(count === 0 && { count: 300_000 }) })
  }
  await onServer(answer, async ({ open, received }) => {
    const body = await open()
    await Promise.all(broken)
    for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
    assert.is(received.length, 1)
    assert.ok((await buffer(body)).equals(content))
    assert.is(received.length, 2)
  })
})

test('closing the body closes its connection', async () => {
  let closed: Promise<unknown> | undefined
  const answer: Answer = (request, response, count) => {
    if (count === 0) return sendPart(response, { ...rangeOf(request), count: 300_000 })
    closed = once(response, 'close')
    response.writeHead(206, { ...headers, 'content-range': `bytes 300000-999999/${content.length}` })
    response.write(content.subarray(300_000, 300_100))
  }
  await onServer(answer, async ({ open }) => {
    const body = await open()
    let count = 0
    for await (const chunk of body) {
      count += (chunk as Buffer).length
      if (count > 300_000) break
    }
    await closed
  })
})

/** A body that breaks after one chunk, whose rest is opened with functions in order, and the delays in between. */
const resumeBroken = (...attempts: (() => Readable)[]) => {
  const broken = async function* () {
    yield Buffer.from('start ')
    throw new Error('aborted')
  }
  const delays: number[] = []
  let opened = 0
  const reopen = async () => {
    const attempt = attempts[Math.min(opened++, attempts.length - 1)]
    return attempt?.()
  }
  const wait = async (delay: number) => void delays.push(delay)
  return { body: resumeBody(Readable.from(broken()), reopen, wait), delays, opened: () => opened }
}

const failWith = (status: number) => () => {
  throw new Failure(status, 'not now')
}

test('a download continues when the storage is back after temporary failures', async () => {
  const rest = () => Readable.from([Buffer.from('end')])
  const { body, delays } = resumeBroken(failWith(502), failWith(503), failWith(0), rest)
  assert.is(String(await buffer(body)), 'start end')
  assert.equal(delays, [1000, 2000, 4000])
})

test('a download ends with the error of its connection if the storage stays away', async () => {
  const { body, delays, opened } = resumeBroken(failWith(503))
  assert.is(await buffer(body).catch((error: Error) => error.message), 'aborted')
  assert.equal([delays, opened()], [[1000, 2000, 4000, 8000], 5])
})

test('a download ends without another attempt if its rest is refused', async () => {
  for (const status of [403, 404, 412]) {
    const { body, delays, opened } = resumeBroken(failWith(status))
    assert.is(await buffer(body).catch((error: Error) => error.message), 'aborted')
    assert.equal([delays, opened()], [[], 1], String(status))
  }
})

test('a download that its reader closes is not opened again', async () => {
  const { body, opened } = resumeBroken(() => {
    body.destroy()
    throw new Failure(503, 'not now')
  })
  body.resume()
  await once(body, 'close')
  for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
  assert.is(opened(), 1)
})
