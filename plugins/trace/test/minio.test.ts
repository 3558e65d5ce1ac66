import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { assert, test } from '../../../test/lib/suite.ts'
import { listen } from '../../../test/lib/listen.ts'
import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { Filter, type ServedCall } from '../contract.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { sessionOf } from '../../../test/engines/minio/session.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Run = (
  follow: (query?: v.InferInput<typeof Filter>, signal?: AbortSignal) => AsyncGenerator<ServedCall>,
  traceRequest: () => Promise<Exchange>,
) => Promise<void>

/** Runs against a server that streams what the test writes. */
const against = async (run: Run) => {
  const server = createServer()
  // other requests reach the server, too
  const connected = new Promise<[IncomingMessage, ServerResponse]>((resolve) =>
    server.on('request', (request, response) =>
      request.url?.includes('/trace?') ? resolve([request, response]) : void response.writeHead(403).end(),
    ),
  )
  const engine = openMinioEngine(`http://127.0.0.1:${await listen(server)}`)
  const { trace } = await actAs(engine, sessionOf())
  const over = new AbortController()
  closeAtEnd(() => over.abort())
  await run(
    (query = {}, signal = over.signal) => trace.follow(v.parse(Filter, query), signal) as AsyncGenerator<ServedCall>,
    async () => {
      const [request, response] = await connected
      const received = new Promise<void>((resolve) => {
        const onResponse = () => (unsubscribe('http.client.response.finish', onResponse), resolve())
        subscribe('http.client.response.finish', onResponse)
      })
      response.writeHead(200)
      response.write(' ')
      // the client has received the beginning of the response when the test continues
      await received
      return { request, response }
    },
  )
}

const entry = (more: object = {}) => {
  const http = {
    request: { method: 'GET', client: '10.0.0.1' },
    response: { statuscode: 200 },
    stats: { inputbytes: 90, outputbytes: 7, timetofirstbyte: 1500 },
  }
  return {
    type: 4,
    nodename: 'node-1:9000',
    funcname: 's3.GetObject',
    time: '2026-11-21T08:00:00.123456789Z',
    path: '/b/é',
    dur: 1_234_500,
    http,
    ...more,
  }
}

const failing = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error('It worked'),
    (error: unknown) => error as Error,
  )
  return [(error as Failure).status, error.message]
}

test('entries are parsed from any chunks, with spaces between them', () =>
  against(async (follow, traceRequest) => {
    const calls = follow()
    const first = calls.next()
    const { response } = await traceRequest()
    const [before, split, after] = [{ path: '/b/1' }, {}, { path: '/b/2' }].map((more) => JSON.stringify(entry(more)))
    const bytes = Buffer.from(`${before}\n  ${split}\n \n${after}\n`)
    const middle = bytes.indexOf(Buffer.from('é')) + 1
    response.write(bytes.subarray(0, middle))
    // the data sent with the previous entry has been read once that entry arrives
    assert.is((await first).value?.path, '/b/1')
    const second = calls.next()
    response.write(bytes.subarray(middle))
    assert.equal((await second).value, {
      host: 'node-1:9000',
      time: '2026-11-21T08:00:00.123Z',
      client: '10.0.0.1',
      callStats: { rx: 90, tx: 7, duration: '1.2345ms', timeToFirstByte: '1.5µs' },
      api: 's3.GetObject',
      path: '/b/é',
      query: '',
      statusCode: 200,
      statusMsg: 'OK',
      method: 'GET',
    })
    assert.is((await calls.next()).value?.path, '/b/2')
  }))

test('calls of drives have no status but their error', () =>
  against(async (follow, traceRequest) => {
    const calls = follow({ calls: 'all', onlyErrors: 'yes' })
    const first = calls.next()
    const { request, response } = await traceRequest()
    const query = new URL(request.url ?? '', 'http://x').searchParams
    assert.equal([...query].map((pair) => pair.join('=')).sort(), [
      'err=true',
      'internal=true',
      'os=true',
      's3=true',
      'storage=true',
      'threshold=0ns',
    ])
    const plain = { type: 2, funcname: 'storage.ReadXL', http: undefined }
    response.write(`${JSON.stringify(entry(plain))}\n${JSON.stringify(entry({ ...plain, error: 'file not found' }))}\n`)
    const { statusCode, statusMsg, client } = (await first).value ?? {}
    assert.equal([statusCode, statusMsg, client], [0, 'file not found', ''])
  }))

