import { Writable } from 'node:stream'
import { pino } from 'pino'
import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { identity } from '../../identity/contract.ts'
import { createAsk } from '../../../test/lib/sample-requests.ts'
import { type Host, hostOn, type Send } from '../../../test/server/host.ts'
import { openEngine, root } from '../../../test/engines/embedded/workspace.ts'
import type { EmbeddedEngine } from '../../../engines/embedded/engine.ts'

let engine: EmbeddedEngine
let host: Host
let send: Send
let logged = ''

const form = { 'content-type': 'multipart/form-data; boundary=xyz' }
const put = async (bucket: string, key: string, content: string) => {
  const file = `--xyz\r\ncontent-disposition: form-data; name="${content.length}"; filename="a"\r\n\r\n${content}\r\n--xyz--\r\n`
  assert.is((await send('POST', `/api/v1/buckets/${bucket}/objects/upload?key=${key}`, file, form)).statusCode, 200)
}
const make = async (bucket: string) =>
  assert.is((await send('POST', '/api/v1/buckets', { name: bucket })).statusCode, 201)
const linkTo = async (bucket: string, key: string, by: Send = send) => {
  const response = await by('GET', `/api/v1/buckets/${bucket}/objects/share?prefix=${key}`)
  assert.is(response.statusCode, 200, response.payload)
  return new URL(response.json<string>())
}
/** Opens a link without a session. */
const open = async ({ pathname, search }: URL) =>
  (await host.as())('GET', `${pathname.replace('/console', '')}${search}`)

test.before(async () => {
  engine = await openEngine(temporaryFolder(), root, { shareUrl: new URL('https://files.example.com') })
  const sink = new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) })
  host = await hostOn(engine, root, { config: { subpath: '/console', log: pino(sink) } })
  send = await host.as(root)
})

test('a presigned link uses the public address with the path of the console', async () => {
  await make('addressed')
  await put('addressed', 'a', 'content')
  const url = await linkTo('addressed', 'a')
  assert.equal([url.origin, url.pathname], ['https://files.example.com', '/console/api/v1/download-shared-object'])
  assert.is((await open(url)).payload, 'content')
})

test('the response to a presigned link is never displayed or run', async () => {
  await put('addressed', 'page.html', '<script>1</script>')
  const { headers } = await open(await linkTo('addressed', 'page.html'))
  assert.match(String(headers['content-disposition']), /^attachment/)
  assert.match(String(headers['content-security-policy']), /^sandbox/)
  assert.is(headers['x-content-type-options'], 'nosniff')
})

test('a presigned link does not open another bucket of the same name', async () => {
  await make('made-again')
  await put('made-again', 'a', 'content')
  const url = await linkTo('made-again', 'a')
  await send('DELETE', '/api/v1/buckets/made-again/objects?path=a')
  assert.is((await open(url)).statusCode, 404)
  await send('DELETE', '/api/v1/buckets/made-again', {})
  await make('made-again')
  await put('made-again', 'a', 'of others')
  assert.is((await open(url)).statusCode, 404)
})

test('a presigned link of a service account ends with the account', async () => {
  const pair = JSON.parse(await createAsk(send)(identity.addAccount, { body: { policy: '' } })) as {
    accessKey: string
    secretKey: string
  }
  const url = await linkTo('addressed', 'a', await host.as(pair))
  assert.is((await open(url)).statusCode, 200)
  await send('DELETE', `/api/v1/service-accounts/${pair.accessKey}`)
  const response = await open(url)
  assert.equal([response.statusCode, response.json<{ message: string }>().message], [403, 'This link has expired'])
})

test('a presigned link of a deleted user or service account stays invalid when its name is used again', async () => {
  const pair = { accessKey: 'bob', secretKey: 'user-secret-key' }
  const policy = { policies: ['readwrite'], groups: [] }
  const add = () => createAsk(send)(identity.addUser, { body: { ...pair, ...policy } })
  await add()
  const url = await linkTo('addressed', 'a', await host.as(pair))
  assert.is((await open(url)).statusCode, 200)
  await createAsk(send)(identity.removeUser, { query: { name: 'bob' } })
  await add()
  assert.is((await open(url)).statusCode, 403)
  assert.is((await open(await linkTo('addressed', 'a', await host.as(pair)))).statusCode, 200)

  const keys = { accessKey: 'service-key', secretKey: 'service-secret' }
  const addService = () => createAsk(send)(identity.addAccountWithKeys, { body: { policy: '', ...keys } })
  await addService()
  const other = await linkTo('addressed', 'a', await host.as(keys))
  await send('DELETE', '/api/v1/service-accounts/service-key')
  await addService()
  assert.is((await open(other)).statusCode, 403)
})

test('a stored disposition shows an object inline only as its detected type, and never as a page', async () => {
  const dispositionOf = async (key: string, content: string, stored: string) => {
    await put('addressed', key, content)
    const body = { content_type: 'text/html', content_disposition: stored }
    await send('PUT', `/api/v1/buckets/addressed/objects/metadata?prefix=${key}`, body)
    const { headers } = await open(await linkTo('addressed', key))
    return [headers['content-type'], headers['content-disposition']]
  }
  assert.equal(await dispositionOf('picture', 'GIF89a\x01\0\x01\0\0\0\0', 'inline'), ['image/gif', 'inline'])
  assert.equal(await dispositionOf('words', '<script>', 'inline'), ['text/plain; charset=utf-8', 'inline'])
  const [type, disposition] = await dispositionOf('archive', 'PK\x03\x04', 'inline')
  assert.is(type, 'text/html')
  assert.match(String(disposition), /^attachment; filename="archive"/)
})

test('a Deny for presigned links alone blocks them', async () => {
  const statement = (Effect: string, more: object = {}) => ({
    Effect,
    Action: ['s3:GetObject'],
    Resource: ['arn:aws:s3:::*'],
    ...more,
  })
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      statement('Allow'),
      statement('Deny', { Condition: { StringEquals: { 's3:authType': 'REST-QUERY-STRING' } } }),
    ],
  })
  assert.is((await send('POST', '/api/v1/policies', { name: 'no-links', policy })).statusCode, 201)
  const pair = { accessKey: 'linkless', secretKey: 'user-secret-key' }
  await createAsk(send)(identity.addUser, { body: { ...pair, groups: [], policies: ['no-links'] } })
  const own = await host.as(pair)
  assert.is((await own('GET', '/api/v1/buckets/addressed/objects/download?prefix=a')).statusCode, 200)
  assert.is((await own('GET', '/api/v1/buckets/addressed/objects/share?prefix=a')).statusCode, 403)
})

test('no log contains a presigned link', async () => {
  const url = await linkTo('addressed', 'a')
  await open(url)
  assert.ok(logged.includes('download-shared-object'))
  assert.not(logged.includes(url.searchParams.get('link') ?? ''))
})
