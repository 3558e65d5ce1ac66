import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { WebSocket } from 'ws'
import { createSeal } from '../../server/seal.ts'
import { type ErrorBody, type Host, type Send, startHost } from './host.ts'
import { allCalls, allFeeds, sampleRequest } from './samples.ts'
import { actAs } from '../lib/ports.ts'

const key = randomBytes(32)
const lowly = { accessKey: 'lowly', secretKey: 'lowly-secret' }
let host: Host
let asLowly: Send
let lowlySession = ''

test.before(async () => {
  host = await startHost({ config: { key } })
  const backend = await actAs(host.engine, await host.engine.login(host.root))
  await backend.identity.addUser({ ...lowly, groups: [], policies: [] })
  await backend.identity.addUser({ accessKey: 'sample-name', secretKey: 'sample-secret', groups: [], policies: [] })
  await backend.buckets.add({ name: 'sample-bucket', versioning: false, locking: false })
  asLowly = await host.as(lowly)
  lowlySession = JSON.stringify(await host.engine.login(lowly))
  await host.app.listen({ host: '127.0.0.1', port: 0 })
})
test.after(() => host.stop())

const form = { 'content-type': 'multipart/form-data; boundary=xyz' }
const file = '--xyz\r\ncontent-disposition: form-data; name="1"; filename="a"\r\n\r\nx\r\n--xyz--\r\n'

const request = (send: Send, endpoint: (typeof allCalls)[number]['endpoint']) => {
  const { url, body } = sampleRequest(endpoint)
  return endpoint.body === 'files' ? send(endpoint.method, url, file, form) : send(endpoint.method, url, body)
}

const cookieOf = (session: string, by = key) => `token=${createSeal(by).close(session, 'session')}`

const expiredCookie = () =>
  cookieOf(JSON.stringify({ account: 'admin', accessKey: 'admin', secretKey: 'x', sessionToken: 'x', expires: Date.now() - 1 }))

const madeCookie = () => cookieOf('{}', randomBytes(32))

const expired = (): Promise<Send> => {
  const cookie = expiredCookie()
  return host.as().then((send) => (method, url, body, headers) => send(method, url, body, { ...headers, cookie }))
}

const made = (): Promise<Send> => {
  const cookie = madeCookie()
  return host.as().then((send) => (method, url, body, headers) => send(method, url, body, { ...headers, cookie }))
}

for (const { owner, name, endpoint } of allCalls) {
  if (endpoint.allow === 'anyone') {
    test(`${owner}'s call "${name}" needs no session`, async () => {
      const answer = await request(await host.as(), endpoint)
      assert.is.not(answer.statusCode, 500)
      if (endpoint.method === 'GET') assert.is(answer.statusCode, 200)
    })
    continue
  }

  test(`${owner}'s call "${name}" is refused without a session, with an expired and with a made-up one`, async () => {
    for (const send of [await host.as(), await expired(), await made()]) {
      const answer = await request(send, endpoint)
      assert.is(answer.statusCode, 401, answer.payload)
      assert.equal(answer.json<ErrorBody>(), { code: 401, message: 'invalid session', detailedMessage: null })
    }
  })

  if (endpoint.allow === 'signed-in') continue

  test(`${owner}'s call "${name}" is refused to a user without rights`, async () => {
    const answer = await request(asLowly, endpoint)
    // a call about many things tells of each what became of it
    if (answer.statusCode === 200)
      assert.match(answer.payload, /^\{"deleted":0,"failed":\[\{[^}]*"message":"Access denied"\}\]\}$/)
    else assert.equal([answer.statusCode, answer.json<ErrorBody>().code], [403, 403], answer.payload)
  })
}

/** How a feed closes for whoever has this cookie. */
const closing = async (endpoint: (typeof allFeeds)[number]['endpoint'], cookie: string) => {
  const address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
  const headers = { origin: `http://${address}`, cookie }
  const [code, reason] = await once(new WebSocket(`ws://${address}${sampleRequest(endpoint).url}`, { headers }), 'close')
  return `${code} ${reason}`
}

for (const { owner, name, endpoint } of allFeeds) {
  test(`${owner}'s feed "${name}" is refused without a session, with an expired and with a made-up one`, async () => {
    for (const cookie of ['', expiredCookie(), madeCookie()]) assert.match(await closing(endpoint, cookie), /^1008 401 /)
  })

  if (endpoint.allow === 'signed-in') continue

  test(`${owner}'s feed "${name}" is refused to a user without rights`, async () => {
    assert.match(await closing(endpoint, cookieOf(lowlySession)), /^1008 403 /)
  })
}

test.run()
