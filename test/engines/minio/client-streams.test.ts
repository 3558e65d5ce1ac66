import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { Worker } from 'node:worker_threads'
import { assert, test } from '../../lib/suite.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { withFakeTimeouts } from '../../lib/fake-timers.ts'
import { untilSteady, until } from '../../lib/until.ts'
import { type Client, keys, withClient, withAnswers, xmlError, respond, ok, read, chunks } from './with-client.ts'
import { failureOf } from '../../lib/failure-of.ts'

test('an upload is sent no faster than the server reads it', () => {
  const consumed = { bytes: 0 }
  const pending: (() => void)[] = []
  const lazy: RequestListener = (request, response) => {
    pending.push(() => request.resume().on('end', () => response.end()))
  }
  return withAnswers([lazy], {}, async (client, seen) => {
    const upload = client.upload(
      { method: 'PUT', path: '/b/k' },
      { size: 2000 * 65536, source: chunks(2000, 65536, consumed) },
      keys,
    )
    await until(() => consumed.bytes > 0)
    assert.ok((await untilSteady(() => consumed.bytes)) < 40 * 2 ** 20, `${consumed.bytes} bytes are on their way`)
    pending[0]?.()
    await upload
    assert.is(consumed.bytes, 2000 * 65536)
    assert.is(seen[0]?.headers['content-length'], String(2000 * 65536))
    assert.is(seen[0]?.headers['transfer-encoding'], undefined)
  })
})

test('sent chunks of an upload are freed', () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const take: RequestListener = (request, response) => void request.resume().on('end', () => ok(request, response))
  return withAnswers([take], {}, async (client) => {
    const sent: WeakRef<Uint8Array>[] = []
    const retainedChunks = () => {
      collect()
      return sent.filter((chunk) => chunk.deref()).length
    }
    const source = async function* () {
      for (let count = 0; count < 400; count += 1) {
        const chunk = new Uint8Array(65536)
        sent.push(new WeakRef(chunk))
        yield chunk
        // before the server has received everything and responds
        if (count === 390) await until(() => retainedChunks() < 40)
      }
    }
    await client.upload({ method: 'PUT', path: '/b/k' }, { size: 400 * 65536, source: source() }, keys)
    assert.is(sent.length, 400)
  })
})

test('an upload the server refuses in advance is not read', async () => {
  const consumed = { bytes: 0 }
  const server = createServer()
  server.on('checkContinue', respond(403, xmlError('AccessDenied')))
  await withClient(server, 'http', {}, async (client) => {
    const upload = client.upload(
      { method: 'PUT', path: '/b/k' },
      { size: 6553600, source: chunks(100, 65536, consumed) },
      keys,
    )
    assert.is((await failureOf(upload)).status, 403)
    assert.is(consumed.bytes, 0)
  })
})

test('an upload refused during transfer stops', () => {
  const consumed = { bytes: 0 }
  const full: RequestListener = (request, response) => {
    request.once('data', () => {
      request.pause()
      response.writeHead(507, { connection: 'close' }).end(xmlError('XMinioStorageFull'))
    })
  }
  return withAnswers([full], {}, async (client) => {
    const size = 65536 * 100_000
    const upload = client.upload(
      { method: 'PUT', path: '/b/k' },
      { size, source: chunks(100_000, 65536, consumed) },
      keys,
    )
    assert.is((await failureOf(upload)).status, 507)
    assert.ok(consumed.bytes < size / 10)
  })
})

test('uploads work with servers that do not support 100-continue', async () => {
  let received = ''
  const server = createSocketServer((socket) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (received.endsWith('last')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
  })
  await withClient(server, 'http', {}, async (client) => {
    const source = (async function* () {
      yield Buffer.from('first and last'.padStart(40_000))
    })()
    const { status } = await client.upload({ method: 'PUT', path: '/b/k' }, { size: 40_000, source }, keys)
    assert.is(status, 200)
  })
})

