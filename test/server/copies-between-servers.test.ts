import { randomBytes } from 'node:crypto'
import { assert, test } from '../lib/suite.ts'
import { createSession } from '../../testing/account.ts'
import { root, type SeveralConsoles, startSeveralConsoles } from './several-consoles.ts'

const MiB = 1024 * 1024

let several: SeveralConsoles
type At = ReturnType<typeof createSession>
let admin: At

const api = (server: string, path: string) => `/console/${server}/api/v1${path}`

const signIn = async (at: At, server: string, pair = root) =>
  assert.is((await at.send('POST', api(server, '/login'), pair)).status, 201)

test.before(async () => {
  several = await startSeveralConsoles()
  admin = createSession(several.url)
  for (const [server, bucket] of [
    ['prod', 'photos'],
    ['backup', 'copies'],
  ] as const) {
    await signIn(admin, server)
    assert.is((await admin.send('POST', api(server, '/buckets'), { name: bucket })).status, 201)
  }
})
test.after(() => several.close())

const put = async (key: string, bytes: Buffer<ArrayBuffer>, server = 'prod', bucket = 'photos') => {
  const form = new FormData()
  form.append(String(bytes.length), new File([bytes], key, { type: 'text/plain' }))
  const path = api(server, `/buckets/${bucket}/objects/upload?key=${encodeURIComponent(key)}`)
  const response = await admin.send('POST', path, form)
  assert.is(response.status, 200, response.text)
}

const infoOf = async (server: string, bucket: string, key: string) => {
  const path = api(server, `/buckets/${bucket}/objects/info?prefix=${encodeURIComponent(key)}`)
  const { status, json } = await admin.send('GET', path)
  return status === 200 ? (json as Record<string, unknown>) : status
}

const ticketOf = async (at: At = admin) =>
  ((await at.send('POST', api('backup', '/server/ticket'))).json as { ticket: string }).ticket

const send = async (key: string, parts: object = {}, at: At = admin) =>
  at.send('POST', api('prod', '/buckets/photos/objects/send'), {
    path: key,
    to_bucket: 'copies',
    to: key,
    server_token: await ticketOf(),
    ...parts,
  })

/** Calls until the copy is complete. */
const sendAll = async (key: string, parts: object = {}) => {
  for (let id = ''; ; ) {
    const { status, json, text } = await send(key, { ...parts, id })
    assert.is(status, 200, text)
    const reply = json as { state: string; id: string; sent: number; size: number }
    if (reply.state !== 'partial') return reply
    id = reply.id
  }
}

test('an object is copied with its metadata and tags', async () => {
  await put('a.txt', Buffer.from('hello'))
  const metadata = { cache_control: 'no-cache', user: { Color: 'blue' } }
  const changed = await admin.send('PUT', api('prod', '/buckets/photos/objects/metadata?prefix=a.txt'), metadata)
  assert.is(changed.status, 200, changed.text)
  const tagged = await admin.send('PUT', api('prod', '/buckets/photos/objects/tags?prefix=a.txt'), {
    tags: { owner: 'ana' },
  })
  assert.is(tagged.status, 200, tagged.text)
  assert.equal(await sendAll('a.txt'), { state: 'copied', size: 5, sent: 5 })
  const copy = (await infoOf('backup', 'copies', 'a.txt')) as Record<string, unknown>
  assert.equal(copy.tags, { owner: 'ana' })
  assert.equal(copy.user_metadata, {
    'content-type': 'text/plain',
    'cache-control': 'no-cache',
    'x-amz-meta-color': 'blue',
  })
})

test('an existing object is kept unless it is to be replaced', async () => {
  await put('b.txt', Buffer.from('new content'))
  await put('b.txt', Buffer.from('old'), 'backup', 'copies')
  const response = await send('b.txt')
  assert.equal([response.status, (response.json as { errorCode: string }).errorCode], [409, 'ObjectExists'])
  assert.is(((await infoOf('backup', 'copies', 'b.txt')) as { size: number }).size, 3)
  assert.is((await sendAll('b.txt', { existing: 'replace' })).state, 'copied')
  assert.is(((await infoOf('backup', 'copies', 'b.txt')) as { size: number }).size, 11)
})

