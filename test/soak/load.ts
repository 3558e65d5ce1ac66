import { once } from 'node:events'
import { request } from 'node:http'
import { assert } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import type { KeyPair } from '../lib/server.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

const small = 'x'.repeat(1000)
const large = 'x'.repeat(2_000_000)

/** Starts an account's session over HTTP, as a page has it. */
const begin = async (url: string, pair: KeyPair) => {
  const cookie = await sessionCookie(url, pair)

  const send = async (status: number, method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { origin: url, cookie, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.is(response.status, status, `${method} ${path}: ${text.slice(0, 300)}`)
    return text
  }

  /** Opens a feed; returns a function that closes it. */
  const openFeed = async (path: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { cookie, origin: url } })
    await once(socket, 'open')
    return async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      socket.close()
      await once(socket, 'close')
    }
  }

  /** Starts a request and disconnects during it. */
  const leave = async (method: string, path: string, type?: string, body?: string) => {
    const headers = { origin: url, cookie, ...(type && { 'content-type': type }) }
    const call = request(`${url}/api/v1${path}`, { method, headers })
    call.on('error', () => undefined)
    if (body) await new Promise((done) => call.write(body, done))
    else await once(call.end(), 'response').catch(() => undefined)
    call.destroy()
  }
  return { send, openFeed, leave }
}

const fileOf = (content: string) => {
  const form = new FormData()
  form.append(String(content.length), new Blob([content]), 'file')
  return form
}

/** Runs every common user action once, in a separate bucket that is empty again afterwards. */
export const runEveryAction = async (url: string, pair: KeyPair, bucket: string) => {
  const { send, openFeed, leave } = await begin(url, pair)
  const objects = `/buckets/${bucket}/objects`
  const endings = [await openFeed('/ws/session'), await openFeed('/ws/trace')]

  for (const path of ['/session', '/buckets', '/users', '/groups', '/policies']) await send(200, 'GET', path)
  for (const key of ['a', 'b/c', 'b/d'])
    await send(200, 'POST', `${objects}/upload?key=${encodeURIComponent(key)}`, fileOf(small))
  await send(200, 'POST', `${objects}/upload?key=large`, fileOf(large))
  const listed = JSON.parse(await send(200, 'GET', `${objects}?recursive=true`)) as { objects: object[] }
  assert.is(listed.objects.length, 4)
  assert.is((await send(200, 'GET', `${objects}/download?prefix=large`)).length, large.length)
  assert.is(await send(200, 'GET', `${objects}/download?prefix=a`), small)
  await send(404, 'GET', `${objects}/download?prefix=missing`)
  await leave('GET', `${objects}/download?prefix=large`)
  const half = `--xyz\r\ncontent-disposition: form-data; name="9000000"; filename="a"\r\n\r\n${large}`
  await leave('POST', `${objects}/upload?key=left`, 'multipart/form-data; boundary=xyz', half)

  await send(200, 'POST', `/buckets/${bucket}/delete-objects`, [
    { path: 'b/', recursive: true },
    { path: 'large' },
    { path: 'a' },
  ])
  for (const end of endings) await end()
  await send(200, 'POST', '/logout')
}