test('a small upload is sent with its headers, so that a server that refuses it has nothing left to read', async () => {
  const bodies: string[] = []
  const refusing: RequestListener = async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    respond(403, xmlError('AccessDenied'))(request, response)
  }
  await withAnswers([refusing], {}, async (client, seen) => {
    for (let at = 0; at < 2; at += 1) {
      const source = (async function* () {
        yield Buffer.from('small')
      })()
      const refused = client.upload({ method: 'PUT', path: '/b/k' }, { size: 5, source }, keys)
      assert.is((await failureOf(refused)).status, 403)
    }
    assert.equal(bodies, ['small', 'small'])
    assert.equal(
      seen.map(({ headers }) => headers.expect),
      [undefined, undefined],
    )
    assert.is(seen[0]?.socket, seen[1]?.socket)
  })
})

/** Opens a stream. `stall` waits until no more data arrives, and then lets the socket time out. */
const openStream = async (client: Client) => {
  const sockets: Socket[] = []
  const add = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', add)
  const { body } = await client.stream(read, keys)
  unsubscribe('net.client.socket', add)
  const [socket] = sockets
  if (!socket) throw new Error('No socket was opened')
  return {
    body,
    stall: async () => {
      await untilSteady(() => socket.bytesRead)
      for (let times = 0; times < 3; times += 1) socket.emit('timeout')
    },
  }
}

test('streams stalled by the server time out, and slow readers do not', async () => {
  const stalled: RequestListener = (request) => void request.pause()
  await withAnswers([stalled], { stall: 150 }, async (client) => {
    const upload = client.upload({ method: 'PUT', path: '/b/k' }, { size: 65536 * 1000, source: chunks(1000) }, keys)
    assert.is((await failureOf(upload)).status, 503)
  })
  const half: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-length': '10' }).write('half')
  await withAnswers([half], { stall: 150 }, async (client) => {
    const { body } = await client.stream(read, keys)
    assert.is((await failureOf(body.toArray())).status, 503)
  })
  const size = 20 * 2 ** 20
  const long: RequestListener = (_request, response) => void response.end(Buffer.alloc(size))
  await withAnswers([long], {}, async (client) => {
    const { body, stall } = await openStream(client)
    await stall()
    assert.is(Buffer.concat(await body.toArray()).length, size)
  })
  const stopping: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-length': String(2 ** 30) }).write(Buffer.alloc(size))
  await withAnswers([stopping], {}, async (client) => {
    const { body, stall } = await openStream(client)
    await stall()
    const rest = failureOf(body.toArray())
    await stall()
    assert.is((await rest).status, 503)
  })
})

test('a started stream has no deadline', () => {
  let end = () => {}
  const startedAnswer: RequestListener = (_request, response) => {
    response.write('first ')
    end = () => void response.end('and last')
  }
  return withAnswers([startedAnswer], { deadline: 100 }, (client) =>
    withFakeTimeouts(async (pass) => {
      const { body } = await client.stream(read, keys)
      pass(60_000)
      end()
      assert.is(Buffer.concat(await body.toArray()).toString(), 'first and last')
    }),
  )
})

test("a drive that stores only the beginning is reported as full, and not as the client's error", async () => {
  const short: RequestListener = (request, response) => {
    request.on('end', () => respond(400, xmlError('IncompleteBody'))(request, response)).resume()
  }
  await withAnswers([short], {}, async (client) => {
    const failure = await failureOf(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 65536, source: chunks(1) }, keys),
    )
    assert.equal([failure.status, /full/.test(failure.message)], [507, true])
  })
})

test('an early response is returned although the sender has paused', async () => {
  const early: RequestListener = (request, response) => {
    request.once('data', () => respond(507, xmlError('XMinioStorageFull'))(request, response))
  }
  const never = new Promise<void>(() => {})
  async function* halting() {
    yield Buffer.alloc(1000)
    await never
  }
  await withAnswers([early], {}, async (client) => {
    const failure = await failureOf(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 5000, source: halting() }, keys),
    )
    assert.equal([failure.status, failure.message], [507, 'The storage is full'])
  })
})

test('a response before a disconnect is returned although the sender was busy', async () => {
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
    // data written so far is sent first
    await new Promise(setImmediate)
    Atomics.wait(state, 1, 0, 5000)
    yield* chunks(10)
  }
  try {
    const failure = await failureOf(
      client.upload({ method: 'PUT', path: '/bucket/key' }, { size: 1000 + 655_360, source: busy() }, keys),
    )
    assert.equal([failure.status, failure.message], [507, 'The storage is full'])
  } finally {
    client.close()
    await worker.terminate()
  }
})
