import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { Worker } from 'node:worker_threads'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient } from '../../../engines/minio/client.ts'
import { sha256 } from '../../../engines/minio/sign.ts'
import { withTimers } from '../../lib/time.ts'
import { settled, until } from '../../lib/until.ts'
import { certificate, key } from './certificate.ts'

type Options = Omit<Parameters<typeof createClient>[0], 'url'>
type Client = ReturnType<typeof createClient>
type Failed = { status: number; message: string; detail: string }

const keys = { accessKey: 'anna', secretKey: 'anna-secret-key' }

const use = async (
  server: Server | ReturnType<typeof createSocketServer>,
  protocol: string,
  options: Options,
  run: (client: Client) => Promise<void>,
) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = createClient({
    url: new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ...options,
  })
  try {
    await run(client)
  } finally {
    client.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Runs against a server that answers each request with the next of these, the last one again and again. */
const against = (
  answers: RequestListener[],
  options: Options,
  run: (client: Client, seen: IncomingMessage[]) => Promise<void>,
) => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  })
  return use(server, 'http', options, (client) => run(client, seen))
}

const xmlError = (code: string, extra = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Said so</Message>${extra}</Error>`
const answer =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }
const ok = answer(200, 'fine')
const starting = answer(503, JSON.stringify({ Code: 'XMinioIAMNotInitialized', Message: 'loading' }))
const reset = (request: IncomingMessage) => void request.socket.resetAndDestroy()

/** When a request says that it was signed, in ms since 1970. */
const timeOf = ({ headers }: IncomingMessage) =>
  Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'))

const failing = async (work: Promise<unknown>): Promise<Failed> => {
  try {
    await work
  } catch (error) {
    return error as Failed
  }
  throw new Error('It worked')
}

const read = { method: 'GET', path: '/bucket' } as const
const write = { method: 'PUT', path: '/bucket', body: 'text' } as const

async function* chunks(count: number, size = 65536, taken: { bytes: number } = { bytes: 0 }) {
  for (let index = 0; index < count; index++) {
    taken.bytes += size
    yield Buffer.alloc(size, index)
  }
}

test('tries a read again when the server is only starting', () =>
  against([starting, ok], {}, async (client, seen) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
    assert.is(seen.length, 2)
  }))

test('says that the server is starting when that does not help', () =>
  against([starting], {}, async (client, seen) => {
    const failure = await failing(client.call(read, keys))
    assert.is(failure.status, 503)
    assert.match(failure.message, 'starting')
    assert.is(seen.length, 2)
  }))

test('tries a read again when the connection breaks, and nothing that might then happen twice', () =>
  against([reset, ok], {}, async (client, seen) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
    assert.is(seen.length, 2)
    seen.length = 0
    assert.is((await failing(client.call(write, keys))).status, 503)
    assert.is(seen.length, 1)
  }))

test('makes a write again of which a starting or busy server has done nothing, and one that it may have begun only where that does no harm', async () => {
  await against([starting, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.is(seen.length, 2)
  })
  const slowly = answer(503, JSON.stringify({ Code: 'SlowDownWrite', Message: 'slowly' }))
  await against([slowly, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.is(seen.length, 2)
  })
  await against([slowly], {}, async (client) => {
    const { status, message } = await failing(client.call(write, keys))
    assert.equal([status, message], [502, 'Too few drives of the storage server could write this'])
  })
  const busy = answer(503, JSON.stringify({ Code: 'ServiceUnavailable', Message: 'busy' }))
  await against([busy, ok], {}, async (client, seen) => {
    assert.is((await failing(client.call(write, keys))).status, 503)
    assert.is(seen.length, 1)
  })
  await against([busy, ok], {}, async (client, seen) => {
    await client.call({ ...write, repeatable: true }, keys)
    assert.is(seen.length, 2)
  })
})

test('gives up a call whose answer does not come, or does not end, within the deadline', async () => {
  const half: RequestListener = (_request, response) => void response.writeHead(200).write('half')
  for (const slow of [() => {}, half])
    await against([slow], { deadline: 100 }, async (client) => {
      const failure = await failing(client.call(read, keys))
      assert.is(failure.status, 503)
      assert.match(failure.message, client.host)
    })
})

test('takes no more of an answer than it may have, of a refusal neither', () => {
  const long = 'x'.repeat(2000)
  return against([answer(200, long), answer(403, long), ok], { most: 1000 }, async (client) => {
    for (const _ of [200, 403]) assert.match((await failing(client.call(read, keys))).detail, /more than 1000 bytes/)
    assert.is((await client.call(read, keys)).status, 200)
  })
})

test('lets a call that is known to be long take its time', () => {
  let reply = () => {}
  const late: RequestListener = (request, response) =>
    (reply = () => ok(request as IncomingMessage, response as ServerResponse))
  return against([late], { deadline: 50 }, (client, seen) =>
    withTimers(async (pass) => {
      const called = client.call({ ...read, deadline: 5000 }, keys)
      await until(() => seen.length > 0)
      pass(4999)
      reply()
      assert.is((await called).status, 200)
    }),
  )
})

test('names the server that cannot be reached', async () => {
  const { client } = await new Promise<{ client: Client }>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.close(() => resolve({ client: createClient({ url }) }))
    })
  })
  const failure = await failing(client.call(read, keys))
  assert.is(failure.status, 503)
  assert.match(failure.message, client.host)
  assert.match(failure.detail, 'ECONNREFUSED')
})

test('gives up a server that is never reached', async () => {
  // of the addresses for documentation (RFC 5737), which belong to nobody
  const client = createClient({ url: new URL('http://192.0.2.1:9000'), deadline: 100 })
  assert.is((await failing(client.call(read, keys))).status, 503)
  const upload = client.upload({ method: 'PUT', path: '/b/k' }, { size: 65536, source: chunks(1) }, keys)
  assert.is((await failing(upload)).status, 503)
  client.close()
})

test('makes a failure of whatever a server or a proxy answers', async () => {
  const cases: [RequestListener, number, RegExp][] = [
    [answer(404, xmlError('NoSuchBucket')), 404, /no such bucket/],
    [answer(403, xmlError('AccessDenied')), 403, /Access denied/],
    [answer(403, xmlError('InvalidAccessKeyId')), 401, /invalid session/],
    [
      answer(
        400,
        '<ErrorResponse xmlns="x"><Error><Type/><Code>ExpiredToken</Code><Message>m</Message></Error></ErrorResponse>',
      ),
      401,
      /session/,
    ],
    [answer(400, JSON.stringify({ Code: 'XMinioAdminGroupNotEmpty', Message: 'm' })), 409, /members/],
    [answer(400, JSON.stringify({ Code: 'Other', Message: 'Mind the gap' })), 400, /Mind the gap/],
    [answer(404, '', { 'x-minio-error-code': 'NoSuchKey', 'x-minio-error-desc': '"gone"' }), 404, /no such object/],
    [answer(426, JSON.stringify({ Code: 'XMinioAdminVersionMismatch', Message: 'm' })), 501, /does not offer/],
    [answer(401, 'who are you'), 502, /status 401/],
    [answer(502, '<html><body>Bad gateway</body></html>'), 502, /status 502/],
    [answer(302, '', { location: 'https://elsewhere' }), 502, /status 302/],
    [answer(400, '{"Code":'), 400, /status 400/],
    [answer(500, 'null'), 502, /status 500/],
  ]
  for (const [reply, status, message] of cases)
    await against([reply], {}, async (client) => {
      const failure = await failing(client.call(write, keys))
      assert.is(failure.status, status, failure.message)
      assert.match(failure.message, message)
    })
})

test('corrects its clock by what the server says, and keeps it so', () => {
  const ahead = new Date(Date.now() + 7_200_000)
  const skewed = answer(403, xmlError('RequestTimeTooSkewed'), { date: ahead.toUTCString() })
  return against([skewed, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    await client.call(write, keys)
    assert.is(seen.length, 3)
    for (const request of seen.slice(1))
      assert.ok(Math.abs(timeOf(request) - ahead.getTime()) < 60_000, String(request.headers['x-amz-date']))
  })
})

test('comes back to its own clock where a proxy dates the answers by another one', () => {
  const ahead = new Date(Date.now() + 7_200_000)
  const skewed = answer(403, xmlError('RequestTimeTooSkewed'), { date: ahead.toUTCString() })
  const byOwnTime: RequestListener = (request, response) => {
    const off = Math.abs(timeOf(request) - Date.now())
    return off < 60_000 ? ok(request, response) : skewed(request, response)
  }
  // the first is refused as one is that was on its way while this machine's clock was set
  return against([skewed, byOwnTime], {}, async (client) => {
    await failing(client.call(write, keys))
    assert.is((await client.call(write, keys)).body.toString(), 'fine')
    assert.is((await client.call(write, keys)).body.toString(), 'fine')
  })
})

test('learns the region that the server wants', () => {
  const elsewhere = answer(400, xmlError('AuthorizationHeaderMalformed', '<Region>eu-north-9</Region>'))
  return against([elsewhere, ok], {}, async (client, seen) => {
    await client.call(write, keys)
    assert.match(String(seen[0]?.headers.authorization), '/us-east-1/s3/')
    assert.match(String(seen[1]?.headers.authorization), '/eu-north-9/s3/')
  })
})

test('sends the hash and length of a body, says who it is, and keeps its connection', () =>
  against([ok], {}, async (client, seen) => {
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

test('refuses to send a value that would break out of its header', () =>
  against([ok], {}, async (client, seen) => {
    const failure = await failing(client.call(read, { accessKey: 'a\r\nx-evil: 1', secretKey: 's' }))
    assert.is(failure.status, 400)
    assert.is(seen.length, 0)
  }))

test('stops when the caller goes away, with the reason the caller gave', () =>
  against([() => {}], {}, async (client, seen) => {
    const controller = new AbortController()
    const work = failing(client.call({ ...read, signal: controller.signal }, keys))
    await until(() => seen.length > 0)
    controller.abort(new Error('gone away'))
    assert.is((await work).message, 'gone away')
  }))

test('trusts a private authority when told, and no unknown one', async () => {
  const secure = () => createSecureServer({ key, cert: certificate }, ok) as unknown as Server
  await use(secure(), 'https', { ca: [certificate] }, async (client) => {
    assert.is((await client.call(read, keys)).body.toString(), 'fine')
  })
  await use(secure(), 'https', {}, async (client) => {
    const failure = await failing(client.call(read, keys))
    assert.is(failure.status, 503)
    assert.match(failure.message, 'certificate')
  })
})

test('sends an upload no faster than the server takes it', () => {
  const taken = { bytes: 0 }
  const pending: (() => void)[] = []
  const lazy: RequestListener = (request, response) => {
    pending.push(() => request.resume().on('end', () => response.end()))
  }
  return against([lazy], {}, async (client, seen) => {
    const upload = client.upload(
      { method: 'PUT', path: '/b/k' },
      { size: 2000 * 65536, source: chunks(2000, 65536, taken) },
      keys,
    )
    await until(() => taken.bytes > 0)
    assert.ok((await settled(() => taken.bytes)) < 40 * 2 ** 20, `${taken.bytes} bytes are on their way`)
    pending[0]?.()
    await upload
    assert.is(taken.bytes, 2000 * 65536)
    assert.is(seen[0]?.headers['content-length'], String(2000 * 65536))
    assert.is(seen[0]?.headers['transfer-encoding'], undefined)
  })
})

test('holds nothing of an upload that has been sent', () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const take: RequestListener = (request, response) => void request.resume().on('end', () => ok(request, response))
  return against([take], {}, async (client) => {
    const sent: WeakRef<Uint8Array>[] = []
    const held = () => {
      collect()
      return sent.filter((chunk) => chunk.deref()).length
    }
    const source = async function* () {
      for (let count = 0; count < 400; count += 1) {
        const chunk = new Uint8Array(65536)
        sent.push(new WeakRef(chunk))
        yield chunk
        // before the server has it all, and answers
        if (count === 390) await until(() => held() < 40)
      }
    }
    await client.upload({ method: 'PUT', path: '/b/k' }, { size: 400 * 65536, source: source() }, keys)
    assert.is(sent.length, 400)
  })
})

test('reads nothing of an upload that the server refuses beforehand', async () => {
  const taken = { bytes: 0 }
  const server = createServer()
  server.on('checkContinue', answer(403, xmlError('AccessDenied')))
  await use(server, 'http', {}, async (client) => {
    const upload = client.upload(
      { method: 'PUT', path: '/b/k' },
      { size: 6553600, source: chunks(100, 65536, taken) },
      keys,
    )
    assert.is((await failing(upload)).status, 403)
    assert.is(taken.bytes, 0)
  })
})

test('stops an upload that the server refuses while it is under way', () => {
  const taken = { bytes: 0 }
  const full: RequestListener = (request, response) => {
    request.once('data', () => {
      request.pause()
      response.writeHead(507, { connection: 'close' }).end(xmlError('XMinioStorageFull'))
    })
  }
  return against([full], {}, async (client) => {
    const size = 65536 * 100_000
    const upload = client.upload({ method: 'PUT', path: '/b/k' }, { size, source: chunks(100_000, 65536, taken) }, keys)
    assert.is((await failing(upload)).status, 507)
    assert.ok(taken.bytes < size / 10)
  })
})

test('uploads to a server that knows nothing of waiting for a word to go on', async () => {
  let received = ''
  const server = createSocketServer((socket) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (received.endsWith('last')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  await use(server, 'http', {}, async (client) => {
    const source = (async function* () {
      yield Buffer.from('first and last')
    })()
    const { status } = await client.upload({ method: 'PUT', path: '/b/k' }, { size: 14, source }, keys)
    assert.is(status, 200)
  })
})

test('gives up streams that the server lets stand still, and waits for a slow reader', async () => {
  const stuck: RequestListener = (request) => void request.pause()
  await against([stuck], { stall: 150 }, async (client) => {
    const upload = client.upload({ method: 'PUT', path: '/b/k' }, { size: 65536 * 1000, source: chunks(1000) }, keys)
    assert.is((await failing(upload)).status, 503)
  })
  const half: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-length': '10' }).write('half')
  await against([half], { stall: 150 }, async (client) => {
    const { body } = await client.stream(read, keys)
    assert.is((await failing(body.toArray())).status, 503)
  })
  // a stream may stand still for a while where the machine is busy
  const STALL = 1500
  const long: RequestListener = (_request, response) => void response.end(Buffer.alloc(20 * 2 ** 20))
  await against([long], { stall: STALL }, async (client) => {
    const { body } = await client.stream(read, keys)
    await new Promise((resolve) => setTimeout(resolve, 2 * STALL))
    assert.is(Buffer.concat(await body.toArray()).length, 20 * 2 ** 20)
  })
  const stopping: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-length': String(2 ** 30) }).write(Buffer.alloc(20 * 2 ** 20))
  await against([stopping], { stall: STALL }, async (client) => {
    const { body } = await client.stream(read, keys)
    await new Promise((resolve) => setTimeout(resolve, 2 * STALL))
    assert.is((await failing(body.toArray())).status, 503)
  })
})

test('gives a stream no deadline once it has begun', () => {
  let end = () => {}
  const begun: RequestListener = (_request, response) => {
    response.write('first ')
    end = () => void response.end('and last')
  }
  return against([begun], { deadline: 100 }, (client) =>
    withTimers(async (pass) => {
      const { body } = await client.stream(read, keys)
      pass(60_000)
      end()
      assert.is(Buffer.concat(await body.toArray()).toString(), 'first and last')
    }),
  )
})

test('a drive that takes only the beginning of what was sent is told as full, and not as the fault of who sent it', async () => {
  const short: RequestListener = (request, response) => {
    request.on('end', () => answer(400, xmlError('IncompleteBody'))(request, response)).resume()
  }
  await against([short], {}, async (client) => {
    const failure = await failing(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 65536, source: chunks(1) }, keys),
    )
    assert.equal([failure.status, /full/.test(failure.message)], [507, true])
  })
})

test('tells what the server answers early though the sender sends nothing more', async () => {
  const early: RequestListener = (request, response) => {
    request.once('data', () => answer(507, xmlError('XMinioStorageFull'))(request, response))
  }
  const never = new Promise<void>(() => {})
  async function* halting() {
    yield Buffer.alloc(1000)
    await never
  }
  await against([early], {}, async (client) => {
    const failure = await failing(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 5000, source: halting() }, keys),
    )
    assert.equal([failure.status, failure.message], [507, 'The storage is full'])
  })
})

test('tells what the server answered before it broke off, though the sender was busy meanwhile', async () => {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const refusal = xmlError('XMinioStorageFull')
  const program = `
    const { workerData: { state, refusal } } = require('node:worker_threads')
    const server = require('node:net').createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 100 Continue\\r\\n\\r\\n')
        socket.once('data', () => {
          socket.write('HTTP/1.1 507 Full\\r\\nContent-Length: ' + refusal.length + '\\r\\nConnection: close\\r\\n\\r\\n' + refusal, () => {
            socket.resetAndDestroy()
            server.close()
            Atomics.store(state, 1, 1)
            Atomics.notify(state, 1)
          })
        })
      })
    })
    server.listen(0, '127.0.0.1', () => {
      Atomics.store(state, 0, server.address().port)
      Atomics.notify(state, 0)
    })`
  const worker = new Worker(program, { eval: true, workerData: { state, refusal } })
  Atomics.wait(state, 0, 0, 5000)
  const client = createClient({ url: new URL(`http://127.0.0.1:${state[0]}`) })
  async function* busy() {
    yield Buffer.alloc(1000)
    // what was given goes out first
    await new Promise(setImmediate)
    Atomics.wait(state, 1, 0, 5000)
    yield* chunks(10)
  }
  try {
    const failure = await failing(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 1000 + 655_360, source: busy() }, keys),
    )
    assert.equal([failure.status, failure.message], [507, 'The storage is full'])
  } finally {
    client.close()
    await worker.terminate()
  }
})

test.run()
