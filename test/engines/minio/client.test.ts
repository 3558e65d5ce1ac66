import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { assert, test } from '../../lib/suite.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { sha256 } from '../../../engines/s3/sign.ts'
import { withFakeTimeouts } from '../../lib/fake-timers.ts'
import { pluck } from '../../lib/pluck.ts'
import { until } from '../../lib/until.ts'
import { certificate, key } from './certificate.ts'
import {
  type Client,
  keys,
  withClient,
  withAnswers,
  xmlError,
  respond,
  ok,
  read,
  write,
  chunks,
} from './with-client.ts'
import { failureOf } from '../../lib/failure-of.ts'

const starting = respond(503, JSON.stringify({ Code: 'XMinioIAMNotInitialized', Message: 'loading' }))
const reset = (request: IncomingMessage) => void request.socket.resetAndDestroy()

/** Time at which a request says that it was signed, in ms since 1970. */
const timeOf = ({ headers }: IncomingMessage) =>
  Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'))

test('a read is retried while the server starts', () =>
  withAnswers([starting, ok], {}, async (client, seen) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
    assert.is(seen.length, 2)
  }))

test('a server that keeps starting is reported', () =>
  withAnswers([starting], {}, async (client, seen) => {
    const failure = await failureOf(client.call(read, keys))
    assert.is(failure.status, 503)
    assert.match(failure.message, 'starting')
    assert.is(seen.length, 2)
  }))

test('a read is retried after a broken connection, and calls that are not idempotent are not', () =>
  withAnswers([reset, ok], {}, async (client, seen) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
    assert.is(seen.length, 2)
    seen.length = 0
    assert.is((await failureOf(client.call(write, keys))).status, 503)
    assert.is(seen.length, 1)
  }))

test('a write a starting or busy server did not process is retried, and a started one only if idempotent', async () => {
  await withAnswers([starting, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.is(seen.length, 2)
  })
  const slowly = respond(503, JSON.stringify({ Code: 'SlowDownWrite', Message: 'slowly' }))
  await withAnswers([slowly, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.is(seen.length, 2)
  })
  await withAnswers([slowly], {}, async (client) => {
    const { status, message } = await failureOf(client.call(write, keys))
    assert.equal([status, message], [502, 'Too few drives of the storage server could write this'])
  })
  const busy = respond(503, JSON.stringify({ Code: 'ServiceUnavailable', Message: 'busy' }))
  await withAnswers([busy, ok], {}, async (client, seen) => {
    assert.is((await failureOf(client.call(write, keys))).status, 503)
    assert.is(seen.length, 1)
  })
  await withAnswers([busy, ok], {}, async (client, seen) => {
    await client.call({ ...write, repeatable: true }, keys)
    assert.is(seen.length, 2)
  })
})

test('a call whose response does not arrive or end in time is aborted', async () => {
  const half: RequestListener = (_request, response) => void response.writeHead(200).write('half')
  for (const slow of [() => {}, half])
    await withAnswers([slow], { deadline: 100 }, async (client) => {
      const failure = await failureOf(client.call(read, keys))
      assert.is(failure.status, 503)
      assert.match(failure.message, client.host)
    })
})

test('responses and errors are read up to a limit', () => {
  const long = 'x'.repeat(2000)
  return withAnswers([respond(200, long), respond(403, long), ok], { maxBytes: 1000 }, async (client) => {
    for (const _ of [200, 403])
      assert.match((await failureOf(client.call(read, keys))).detail ?? '', /larger than 1000 bytes/)
    assert.is((await client.call(read, keys)).status, 200)
  })
})

test('a call known to be slow has a longer timeout', () => {
  let reply = () => {}
  const late: RequestListener = (request, response) =>
    (reply = () => ok(request as IncomingMessage, response as ServerResponse))
  return withAnswers([late], { deadline: 50 }, (client, seen) =>
    withFakeTimeouts(async (pass) => {
      const called = client.call({ ...read, deadline: 5000 }, keys)
      await until(() => seen.length > 0)
      pass(4999)
      reply()
      assert.is((await called).status, 200)
    }),
  )
})