test('a large object is copied in parts, and moved only once it is complete', async () => {
  const bytes = randomBytes(33 * MiB)
  await put('large', bytes)
  assert.equal(await sendAll('large', { mode: 'move' }), {
    state: 'copied',
    size: bytes.length,
    sent: bytes.length,
  })
  assert.is(await infoOf('prod', 'photos', 'large'), 404)
  const path = api('backup', '/buckets/copies/objects/download?prefix=large')
  const response = await admin.openFeed(path, AbortSignal.timeout(60_000))
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})

const sendMany = async (objects: object[], parts: object = {}) => {
  const body = { objects, to_bucket: 'copies', server_token: await ticketOf(), ...parts }
  const { status, json, text } = await admin.send('POST', api('prod', '/buckets/photos/objects/send-many'), body)
  assert.is(status, 200, text)
  return (json as { objects: { path: string; state: string; status?: number }[] }).objects
}

test('small objects are copied together, with their metadata and tags, and not twice', async () => {
  const keys = ['many/1', 'many/2', 'many/3']
  for (const key of keys) await put(key, Buffer.from(`content of ${key}`))
  const query = `prefix=${encodeURIComponent('many/2')}`
  const metadata = { user: { Color: 'green' } }
  assert.is((await admin.send('PUT', api('prod', `/buckets/photos/objects/metadata?${query}`), metadata)).status, 200)
  const tags = { owner: 'ana + bob', 'a=b': '' }
  assert.is((await admin.send('PUT', api('prod', `/buckets/photos/objects/tags?${query}`), { tags })).status, 200)
  const objects = await Promise.all(
    keys.map(async (key) => {
      const { size, etag } = (await infoOf('prod', 'photos', key)) as { size: number; etag: string }
      return { path: key, to: key, size, etag }
    }),
  )
  const states = async (parts = {}) => (await sendMany(objects, parts)).map(({ state }) => state)
  assert.equal(await states(), ['copied', 'copied', 'copied'])
  const copy = (await infoOf('backup', 'copies', 'many/2')) as Record<string, unknown>
  assert.equal(copy.tags, tags)
  assert.equal(copy.user_metadata, { 'content-type': 'text/plain', 'x-amz-meta-color': 'green' })
  assert.equal(await states(), ['unchanged', 'unchanged', 'unchanged'])
  await put('many/3', Buffer.from('other content'))
  const changed = [{ path: 'many/3', to: 'many/3' }]
  assert.equal(
    (await sendMany(changed)).map(({ state, status }) => [state, status]),
    [['failed', 409]],
  )
  assert.equal(
    (await sendMany(changed, { existing: 'replace' })).map(({ state }) => state),
    ['copied'],
  )
  assert.is(((await infoOf('backup', 'copies', 'many/3')) as { size: number }).size, 13)
})

test('small objects are moved, and a large one among them is left to another call', async () => {
  await put('moved/small', Buffer.from('small'))
  await put('moved/large', randomBytes(2 * MiB))
  const objects = ['moved/large', 'moved/small', 'moved/none'].map((path) => ({ path, to: path }))
  const result = await sendMany(objects, { mode: 'move' })
  assert.equal(
    result.map(({ state, status }) => [state, status]),
    [
      ['waiting', undefined],
      ['copied', undefined],
      ['failed', 404],
    ],
  )
  assert.is(await infoOf('prod', 'photos', 'moved/small'), 404)
  assert.is(((await infoOf('prod', 'photos', 'moved/large')) as { size: number }).size, 2 * MiB)
})

test('an unfinished copy is aborted at the target', async () => {
  await put('e.txt', Buffer.from('content'))
  const uploads = api('backup', '/buckets/copies/uploads')
  const { id } = (await admin.send('POST', uploads, { key: 'e.txt', size: 7 })).json as { id: string }
  const body = { server_token: await ticketOf(), path: 'e.txt', to_bucket: 'copies', to: 'e.txt', id }
  const response = await admin.send('POST', api('prod', '/buckets/photos/objects/send/abort'), body)
  assert.ok(response.status < 300, response.text)
  assert.equal(((await admin.send('GET', uploads)).json as { uploads: unknown[] }).uploads, [])
})

test('an empty object is moved', async () => {
  await put('empty', Buffer.alloc(0))
  assert.is((await sendAll('empty', { mode: 'move' })).state, 'copied')
  assert.is(((await infoOf('backup', 'copies', 'empty')) as { size: number }).size, 0)
  assert.is(await infoOf('prod', 'photos', 'empty'), 404)
})

