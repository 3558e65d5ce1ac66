import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, test } from '../lib/suite.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, startHost } from './host.ts'

let host: Host
let port = 0
let cookie = ''

test.before(async () => {
  host = await startHost({ config: { timeouts: { body: 300, stall: 300, lingering: 200 } } })
  port = await host.listen()
  const send = await host.as(host.root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'slow-bucket' })).statusCode, 201)
  cookie = cookiesOf(await (await host.as())('POST', '/api/v1/login', host.root))
})

/** A client that never closes its connection, and the response to it. */
const caller = (text: string) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const received: string[] = []
  socket.on('data', (chunk) => received.push(String(chunk)))
  const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('error', () => resolve()))
  socket.write(text)
  const readResponse = async () => {
    await ended
    return received.join('')
  }
  return { socket, readResponse }
}

/** Waits until the server has no open connections. */
const untilFree = async () => {
  const connectionCount = () =>
    new Promise<number>((resolve) => host.app.server.getConnections((_error, count) => resolve(count)))
  while ((await connectionCount()) > 0) await sleep(20)
}

const trickle = async (socket: Socket) => {
  while (!socket.destroyed && socket.writable) {
    socket.write(' ')
    await sleep(20)
  }
}

const head = (path: string, more: string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: console.test',
    'content-type: application/json',
    'content-length: 1000',
    ...more,
    '',
    '',
  ].join('\r\n')

test('a body sent too slowly is refused, and its connection is closed', async () => {
  const { socket, readResponse } = caller(head('/api/v1/login'))
  void trickle(socket)
  assert.match(await readResponse(), /^HTTP\/1\.1 408 .*"message":"the body came too slowly"/s)
  await untilFree()
})

test('after an early response the connection is closed, whether or not the client keeps sending', async () => {
  const silent = caller(head('/api/v1/nowhere'))
  const talking = caller(head('/api/v1/buckets'))
  void trickle(talking.socket)
  assert.match(await silent.readResponse(), /^HTTP\/1\.1 404 /)
  assert.match(await talking.readResponse(), /^HTTP\/1\.1 401 /)
  await untilFree()
})

test('invalid HTTP leaves no connection open, whether or not the client disconnects', async () => {
  const { readResponse } = caller('HELLO\r\n\r\n')
  assert.match(await readResponse(), /^HTTP\/1\.1 400 /)
  await untilFree()
})

test('a stalled upload ends, stores nothing and frees its memory', async () => {
  const lines = [
    'POST /api/v1/buckets/slow-bucket/objects/upload?key=half HTTP/1.1',
    'host: console.test',
    'origin: http://console.test',
    `cookie: ${cookie}`,
    'content-type: multipart/form-data; boundary=xyz',
    'content-length: 100000',
  ]
  const part = '--xyz\r\ncontent-disposition: form-data; name="5000"; filename="a"\r\n\r\nhalf of it'
  const { readResponse } = caller(`${lines.join('\r\n')}\r\n\r\n${part}`)
  assert.match(await readResponse(), /^HTTP\/1\.1 408 /)
  await untilFree()
  const listed = await (await host.as(host.root))('GET', '/api/v1/buckets/slow-bucket/objects')
  assert.is(listed.json<{ total: number }>().total, 0)
})

/** Kernel timer of the server's side of a connection, from Linux' `/proc`; `02` is keep-alive. */
const timerOf = (socket: Socket) => {
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
  const ends = [port, (socket.address() as AddressInfo).port].map(hex)
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const row = rows.find(([, own = '', peer = '']) => own.endsWith(`:${ends[0]}`) && peer.endsWith(`:${ends[1]}`))
  return row?.[5]?.slice(0, 2)
}

if (!existsSync('/proc/net/tcp')) console.log('Keep-alive is not tested: this system has no /proc/net/tcp')
const onLinux = existsSync('/proc/net/tcp') ? test : test.skip

onLinux('a peer that may have vanished is probed, so that its connection does not stay open forever', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise((resolve) => socket.once('connect', resolve))
  try {
    // the server may not have accepted the connection yet
    await until(async () => timerOf(socket) === '02')
  } finally {
    socket.destroy()
  }
})