test('an unreachable server is named', async () => {
  const { client } = await new Promise<{ client: Client }>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.close(() => resolve({ client: createClient({ url }) }))
    })
  })
  const failure = await failureOf(client.call(read, keys))
  assert.is(failure.status, 503)
  assert.match(failure.message, client.host)
  assert.match(failure.detail ?? '', 'ECONNREFUSED')
})

test('connecting to an unreachable server times out', async () => {
  // an address for documentation (RFC 5737), which nobody uses
  const client = createClient({ url: new URL('http://192.0.2.1:9000'), deadline: 100 })
  assert.is((await failureOf(client.call(read, keys))).status, 503)
  const upload = client.upload({ method: 'PUT', path: '/b/k' }, { size: 65536, source: chunks(1) }, keys)
  assert.is((await failureOf(upload)).status, 503)
  client.close()
})

test('every error response of a server or proxy becomes a failure with a status and a message', async () => {
  const cases: [RequestListener, number, RegExp][] = [
    [respond(404, xmlError('NoSuchBucket')), 404, /specified bucket does not exist/],
    [respond(403, xmlError('AccessDenied')), 403, /Access denied/],
    [respond(403, xmlError('InvalidAccessKeyId')), 401, /invalid session/],
    [
      respond(
        400,
        '<ErrorResponse xmlns="x"><Error><Type/><Code>ExpiredToken</Code><Message>m</Message></Error></ErrorResponse>',
      ),
      401,
      /session/,
    ],
    [respond(400, JSON.stringify({ Code: 'XMinioAdminGroupNotEmpty', Message: 'm' })), 409, /members/],
    [respond(400, JSON.stringify({ Code: 'Other', Message: 'Mind the gap' })), 400, /Mind the gap/],
    [
      respond(404, '', { 'x-minio-error-code': 'NoSuchKey', 'x-minio-error-desc': '"gone"' }),
      404,
      /specified key does not exist/,
    ],
    [respond(426, JSON.stringify({ Code: 'XMinioAdminVersionMismatch', Message: 'm' })), 501, /does not support/],
    [respond(401, 'who are you'), 502, /status 401/],
    [respond(502, '<html><body>Bad gateway</body></html>'), 502, /status 502/],
    [respond(302, '', { location: 'https://elsewhere' }), 502, /status 302/],
    [respond(400, '{"Code":'), 400, /status 400/],
    [respond(500, 'null'), 502, /status 500/],
  ]
  for (const [reply, status, message] of cases)
    await withAnswers([reply], {}, async (client) => {
      const failure = await failureOf(client.call(write, keys))
      assert.is(failure.status, status, failure.message)
      assert.match(failure.message, message)
    })
})

test('an unknown access key is that of a remote server only if the server accepts those of the caller', async () => {
  const object = { method: 'GET', path: '/bucket/a/key' } as const
  const unknown = respond(403, xmlError('InvalidAccessKeyId'))
  const wrong = respond(403, xmlError('SignatureDoesNotMatch'))
  const cases: readonly [refusal: RequestListener, check: RequestListener, status: number, message: RegExp][] = [
    [unknown, ok, 502, /tier or replication target .* does not accept the keys/],
    [unknown, respond(403, xmlError('AccessDenied')), 502, /tier or replication target/],
    [wrong, ok, 502, /^Your keys are valid/],
    [wrong, wrong, 403, /proxy that changes the Host header/],
    [respond(400, xmlError('ExpiredToken')), unknown, 401, /invalid session/],
    [unknown, unknown, 401, /invalid session/],
    [unknown, wrong, 401, /invalid session/],
    [unknown, respond(500, 'broken'), 401, /invalid session/],
    [unknown, respond(302, '', { location: 'https://elsewhere' }), 401, /invalid session/],
  ]
  for (const [refusal, check, status, message] of cases)
    await withAnswers([refusal, check, refusal, check], {}, async (client, seen) => {
      for (const work of [() => client.call(object, keys), () => client.stream(object, keys)]) {
        const failure = await failureOf(work())
        assert.is(failure.status, status, failure.message)
        assert.match(failure.message, message)
      }
      const [first, second] = ['/bucket/a/key', '/bucket?location=']
      assert.equal(pluck(seen, 'url'), [first, second, first, second])
    })
})