test('the rights of both accounts apply, and a refusal of the other server names it', async () => {
  await put('c.txt', Buffer.from('secret'))
  const ana = { accessKey: 'ana', secretKey: 'ana-secret-key' }
  const policies = { prod: ['readonly'], backup: ['readonly'] }
  for (const server of ['prod', 'backup'] as const) {
    const user = { ...ana, groups: [], policies: policies[server] }
    assert.is((await admin.send('POST', api(server, '/users'), user)).status, 201)
  }
  const at = createSession(several.url)
  await signIn(at, 'prod', ana)
  await signIn(at, 'backup', ana)
  const refused = await send('c.txt', { server_token: await ticketOf(at), mode: 'move' }, at)
  const { message, errorCode } = refused.json as { message: string; errorCode: string }
  assert.equal([refused.status, errorCode], [409, 'RefusedByServer'])
  assert.match(message, /^backup: /)
  assert.is(await infoOf('backup', 'copies', 'c.txt'), 404)
  assert.is(((await infoOf('prod', 'photos', 'c.txt')) as { size: number }).size, 6)
  // the ticket of another account at the target does not help to read the source
  const nobody = { accessKey: 'nobody', secretKey: 'nobody-secret' }
  const user = { ...nobody, groups: [], policies: ['diagnostics'] }
  assert.is((await admin.send('POST', api('prod', '/users'), user)).status, 201)
  const stranger = createSession(several.url)
  await signIn(stranger, 'prod', nobody)
  assert.is((await send('c.txt', {}, stranger)).status, 403)
})

test('an object is neither copied nor moved without its tags', async () => {
  await put('tagged', Buffer.from('content'))
  const tags = { owner: 'ana' }
  assert.is((await admin.send('PUT', api('prod', '/buckets/photos/objects/tags?prefix=tagged'), { tags })).status, 200)
  const bob = { accessKey: 'bob', secretKey: 'bob-secret-key' }
  const Statement = [
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    { Effect: 'Deny', Action: ['s3:GetObjectTagging'], Resource: ['arn:aws:s3:::*'] },
  ]
  const policy = JSON.stringify({ Version: '2012-10-17', Statement })
  assert.is((await admin.send('POST', api('prod', '/policies'), { name: 'untagged', policy })).status, 201)
  const user = { ...bob, groups: [], policies: ['untagged'] }
  assert.is((await admin.send('POST', api('prod', '/users'), user)).status, 201)
  const at = createSession(several.url)
  await signIn(at, 'prod', bob)
  for (const mode of ['copy', 'move']) {
    const { status, json } = await send('tagged', { mode }, at)
    const { message, missing } = json as { message: string; missing: { action: string }[] }
    assert.equal([status, message], [403, 'The tags of tagged cannot be read and would be lost'])
    assert.equal(
      missing.map(({ action }) => action),
      ['s3:GetObjectTagging'],
    )
    const objects = [{ path: 'tagged', to: 'tagged' }]
    const body = { objects, to_bucket: 'copies', server_token: await ticketOf(), mode }
    const { text } = await at.send('POST', api('prod', '/buckets/photos/objects/send-many'), body)
    assert.match(text, /The tags of tagged cannot be read and would be lost/)
  }
  assert.is(await infoOf('backup', 'copies', 'tagged'), 404)
  assert.equal(((await infoOf('prod', 'photos', 'tagged')) as { tags: object }).tags, tags)
})

test('a ticket is useless when it is forged, or its session has ended', async () => {
  await put('d.txt', Buffer.from('content'))
  const forged = await send('d.txt', { server_token: 'made-up' })
  assert.equal([forged.status, (forged.json as { field: string }).field], [422, 'server_token'])
  const at = createSession(several.url)
  await signIn(at, 'backup')
  const ticket = await ticketOf(at)
  assert.is((await at.send('POST', api('backup', '/logout'))).status, 200)
  const ended = await send('d.txt', { server_token: ticket })
  assert.equal([ended.status, (ended.json as { errorCode: string }).errorCode], [409, 'SessionEnded'])
  // the session at the server of the request continues
  assert.is((await admin.send('GET', api('prod', '/session'))).status, 200)
})
