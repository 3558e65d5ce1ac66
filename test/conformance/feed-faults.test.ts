import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, suite, type Test } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import type { Engine } from '../../engines/engine.ts'
import { openMinioEngine } from '../lib/minio-engine.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../lib/minio.ts'
import { freePort } from '../../testing/process.ts'
import type { KeyPair } from '../lib/server.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, hostOn, type Send } from '../server/host.ts'
import { allow, uniqueName } from './engines.ts'

/** A proxy between console and storage server that simulates faults. */
const startBetween = async (storage: Minio) => {
  const { hostname, port: to } = new URL(storage.url)
  const under = new Set<{ url: string; response: ServerResponse }>()
  const is = { delayed: undefined as RegExp | undefined, silent: false, ahead: 0 }
  const waiting = new Set<() => void>()
  const signed = ({ headers }: IncomingMessage) =>
    is.ahead
      ? { ...headers, 'x-amz-date': new Date(Date.now() + is.ahead).toISOString().replace(/[-:]|\.\d+/g, '') }
      : headers
  const server = createServer(async (incoming, response) => {
    const url = incoming.url ?? ''
    while (is.delayed?.test(url)) await new Promise<void>((resolve) => waiting.add(resolve))
    const one = { url, response }
    under.add(one)
    const passed = request(
      { hostname, port: to, method: incoming.method, path: url, headers: signed(incoming), agent: false },
      (reply) => {
        if (!response.headersSent && !is.silent) response.writeHead(reply.statusCode ?? 0, reply.headers).flushHeaders()
        reply.on('data', (bytes: Buffer) => is.silent || response.write(bytes))
        reply.on('end', () => is.silent || response.end()).on('error', () => response.destroy())
      },
    )
    const leave = () => passed.socket?.end()
    incoming.socket.once('end', leave)
    response.once('close', () => {
      incoming.socket.off('end', leave)
      under.delete(one)
      passed.destroy()
    })
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  })
  // a client may close its sending side before the response ends
  Object.assign(server, { httpAllowHalfOpen: true })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const of = (part: string) => [...under].filter(({ url }) => url.includes(part))
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    /** Number of open calls whose address contains this text. */
    count: (part: string) => of(part).length,
    /** Closes every connection. */
    cut: () => server.closeAllConnections(),
    /** `setSilent(true)` stops forwarding data and ends from the server, and `setSilent(false)` resumes it. */
    setSilent: (silent: boolean) => {
      is.silent = silent
      if (!silent) server.closeAllConnections()
    },
    /** Delays calls whose addresses match; without an expression they continue. */
    delayCalls: (delayed?: RegExp) => {
      is.delayed = delayed
      for (const go of waiting) go()
      waiting.clear()
    },
    /** Shifts the server's clock for calls by `ahead` ms. */
    shift: (ahead: number) => void (is.ahead = ahead),
    /** Sends a text in the server's name in every open response whose address contains `part`. */
    inject: (part: string, text: string) => of(part).forEach(({ response }) => response.write(text)),
    /** Resolves when the console has received all injected texts. */
    received: (part: string) => until(() => of(part).every(({ response }) => response.writableLength === 0)),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Timeout of the impatient console's calls, in ms. */
const HASTY = 4000

type Console = { engine: Engine; host: Host; at: string }

const skipMissing = (test: Test): Test => {
  console.log(`faults under open feeds are skipped: ${noOwnMinio}`)
  return Object.assign(() => test.skip(), test)
}

const plain = suite('faults under open feeds')
const test = hasOwnMinio() ? plain : skipMissing(plain)

let storage: Minio
let between: Awaited<ReturnType<typeof startBetween>>
/** A console, and one with a short timeout for the storage server. */
let patient: Console
let impatient: Console
let root: Send
let cookie = ''
let bucket = ''

const startConsole = async (timeouts: { stall?: number; deadline?: number } = {}): Promise<Console> => {
  const engine = openMinioEngine(between.url, { ...timeouts })
  const host = await hostOn(engine, storage.root, { config: { timeouts: { feed: 200 } } })
  return { engine, host, at: `127.0.0.1:${await host.listen()}` }
}

const signIn = async (pair: KeyPair, { host } = patient) =>
  cookiesOf(await (await host.as())('POST', '/api/v1/login', pair))

if (hasOwnMinio()) {
  plain.before(async () => {
    storage = (await startMinio()) as Minio
    between = await startBetween(storage)
    patient = await startConsole()
    impatient = await startConsole({ stall: 1500, deadline: HASTY })
    root = await patient.host.as(storage.root)
    cookie = await signIn(storage.root)
    bucket = uniqueName('followed')
    assert.is((await root('POST', '/api/v1/buckets', { name: bucket })).statusCode, 201)
  })
  plain.after(async () => {
    for (const one of [patient, impatient]) {
      // otherwise closing would wait for keep-alive connections
      one?.host.app.server.closeAllConnections()
      await one?.host.stop()
      await one?.engine.close()
    }
    await between?.stop()
  })
}

const put = async (key: string) => {
  const response = await root(
    'POST',
    `/api/v1/buckets/${bucket}/objects/upload?key=${key}`,
    `--xyz\r\ncontent-disposition: form-data; name="1"; filename="f"\r\n\r\nx\r\n--xyz--\r\n`,
    {
      'content-type': 'multipart/form-data; boundary=xyz',
    },
  )
  assert.is(response.statusCode, 200, response.payload)
}

/** Subscribes to a feed as a page does; `received` contains all messages as texts. */
const subscribe = (path: string, as = cookie, { at } = patient) => {
  const socket = new WebSocket(`ws://${at}${path}`, { headers: { origin: `http://${at}`, cookie: as } })
  const received: string[] = []
  let end: string | undefined
  socket.on('message', (data) => void received.push(...String(data).split('\n')))
  socket.on('close', (code, reason) => (end = `${code} ${reason}`))
  return {
    received,
    end: () => end,
    ended: async () => {
      await until(() => end !== undefined)
      return end as string
    },
    /** Waits for a message that contains all these words, while `work` is repeated. */
    waitForMessage: async (words: readonly string[], work: () => Promise<void> = async () => undefined) => {
      await until(async () => {
        await work()
        return end !== undefined || received.some((text) => words.every((word) => text.includes(word)))
      })
      assert.is(end, undefined)
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    leave: () => socket.terminate(),
  }
}

const paths = () => ({ trace: '/ws/trace', watch: `/ws/watch/${bucket}`, log: '/ws/console' })
/** Part of the address that the console requests from the storage server, for each feed. */
const upstream = { trace: '/trace?', watch: 'ping=1', log: '/log?' }

let times = 0
/** Opens feeds of all kinds. */
const following = async (as = cookie, console = patient) => {
  const feeds = {
    trace: subscribe(paths().trace, as, console),
    watch: subscribe(paths().watch, as, console),
    log: subscribe(paths().log, as, console),
  }
  const number = ++times
  await feeds.trace.waitForMessage(['s3.PutObject', `before-${number}`], () => put(`before-${number}`))
  await feeds.watch.waitForMessage([`before-${number}`], () => put(`before-${number}`))
  await feeds.log.waitForMessage([`line-${number}`], async () =>
    between.inject(upstream.log, `{"message":"line-${number}"}\n`),
  )
  return feeds
}

const unreachable =
  /^1011 503 The storage server at 127\.0\.0\.1:\d+ (ended the connection|closed the connection|cannot be reached)$/

test('a storage server that restarts is reported as gone and followed again once it is back, in the same session', async () => {
  const feeds = await following()
  const session = subscribe('/ws/session')
  await session.waitForMessage(['ok'])
  const heal = subscribe(`/ws/heal/${bucket}?recursive=true`)
  // the heal does not end before the server does
  between.delayCalls(/clientToken=/)
  await heal.waitForMessage(['itemsScanned'])
  await storage.kill()
  for (const feed of Object.values(feeds)) assert.match(await feed.ended(), unreachable)
  assert.match(await subscribe(paths().trace).ended(), unreachable)
  await storage.restart()
  between.delayCalls()
  assert.is(await heal.ended(), '1011 500 The storage server no longer has this heal')
  for (const feed of Object.values(await following())) feed.leave()
  assert.is(session.end(), undefined)
  session.leave()
})

test('a cut connection is reported, and a silent one is closed', async () => {
  const feeds = await following()
  between.cut()
  for (const feed of Object.values(feeds)) assert.match(await feed.ended(), unreachable)
  for (const feed of Object.values(await following())) feed.leave()

  const own = await signIn(storage.root, impatient)
  const [trace, watch] = [subscribe(paths().trace, own, impatient), subscribe(paths().watch, own, impatient)]
  await trace.waitForMessage(['s3.PutObject', 'hasty'], () => put('hasty'))
  await watch.waitForMessage(['hasty'], () => put('hasty'))
  between.setSilent(true)
  try {
    for (const feed of [trace, watch])
      assert.match(await feed.ended(), /^1011 503 The storage server at 127\.0\.0\.1:\d+ does not answer$/)
  } finally {
    between.setSilent(false)
  }
})

test('an idle watch stays open longer than the timeout of calls', async () => {
  const watch = subscribe(paths().watch, await signIn(storage.root, impatient), impatient)
  await watch.waitForMessage(['before the quiet'], () => put('before the quiet'))
  await pause(HASTY + 1000)
  await watch.waitForMessage(['after the quiet'], () => put('after the quiet'))
  watch.leave()
})

test('a revoked right ends only its feeds, and disabling a user ends all of them', async () => {
  const name = uniqueName('follower')
  const rights = (...actions: string[]) => ({ name, policy: allow(['admin:ServerInfo', ...actions]) })
  const all = ['admin:ServerTrace', 'admin:ConsoleLog']
  assert.is((await root('POST', '/api/v1/policies', rights(...all))).statusCode, 201)
  const pair = { accessKey: name, secretKey: 'follower-secret' }
  assert.is((await root('POST', '/api/v1/users', { ...pair, groups: [], policies: [name] })).statusCode, 201)
  const own = await signIn(pair)
  const [trace, log, session] = [
    subscribe('/ws/trace', own),
    subscribe('/ws/console', own),
    subscribe('/ws/session', own),
  ]
  await trace.waitForMessage(['s3.PutObject'], () => put('seen'))
  await session.waitForMessage(['ok'])
  assert.is((await root('POST', '/api/v1/policies', rights('admin:ConsoleLog'))).statusCode, 201)
  assert.is(await trace.ended(), '1008 403 Access denied')
  assert.equal([log.end(), session.end()], [undefined, undefined])
  assert.is((await root('PUT', `/api/v1/user?name=${name}`, { status: 'disabled', groups: [] })).statusCode, 200)
  for (const feed of [log, session]) assert.is(await feed.ended(), '1008 401 invalid session')
})

test('signing out ends all feeds and the requests to the storage server', async () => {
  const own = await signIn(storage.root)
  const feeds = await following(own)
  const events = await fetch(`http://${patient.at}${paths().watch}`, {
    headers: { accept: 'text/event-stream', cookie: own },
  })
  await (await patient.host.as())('POST', '/api/v1/logout', undefined, { cookie: own })
  for (const feed of Object.values(feeds)) assert.is(await feed.ended(), '1008 401 invalid session')
  assert.match(await events.text(), '"code":1008,"reason":"401 invalid session"')
  for (const part of Object.values(upstream)) await until(() => between.count(part) === 0)

  const [one, other] = [await following(), await following()]
  for (const feed of Object.values(one)) feed.leave()
  // a watch sends the next request before it closes the current one
  for (const [kind, part] of Object.entries(upstream))
    await until(() => between.count(part) <= (kind === 'watch' ? 2 : 1))
  for (const feed of Object.values(other)) feed.leave()
  const disconnect = new AbortController()
  const body = (
    await fetch(`http://${patient.at}${paths().log}`, {
      headers: { accept: 'text/event-stream', cookie },
      signal: disconnect.signal,
    })
  ).body?.getReader()
  await body?.read()
  await until(() => between.count(upstream.log) === 1)
  disconnect.abort()
  for (const part of Object.values(upstream)) await until(() => between.count(part) === 0)
})

test('an unreadable record and one of a megabyte neither end nor delay a feed', async () => {
  const long = 'y'.repeat(1024 * 1024)
  const call = { type: 4, nodename: 'n', funcname: 's3.PutObject', time: '2026-01-31T12:00:00Z', path: `/b/${long}` }
  const event = {
    Records: [
      {
        eventTime: '2026-01-31T12:00:00Z',
        eventName: 's3:ObjectCreated:Put',
        s3: { bucket: { name: bucket }, object: { key: long } },
      },
    ],
  }
  const feeds = await following()
  between.inject(upstream.trace, `{"type":4,"time"\n[]\n{"type":"four"}\n${JSON.stringify(call)}\n`)
  between.inject(upstream.watch, `{"Records":[{"eventTime":4}]}\n"\n${JSON.stringify(event)}\n`)
  between.inject(
    upstream.log,
    `{"level":\n{"level":4,"message":"half a line"}\n{"level":"ERROR","message":"${long}"}\n`,
  )
  await feeds.log.waitForMessage(['half a line'])
  // later messages are not delayed
  for (const feed of Object.values(feeds)) await feed.waitForMessage([long])
  await feeds.trace.waitForMessage(['s3.PutObject', 'after'], () => put('after'))
  await feeds.watch.waitForMessage(['after'], () => put('after'))
  for (const feed of Object.values(feeds)) feed.leave()
})

test('a slow tab loses the oldest messages and learns how many, without delaying the storage server', async () => {
  const many = 3000
  const records = {
    trace: (text: string) => ({
      type: 4,
      nodename: 'n',
      funcname: 's3.PutObject',
      time: '2026-01-31T12:00:00Z',
      path: text,
    }),
    log: (text: string) => ({ level: 'ERROR', message: text }),
  }
  for (const [kind, record] of Object.entries(records)) {
    const at = kind as keyof typeof records
    const feed = subscribe(`${paths()[at]}?format=ndjson`)
    await feed.waitForMessage(['first'], async () =>
      between.inject(upstream[at], `${JSON.stringify(record('first'))}\n`),
    )
    feed.pause()
    const padding = 'y'.repeat(10_000)
    between.inject(
      upstream[at],
      Array.from({ length: many }, (_, number) => `${JSON.stringify(record(`number ${number} ${padding}`))}\n`).join(
        '',
      ),
    )
    await between.received(upstream[at])
    feed.resume()
    await feed.waitForMessage([`number ${many - 1} `])
    const lost = feed.received.reduce(
      (sum, text) => sum + Number(/^\{"lost":(\d+),"of":"feed"\}$/.exec(text)?.[1] ?? 0),
      0,
    )
    assert.ok(lost > 0)
    assert.ok(lost + feed.received.filter((text) => text.includes('number ')).length >= many)
    feed.leave()
  }
})

test('clock skew is reported when a feed opens, and does not end open feeds', async () => {
  const differ = '1011 502 The clocks of the console and the storage server differ by more than 15 minutes'
  const feeds = await following()
  between.shift(20 * 60_000)
  try {
    for (const path of Object.values(paths())) assert.is(await subscribe(path).ended(), differ)
    // the request is repeated
    assert.is(await feeds.watch.ended(), differ)
  } finally {
    between.shift(0)
  }
  for (const feed of [feeds.trace, feeds.log]) {
    assert.is(feed.end(), undefined)
    feed.leave()
  }
})
