import { WebSocket } from 'ws'
import { assert, test } from '../lib/suite.ts'
import { createSession } from '../../testing/account.ts'
import { root, type SeveralConsoles, startSeveralConsoles } from './several-consoles.ts'

let several: SeveralConsoles
test.before(async () => {
  several = await startSeveralConsoles()
})
test.after(() => several.close())

const signIn = async (name: string, at = createSession(several.url)) => {
  const response = await at.send('POST', `/console/${name}/api/v1/login`, root)
  assert.is(response.status, 201, response.text)
  return { ...at, setCookies: response.headers.getSetCookie() }
}

const cookieOf = (line = '') => {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
  return { name, value, path: /; Path=([^;]*)/i.exec(line)?.[1] }
}

const sessionWith = (name: string, cookie: string) =>
  fetch(`${several.url}/console/${name}/api/v1/session`, { headers: { cookie } })

test('the root leads to the first server', async () => {
  for (const path of ['/console/', '/console', '/']) {
    const response = await fetch(several.url + path, { redirect: 'manual' })
    assert.equal([response.status, response.headers.get('location')], [302, '/console/prod/'])
  }
})

test('the files of the page have one address for all servers', async () => {
  const page = async (name: string) =>
    (await fetch(`${several.url}/console/${name}/login`, { headers: { accept: 'text/html' } })).text()
  const assetsOf = (html: string) => [...new Set(html.match(/"\/[^"\s]*\/assets\/[^"\s]+"/g))].sort()
  const [prod, backup] = [await page('prod'), await page('backup')]
  assert.ok(assetsOf(prod).length > 1)
  assert.ok(assetsOf(prod).every((address) => address.startsWith('"/console/assets/')))
  assert.equal(assetsOf(prod), assetsOf(backup))
  assert.match(prod, /<html lang="en" data-base="\/console\/prod\/"/)
  const [first = ''] = assetsOf(prod).map((address) => JSON.parse(address) as string)
  const file = await fetch(several.url + first)
  assert.is(file.status, 200)
  assert.match(file.headers.get('cache-control') ?? '', /immutable/)
  assert.is((await fetch(several.url + first, { method: 'HEAD' })).status, 200)
  assert.is((await fetch(`${several.url}/console/assets/none.js`)).status, 404)
})

test('an address that names no server is answered 404 with the servers', async () => {
  const response = await fetch(`${several.url}/console/prodx/api/v1/session`)
  assert.is(response.status, 404)
  const { message, detailedMessage } = (await response.json()) as { message: string; detailedMessage: string }
  assert.is(message, 'there is no server at this address')
  assert.is(detailedMessage, 'The servers are at /console/prod/, /console/backup/')
})

test('each server has a cookie with its own name and path', async () => {
  const [prod] = (await signIn('prod')).setCookies.map(cookieOf)
  const [backup] = (await signIn('backup')).setCookies.map(cookieOf)
  assert.equal([prod?.path, backup?.path], ['/console/prod', '/console/backup'])
  assert.match(prod?.name ?? '', /^token-[0-9a-f]{8}$/)
  assert.is.not(prod?.name, backup?.name)
})

test('a session of one server opens no other, even under the name of its cookie', async () => {
  const [prod] = (await signIn('prod')).setCookies.map(cookieOf)
  const [backup] = (await signIn('backup')).setCookies.map(cookieOf)
  assert.ok(prod && backup)
  assert.is((await sessionWith('prod', `${prod?.name}=${prod?.value}`)).status, 200)
  assert.is((await sessionWith('backup', `${prod?.name}=${prod?.value}`)).status, 401)
  assert.is((await sessionWith('backup', `${backup?.name}=${prod?.value}`)).status, 401)
  assert.is((await sessionWith('backup', `token=${prod?.value}`)).status, 401)
})

test('signing out of one server leaves the session of the other', async () => {
  const at = createSession(several.url)
  await signIn('prod', at)
  await signIn('backup', at)
  assert.is((await at.send('POST', '/console/prod/api/v1/logout')).status, 200)
  assert.is((await at.send('GET', '/console/prod/api/v1/session')).status, 401)
  assert.is((await at.send('GET', '/console/backup/api/v1/session')).status, 200)
})

test('buckets belong to the server that the address names, with and without the sub-path', async () => {
  const at = createSession(several.url)
  await signIn('prod', at)
  await signIn('backup', at)
  assert.is((await at.send('POST', '/console/prod/api/v1/buckets', { name: 'only-prod' })).status, 201)
  const listOf = async (path: string) => (await at.send('GET', `${path}/api/v1/buckets`)).text
  assert.match(await listOf('/console/prod'), /only-prod/)
  assert.not.match(await listOf('/console/backup'), /only-prod/)
  // a proxy may strip the sub-path
  assert.match(await listOf('/prod'), /only-prod/)
})

const openSocket = (path: string, cookie = '') =>
  new Promise<string>((resolve) => {
    const socket = new WebSocket(several.url.replace('http', 'ws') + path, {
      headers: { origin: several.url, cookie },
    })
    socket.once('message', (data) => {
      socket.close()
      resolve(String(data))
    })
    socket.once('close', (code) => resolve(`closed with ${code}`))
    socket.once('error', (error) => resolve(error.message))
  })

test('live feeds reach the server that the address names', async () => {
  const [cookie] = (await signIn('backup')).setCookies.map(cookieOf)
  assert.is(await openSocket('/console/backup/ws/session', `${cookie?.name}=${cookie?.value}`), '{"status":"ok"}')
  assert.match(await openSocket('/console/prod/ws/session', `${cookie?.name}=${cookie?.value}`), /^closed with 1008$/)
  assert.match(await openSocket('/console/other/ws/session'), /404/)
})

test('each console reports the state of its server and the account that is signed in there', async () => {
  const at = await signIn('prod')
  const server = async () => (await at.send('GET', '/console/prod/api/v1/server')).json
  assert.equal(await server(), { state: 'up', account: 'admin' })
  several.down.add('prod')
  assert.equal(await server(), { state: 'down', account: 'admin' })
  several.down.clear()
  assert.is((await at.send('GET', '/console/backup/api/v1/server')).status, 401)
})

test('the console is ready while one server answers', async () => {
  const ready = async () => {
    const address = `${several.url}/console/readyz`
    const response = await fetch(address)
    assert.is((await fetch(address, { method: 'HEAD' })).status, response.status)
    return [response.status, await response.text()]
  }
  assert.equal(await ready(), [200, 'prod: ok\nbackup: ok\n'])
  several.down.add('prod')
  assert.equal(await ready(), [200, 'prod: does not answer\nbackup: ok\n'])
  assert.is((await fetch(`${several.url}/console/prod/readyz`)).status, 503)
  several.down.add('backup')
  assert.equal(await ready(), [503, 'prod: does not answer\nbackup: does not answer\n'])
  several.down.clear()
  several.stopping.requested = true
  assert.equal(await ready(), [503, 'the console is stopping\n'])
  several.stopping.requested = false
})