test('other responses, and refusals of calls that only concern the caller, cost no further request', async () => {
  const unknown = respond(403, xmlError('InvalidAccessKeyId'))
  const requests = async (reply: RequestListener, request: Parameters<Client['call']>[0]) => {
    let count = 0
    await withAnswers([reply], {}, async (client, seen) => {
      await client.call(request, keys).catch(() => undefined)
      count = seen.length
    })
    return count
  }
  assert.is(await requests(ok, read), 1)
  assert.is(await requests(respond(403, xmlError('AccessDenied')), read), 1)
  assert.is(await requests(unknown, { method: 'GET', path: '/' }), 1)
  assert.is(await requests(unknown, { ...read, path: '/minio/admin/v3/accountinfo', addresses: 'server' }), 1)
})

test("the clock is corrected by the server's date and stays corrected", () => {
  const ahead = new Date(Date.now() + 7_200_000)
  const skewed = respond(403, xmlError('RequestTimeTooSkewed'), { date: ahead.toUTCString() })
  return withAnswers([skewed, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    await client.call(write, keys)
    assert.is(seen.length, 3)
    for (const request of seen.slice(1))
      assert.ok(Math.abs(timeOf(request) - ahead.getTime()) < 60_000, String(request.headers['x-amz-date']))
  })
})

test('the clock correction is reset if a proxy dates its responses differently', () => {
  const ahead = new Date(Date.now() + 7_200_000)
  const skewed = respond(403, xmlError('RequestTimeTooSkewed'), { date: ahead.toUTCString() })
  const byOwnTime: RequestListener = (request, response) => {
    const off = Math.abs(timeOf(request) - Date.now())
    return off < 60_000 ? ok(request, response) : skewed(request, response)
  }
  // the first is refused like a request that was sent before this machine's clock was set
  return withAnswers([skewed, byOwnTime], {}, async (client) => {
    await failureOf(client.call(write, keys))
    assert.is((await client.call(write, keys)).body.toString(), 'fine')
    assert.is((await client.call(write, keys)).body.toString(), 'fine')
  })
})

test('the region required by the server is adopted', () => {
  const elsewhere = respond(400, xmlError('AuthorizationHeaderMalformed', '<Region>eu-north-9</Region>'))
  return withAnswers([elsewhere, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.match(String(seen[0]?.headers.authorization), '/us-east-1/s3/')
    assert.match(String(seen[1]?.headers.authorization), '/eu-north-9/s3/')
  })
})

test('requests have a body hash, length and user agent, and reuse the connection', () =>
  withAnswers([ok], {}, async (client, seen) => {
    const ports = new Set<number | undefined>()
    for (let call = 0; call < 3; call++) {
      await client.call(write, keys)
      ports.add(seen.at(-1)?.socket.remotePort)
    }
    assert.is(seen[0]?.headers['x-amz-content-sha256'], sha256('text'))
    assert.is(seen[0]?.headers['content-length'], '4')
    assert.is(seen[0]?.headers['user-agent'], 'Stowage')
    assert.is(ports.size, 1)
  }))

test('a value that would break out of its header is refused', () =>
  withAnswers([ok], {}, async (client, seen) => {
    const failure = await failureOf(client.call(read, { accessKey: 'a\r\nx-evil: 1', secretKey: 's' }))
    assert.is(failure.status, 400)
    assert.is(seen.length, 0)
  }))

test("an aborted call stops with the caller's reason", () =>
  withAnswers([() => {}], {}, async (client, seen) => {
    const controller = new AbortController()
    const work = client.call({ ...read, signal: controller.signal }, keys).catch((error: unknown) => error)
    await until(() => seen.length > 0)
    const reason = new Error('gone away')
    controller.abort(reason)
    assert.is(await work, reason)
  }))

test('a configured private authority is trusted, and an unknown one is not', async () => {
  const secure = () => createSecureServer({ key, cert: certificate }, ok) as unknown as Server
  await withClient(secure(), 'https', { ca: [certificate] }, async (client) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
  })
  await withClient(secure(), 'https', {}, async (client) => {
    const failure = await failureOf(client.call(read, keys))
    assert.is(failure.status, 503)
    assert.match(failure.message, 'certificate')
  })
})