test("the console's own page reads are excluded on request", () =>
  against(async (follow, traceRequest) => {
    const calls = follow({ own: 'hide' })
    const first = calls.next()
    const { response } = await traceRequest()
    const from = (agent: string, method: string, funcname: string, path: string) => {
      const request = { method, client: '10.0.0.1', headers: { 'User-Agent': [agent] } }
      return entry({ funcname, path, http: { request, response: { statuscode: 200 } } })
    }
    const sent = [
      from('Stowage', 'GET', 's3.GetBucketCors', '/b/?cors'),
      from('Stowage', 'GET', 's3.GetObject', '/b/download'),
      from('Stowage', 'PUT', 's3.PutObject', '/b/upload'),
      from('aws-cli', 'GET', 's3.GetBucketCors', '/b/?cors'),
    ]
    response.write(sent.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const paths = [(await first).value?.path, (await calls.next()).value?.path, (await calls.next()).value?.path]
    assert.equal(paths, ['/b/download', '/b/upload', '/b/?cors'])
  }))

test('the signature of a presigned link is not included', () =>
  against(async (follow, traceRequest) => {
    const calls = follow()
    const first = calls.next()
    const { response } = await traceRequest()
    const request = {
      method: 'GET',
      rawquery: 'X-Amz-Date=20261121T080000Z&X-Amz-Signature=abc123&X-Amz-Security-Token=def',
    }
    response.write(`${JSON.stringify(entry({ http: { request } }))}\n`)
    assert.is((await first).value?.query, 'X-Amz-Date=20261121T080000Z&X-Amz-Signature=…&X-Amz-Security-Token=…')
  }))

test('headers are included on request without secrets, and name the access key', () =>
  against(async (follow, traceRequest) => {
    const calls = follow({ headers: 'yes' })
    const first = calls.next()
    const { response } = await traceRequest()
    const headers = {
      Authorization: ['AWS4-HMAC-SHA256 Credential=ana/20261121/us-east-1/s3/aws4_request, Signature=abc123'],
      'X-Amz-Security-Token': ['def'],
      'Content-Length': ['5'],
    }
    const http = {
      request: { method: 'PUT', headers },
      response: { statuscode: 200, headers: { 'Set-Cookie': 'a=secret-b', Etag: ['"x"'] } },
    }
    response.write(`${JSON.stringify(entry({ http }))}\n`)
    const { user, requestHeaders, responseHeaders } = (await first).value ?? {}
    assert.is(user, 'ana')
    assert.equal(requestHeaders, [
      ['Authorization', 'hidden'],
      ['Content-Length', '5'],
      ['X-Amz-Security-Token', 'hidden'],
    ])
    assert.equal(responseHeaders, [
      ['Etag', '"x"'],
      ['Set-Cookie', 'hidden'],
    ])
  }))

test('the account behind temporary credentials is read from their token, and calls can be filtered by its name', () =>
  against(async (follow, traceRequest) => {
    const calls = follow({ user: 'AN' })
    const first = calls.next()
    const { response } = await traceRequest()
    const token = `e30.${Buffer.from(JSON.stringify({ accessKey: 'TEMP', parent: 'ana' })).toString('base64url')}.x`
    const signed = (key: string, more: object = {}) => ({
      http: {
        request: {
          method: 'GET',
          headers: {
            Authorization: [`AWS4-HMAC-SHA256 Credential=${key}/20261121/us-east-1/s3/aws4_request`],
            ...more,
          },
        },
        response: { statuscode: 403, headers: { 'X-Amz-Request-Id': ['1878B2C94E07A3D1'] } },
      },
    })
    const link = {
      http: {
        request: { method: 'GET', rawquery: 'X-Amz-Credential=dana%2F20261121%2Fus-east-1%2Fs3%2Faws4_request' },
      },
    }
    for (const one of [
      signed('TEMP', { 'X-Amz-Security-Token': ['no token'] }),
      signed('TEMP', { 'X-Amz-Security-Token': [token] }),
      link,
    ])
      response.write(`${JSON.stringify(entry(one))}\n`)
    const { user, requestID } = (await first).value ?? {}
    assert.equal([user, requestID], ['ana', '1878B2C94E07A3D1'])
    assert.is((await calls.next()).value?.user, 'dana')
  }))

test('every kind of call that the server supports can be selected and is distinguished', () =>
  against(async (follow, traceRequest) => {
    const calls = follow({ calls: 'healing,batch-expire,formatting' })
    const first = calls.next()
    const { request, response } = await traceRequest()
    const query = new URL(request.url ?? '', 'http://x').searchParams
    assert.equal([...query.keys()].sort(), ['batch-expire', 'formatting', 'healing', 'threshold'])
    for (const [type, funcname] of [
      [16, 'scanner.ScanObject'],
      [64, 'healing.HealObject'],
      [65_536, 'formatting.Format'],
    ] as const)
      response.write(`${JSON.stringify(entry({ type, funcname, http: undefined }))}\n`)
    assert.is((await first).value?.api, 'healing.HealObject')
    assert.is((await calls.next()).value?.api, 'formatting.Format')
  }))

test("the server's stream ends when the subscriber leaves", () =>
  against(async (follow, traceRequest) => {
    const controller = new AbortController()
    const next = follow({}, controller.signal).next()
    const { request } = await traceRequest()
    const closed = once(request.socket, 'close')
    controller.abort()
    assert.is((await next).done, true)
    await closed
  }))

test('a server that disconnects cleanly or abruptly is reported as unreachable', async () => {
  await against(async (follow, traceRequest) => {
    const next = follow().next()
    ;(await traceRequest()).response.end()
    const [status, message] = await failing(next)
    assert.is(status, 503)
    assert.match(String(message), /^The storage server at 127\.0\.0\.1:\d+ ended the connection$/)
  })
  await against(async (follow, traceRequest) => {
    const next = follow().next()
    ;(await traceRequest()).request.socket.resetAndDestroy()
    assert.is((await failing(next))[0], 503)
  })
})

test('an unreadable record is skipped, and one of a megabyte is not', () =>
  against(async (follow, traceRequest) => {
    const calls = follow()
    const first = calls.next()
    const { response } = await traceRequest()
    const long = `/b/${'x'.repeat(1024 * 1024)}`
    response.write(`{"type":4,"time"\n{"type":"four"}\n${JSON.stringify(entry())}\n`)
    assert.is((await first).value?.path, '/b/é')
    response.write(`{"type":4,"time"\n[]\n{"type":"four"}\n${JSON.stringify(entry({ path: long }))}\n`)
    assert.is((await calls.next()).value?.path, long)
  }))

test('a missing or unreadable trace is reported', async () => {
  for (const text of ['<html>\n', '{"type":"four"}\n'.repeat(20)])
    await against(async (follow, traceRequest) => {
      const next = follow().next()
      ;(await traceRequest()).response.write(text)
      assert.equal(await failing(next), [502, 'The storage server sent a response that cannot be read'])
    })
})
