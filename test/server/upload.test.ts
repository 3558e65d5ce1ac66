import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { assert, test } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { FilePart } from '../../core/protocol/serve.ts'
import { readFiles } from '../../server/upload.ts'
import { withFakeIntervals } from '../lib/fake-timers.ts'
import { untilSteady, until } from '../lib/until.ts'

type ReceivedFile = { filename: string; size: number; type: string; bytes: Buffer }

let take: (files: AsyncIterable<FilePart>, request: IncomingMessage) => Promise<unknown>
let server: Server
let stall = 60_000
let url = ''

const collect = async (files: AsyncIterable<FilePart>) => {
  const seen: ReceivedFile[] = []
  for await (const { body, ...rest } of files) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    seen.push({ ...rest, bytes: Buffer.concat(chunks) })
  }
  return seen
}

test.before(async () => {
  server = createServer((request, response) => {
    take(readFiles(request, stall), request).then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(error instanceof Failure ? error.status : 500).end(String(error)),
    )
  })
  url = `http://127.0.0.1:${await listen(server)}`
})
test.before.each(() => {
  take = collect
})
test.after(() => void server.close())

const post = async (body: BodyInit, type?: string) => {
  const response = await fetch(url, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
  return { status: response.status, text: await response.text() }
}

const seenIn = ({ text }: { text: string }) =>
  (JSON.parse(text) as { filename: string; size: number; type: string; bytes: { data: number[] } }[]).map(
    ({ bytes, ...rest }) => ({
      ...rest,
      text: Buffer.from(bytes.data).toString(),
    }),
  )

const raw = (parts: string[], boundary = 'xyz') =>
  [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join('')
const type = 'multipart/form-data; boundary=xyz'
const part = (name: string, filename: string, body: string, extra = '') =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"${extra}\r\n\r\n${body}`

test('files arrive with name, folders, type and content as sent by a browser', async () => {
  const form = new FormData()
  form.append('5', new Blob(['hello'], { type: 'text/plain' }), 'a/b/hello.txt')
  form.append('0', new Blob([]), 'empty')
  form.append('9', new Blob(['--xyz\r\n\r\n']), 'marks')
  assert.equal(seenIn(await post(form)), [
    { filename: 'a/b/hello.txt', size: 5, type: 'text/plain', text: 'hello' },
    { filename: 'empty', size: 0, type: 'application/octet-stream', text: '' },
    { filename: 'marks', size: 9, type: 'application/octet-stream', text: '--xyz\r\n\r\n' },
  ])
})

test('a hostile file name is kept unchanged', async () => {
  const names = [
    'a"b',
    'a\r\nb',
    'a\\b',
    'a\\\\b',
    'ends\\',
    '..',
    '../../up',
    '/lead',
    'a//b',
    'é🪣\u202egpj',
    '<img onerror>',
    'a;b=c',
    '__proto__',
    "it's",
    ' blanks ',
    'x%2Fy',
    '100%',
  ]
  for (const name of names) {
    const form = new FormData()
    form.append('1', new Blob(['x']), name)
    assert.is(seenIn(await post(form))[0]?.filename, name)
  }
})

test('percent signs are kept, except the three escapes browsers use for quotes and line breaks', async () => {
  const [seen] = seenIn(await post(raw([part('1', 'a%22b%0D%0Ac%25%2F', 'x')]), type))
  assert.is(seen?.filename, 'a"b\r\nc%25%2F')
})

test('a type that is invalid in a header becomes application/octet-stream', async () => {
  const [seen] = seenIn(await post(raw([part('1', 'a', 'x', '\r\nContent-Type: text/é')]), type))
  assert.is(seen?.type, 'application/octet-stream')
})

test('an invalid form, or one without a file, is a 400', async () => {
  const good = part('1', 'a', 'x')
  const bad: [string, string?][] = [
    [raw([good]), 'multipart/form-data'],
    ['', type],
    ['no form at all', type],
    [raw([]), type],
    [raw([good]).slice(0, -9), type],
    [raw([good]).slice(0, 30), type],
    [raw([part('one', 'a', 'x')]), type],
    [raw([part('-1', 'a', 'x')]), type],
    [raw([part('1e3', 'a', 'x')]), type],
    [raw([part('99999999999999999', 'a', 'x')]), type],
    [raw(['Content-Disposition: form-data; name="1"\r\n\r\nx']), type],
    [raw(['\r\n\r\nx']), type],
    [raw([part('1', 'a', 'xy')]), type],
    [raw([part('3', 'a', 'xy')]), type],
  ]
  for (const [body, sent] of bad) assert.is((await post(body, sent)).status, 400, JSON.stringify(body))
})

test('the headers of a part are limited to 8 KiB, regardless of their content', async () => {
  const padded = (length: number, filler: string) =>
    raw([part('1', 'a', 'x', `\r\nX-Filler: ${filler.repeat(length)}`)])
  assert.is((await post(padded(8000, 'y'), type)).status, 200)
  for (const length of [8192, 20_000, 100_000]) {
    const { status, text } = await post(padded(length, 'y'), type)
    assert.is(status, 400)
    assert.match(text, /not a valid multipart form/)
  }
  const disposition = (text: string) => raw([`Content-Disposition: form-data; name="1"; filename="a${text}"\r\n\r\nx`])
  for (const filler of [';  ', '"  ', '; name="', ';name=" '])
    assert.is((await post(disposition(filler.repeat(Math.floor(8000 / filler.length))), type)).status, 200, filler)
})

test('a parameter inside a quoted value is ignored', async () => {
  const body = (rest: string) => raw([`Content-Disposition: form-data; ${rest}\r\n\r\nx`])
  const [seen] = seenIn(await post(body('NAME="1";  filename="a; name=\\"9\\".txt" ; x=y; z="q"'), type))
  assert.equal([seen?.size, seen?.filename], [1, 'a; name=\\"9\\".txt'])
  for (const none of [
    'filename="a"',
    'name=1; filename="a"',
    'name="1"; filename=a',
    'name="1"; filename="a',
    'name="1" x; filename="a"',
  ])
    assert.is((await post(body(none), type)).status, 400, none)
})

test('a file name that is not UTF-8 is a 400', async () => {
  const body = Buffer.from(raw([part('1', 'a\xff', 'x')]), 'latin1')
  assert.is((await post(body, type)).status, 400)
})

test('an unread upload is drained, and its connection stays usable', async () => {
  take = async () => 'refused'
  const form = new FormData()
  form.append('5000000', new Blob([Buffer.alloc(5_000_000)]), 'a')
  assert.is((await post(form)).status, 200)
  assert.is((await post(form)).status, 200)
})

test('a file whose consumer stops midway ends the read', async () => {
  take = async (files) => {
    for await (const { body } of files) for await (const _chunk of body) throw new Failure(409, 'enough')
  }
  const form = new FormData()
  form.append('5000000', new Blob([Buffer.alloc(5_000_000)]), 'a')
  assert.is((await post(form)).status, 409)
})

test('the file fails when its sender disconnects', async () => {
  let consumed = 0
  let failed: unknown
  take = async (files) => {
    try {
      for await (const { body } of files) for await (const chunk of body) consumed += chunk.length
    } catch (error) {
      failed = error
    }
  }
  const sender = httpRequest(url, { method: 'POST', headers: { 'content-type': type } })
  sender.on('error', () => {})
  sender.write(`--xyz\r\n${part('1000', 'a', 'x'.repeat(500))}`)
  await until(() => consumed > 0)
  sender.destroy()
  await until(() => failed !== undefined)
  assert.instance(failed, Failure)
})

test('a stalled upload is aborted, and one with a slow consumer is not', async () => {
  stall = 300
  try {
    const sender = httpRequest(url, { method: 'POST', headers: { 'content-type': type } })
    sender.on('error', () => {})
    sender.write(`--xyz\r\n${part('1000', 'a', 'x'.repeat(500))}`)
    const [response] = await once(sender, 'response')
    assert.is(response.statusCode, 408)
    sender.destroy()

    stall = 60_000
    await withFakeIntervals(async (pass) => {
      take = async (files, request) => {
        let size = 0
        for await (const { body } of files) {
          for await (const chunk of body) {
            if (size === 0) {
              // by now the sender waits for the consumer, however long that takes
              await untilSteady(() => request.socket.bytesRead)
              pass(10 * stall)
            }
            size += chunk.length
          }
        }
        return size
      }
      const form = new FormData()
      form.append('20000000', new Blob([Buffer.alloc(20_000_000)]), 'a')
      assert.equal(await post(form), { status: 200, text: '20000000' })
    })
  } finally {
    stall = 60_000
  }
})

test('a complete upload is not aborted while it is stored', async () => {
  await withFakeIntervals(async (pass) => {
    take = async (files, request) => {
      let consumed = 0
      for await (const { body } of files) {
        for await (const chunk of body) consumed += chunk.length
        await until(() => request.complete)
        pass(10 * stall)
      }
      return consumed
    }
    const form = new FormData()
    for (const name of ['a', 'b', 'c']) form.append('5', new Blob(['hello']), name)
    assert.equal(await post(form), { status: 200, text: '15' })
  })
})

test('data is read no faster than consumed', async () => {
  const size = 64 * 1024 * 1024
  let ahead = 0
  take = async (files, request) => {
    // the connection may have served another upload before
    const before = request.socket.bytesRead
    for await (const { body } of files) {
      for await (const _chunk of body) {
        ahead = (await untilSteady(() => request.socket.bytesRead)) - before
        throw new Failure(409, 'enough')
      }
    }
  }
  const form = new FormData()
  form.append(String(size), new Blob([Buffer.alloc(size)]), 'a')
  await post(form)
  assert.ok(ahead > 0 && ahead < 4 * 1024 * 1024, `${ahead} bytes were read ahead`)
})
