import { assert, test } from '../lib/suite.ts'
import { cookiesOf, type Host, type Send, startHost } from './host.ts'

/**
 * Requests of the former console's web client (0.11.0), in its formats (console-api): base64 prefixes, null for unset
 * fields, whole seconds.
 */
let host: Host
let send: Send

test.before(async () => {
  host = await startHost({ config: { legacyApi: true } })
  send = await host.as(host.root)
})

/** Encodes a prefix as that client does: standard base64 without escaping. */
const base64 = (text: string) => Buffer.from(text).toString('base64')

const fraction = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d/

/** Makes a call and returns its JSON; no response may contain fractions of a second. */
const callApi = async <Reply = Record<string, unknown>>(
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> => {
  const response = await send(method, `/api/v1${path}`, body)
  assert.is(response.statusCode, status, `${method} ${path}: ${response.payload}`)
  assert.not.match(response.payload, fraction, path)
  return (response.payload === '' ? undefined : JSON.parse(response.payload)) as Reply
}

type Objects = {
  objects: { name: string; size: number; last_modified: string; version_id?: string; tags?: object }[] | null
  total: number
}
const list = (bucket: string, prefix: string, more = '') =>
  callApi<Objects>(200, 'GET', `/buckets/${bucket}/objects?prefix=${base64(prefix)}${more}`)

const upload = (bucket: string, prefix: string, name: string, content: string) =>
  send(
    'POST',
    `/api/v1/buckets/${bucket}/objects/upload?prefix=${base64(prefix)}`,
    `--b\r\nContent-Disposition: form-data; name="${content.length}"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--b--\r\n`,
    { 'content-type': 'multipart/form-data; boundary=b' },
  )

test('a legacy client signs in, reads its session, and signs out', async () => {
  const anonymous = await host.as()
  const strategy = JSON.parse((await anonymous('GET', '/api/v1/login')).payload) as { loginStrategy: string }
  assert.is(strategy.loginStrategy, 'form')
  const signedIn = await anonymous('POST', '/api/v1/login', host.root)
  assert.is(signedIn.statusCode, 201)
  assert.type((JSON.parse(signedIn.payload) as { sessionId: unknown }).sessionId, 'string')
  const session = await callApi<{ pages: string[]; status: string }>(200, 'GET', '/session')
  assert.is(session.status, 'ok')
  for (const page of ['/buckets', '/buckets/:bucketName/browse/*', '/users/:userName+', '/policies/*', '/account'])
    assert.ok(session.pages.includes(page), page)
  const rights = { actions: [{ id: 'createBucket', action: 's3:CreateBucket' }] }
  assert.equal(await callApi(201, 'POST', '/has-permission', rights), {
    permissions: [{ id: 'createBucket', can: true }],
  })
  const other = await host.as(host.root)
  assert.is((await other('POST', '/api/v1/logout')).statusCode, 200)
  assert.is((await anonymous('GET', '/api/v1/session')).statusCode, 401)
})

test('a script uses the session ID as bearer token or cookie, and a browser never sees it', async () => {
  const requestAs = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
    host.app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { host: 'console.test', ...headers },
      ...(payload && { payload }),
    })
  const signIn = async (headers: Record<string, string> = {}) =>
    (await requestAs('POST', '/login', headers, host.root)).json<{ sessionId: string }>().sessionId
  const token = await signIn()
  const status = async (headers: Record<string, string>) => (await requestAs('GET', '/session', headers)).statusCode
  assert.is(await status({ authorization: `Bearer ${token}` }), 200)
  assert.is(await status({ cookie: `token=${token}` }), 200)
  assert.is(await status({}), 401)
  assert.is(await status({ authorization: 'Bearer something' }), 401)
  const browser = { 'sec-fetch-site': 'same-origin' }
  assert.is(await signIn(browser), 'set as a cookie')
  assert.is(await signIn({ origin: 'http://console.test' }), 'set as a cookie')
  assert.is(await status({ ...browser, authorization: `Bearer ${token}` }), 401)
  assert.is((await requestAs('POST', '/logout', { authorization: `Bearer ${token}` })).statusCode, 200)
})

test('without the setting the session ID is not returned, and a bearer token is refused', async () => {
  const plain = await startHost()
  const headers = { host: 'console.test' }
  const response = await plain.app.inject({ method: 'POST', url: '/api/v1/login', headers, payload: plain.root })
  assert.is(response.json<{ sessionId: string }>().sessionId, 'set as a cookie')
  const [, token] = /=(.*)/.exec(cookiesOf(response)) ?? []
  const authorization = `Bearer ${token}`
  const session = await plain.app.inject({ url: '/api/v1/session', headers: { ...headers, authorization } })
  assert.is(session.statusCode, 401)
})

test('a Go client creates a bucket with null for every unset field', async () => {
  await callApi(201, 'POST', '/buckets', {
    name: 'nulls',
    versioning: null,
    locking: false,
    quota: null,
    retention: null,
  })
  await callApi(204, 'DELETE', '/buckets/nulls')
})

test('a legacy client manages users, groups, service accounts and policies, and additional fields are ignored', async () => {
  await callApi(201, 'POST', '/policies', {
    name: 'reader',
    policy:
      '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:GetObject"],"Resource":["arn:aws:s3:::*"]}]}',
  })
  await callApi(201, 'POST', '/users', {
    accessKey: 'ann',
    secretKey: 'ann-password',
    groups: [],
    policies: ['reader'],
  })
  await callApi(201, 'POST', '/groups', { group: 'team', members: ['ann'] })
  const changed = await callApi<{ policy: string[]; memberOf: string[] }>(200, 'PUT', '/user?name=ann', {
    status: 'enabled',
    groups: ['team'],
    policies: [],
  })
  assert.equal([changed.policy, changed.memberOf], [['reader'], ['team']])
  await callApi(200, 'PUT', '/users-groups-bulk', { users: ['ann'], groups: ['team'] })
  await callApi(204, 'PUT', '/set-policy', { name: ['readonly'], entityType: 'group', entityName: 'team' })
  await callApi(204, 'PUT', '/set-policy-multi', { name: ['reader'], users: ['ann'], groups: null })
  assert.equal(
    (await callApi<{ memberOf: string[] }>(200, 'PUT', '/user/groups?name=ann', { groups: [] })).memberOf,
    [],
  )
  await callApi(200, 'PUT', '/user/groups?name=ann', { groups: ['team'] })
  assert.is((await callApi(200, 'GET', '/group?name=team')).policy, 'readonly')
  assert.equal(await callApi(200, 'GET', '/policies/reader/users'), ['ann'])
  assert.equal(await callApi(200, 'GET', '/policies/reader/groups'), [])
  assert.is((await callApi(200, 'GET', '/policies?limit=1000')).total, 6)
  const keys = await callApi<{ accessKey: string }>(201, 'POST', '/user/ann/service-accounts', { policy: '' })
  assert.equal(await callApi(200, 'GET', '/user/ann/service-accounts'), [keys.accessKey])
  await callApi(204, 'DELETE', `/service-accounts/${keys.accessKey}`)
  await callApi(201, 'POST', '/account/change-user-password', { selectedUser: 'ann', newSecretKey: 'another-password' })
  await callApi(204, 'DELETE', '/user?name=ann', { id: 'ann' })
  await callApi(204, 'DELETE', '/group?name=team')
  await callApi(204, 'DELETE', '/policy?name=reader')
})

test('a legacy client creates and configures a bucket, and unset values have the expected words', async () => {
  await callApi(201, 'POST', '/buckets', {
    name: 'box',
    versioning: true,
    locking: true,
    quota: { enabled: true, quota_type: 'hard', amount: 1_000_000 },
    retention: { mode: 'governance', unit: 'days', validity: 1 },
  })
  const { buckets } = await callApi<{ buckets: { name: string; creation_date: string; details: object }[] }>(
    200,
    'GET',
    '/buckets?sort_by=name&offset=0&limit=1000',
  )
  assert.match(buckets[0]?.creation_date ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(buckets[0]?.details, {
    versioning: true,
    versioningSuspended: false,
    locking: true,
    quota: { quota: 1_000_000, type: 'hard' },
  })
  assert.is((await callApi(200, 'GET', '/buckets/box')).access, 'PRIVATE')
  assert.equal(await callApi(200, 'GET', '/buckets/box/retention'), { mode: 'governance', unit: 'days', validity: 1 })
  await callApi(200, 'PUT', '/buckets/box/retention', { mode: 'compliance', unit: 'years', validity: 2 })
  assert.is((await callApi(200, 'GET', '/buckets/box/versioning')).is_versioned, true)
  assert.is((await callApi(200, 'GET', '/buckets/box/object-locking')).object_locking_enabled, true)
  assert.is(
    (await callApi(404, 'GET', '/buckets/box/encryption/info')).message,
    'The server side encryption configuration was not found',
  )
  assert.is(
    (await callApi(404, 'GET', '/buckets/box/encryption/info')).detailedMessage,
    'The server side encryption configuration was not found',
  )
  await callApi(200, 'POST', '/buckets/box/encryption/enable', { encType: 'sse-s3', kmsKeyID: '' })
  assert.is((await callApi(200, 'GET', '/buckets/box/encryption/info')).algorithm, 'AES256')
  await callApi(200, 'POST', '/buckets/box/encryption/disable')
  await callApi(200, 'PUT', '/buckets/box/quota', { enabled: false })
  assert.equal(await callApi(200, 'GET', '/buckets/box/quota'), {})
  assert.is((await callApi(404, 'GET', '/buckets/box/lifecycle')).message, 'The lifecycle configuration does not exist')
  await callApi(201, 'POST', '/buckets/box/lifecycle', {
    prefix: 'logs/',
    tags: 'a=b',
    expiry_date: '2199-06-30T23:59:59Z',
  })
  const { lifecycle } = await callApi<{ lifecycle: { id: string; expiration: { date: string } }[] }>(
    200,
    'GET',
    '/buckets/box/lifecycle',
  )
  assert.is(lifecycle[0]?.expiration.date, '2199-06-30T00:00:00Z')
  await callApi(200, 'PUT', `/buckets/box/lifecycle/${lifecycle[0]?.id}`, { disable: true, tags: 'a=c' })
  assert.is(
    await callApi<unknown>(200, 'PUT', '/bucket/box/access-rules', { prefix: 'open/', access: 'readonly' }),
    true,
  )
  assert.equal((await callApi(200, 'GET', '/bucket/box/access-rules')).accessRules, [
    { prefix: 'open/', access: 'readonly' },
  ])
  assert.is(await callApi<unknown>(200, 'DELETE', '/bucket/box/access-rules', { prefix: 'open/' }), true)
  assert.is((await callApi(200, 'PUT', '/buckets/box/set-policy', { access: 'PUBLIC' })).access, 'PUBLIC')
  assert.ok((await callApi<{ policies: unknown[] }>(200, 'GET', '/bucket-policy/box')).policies.length > 0)
  assert.equal(await callApi(200, 'GET', '/bucket-users/box'), [])
  await callApi(201, 'POST', '/buckets', { name: 'plain' })
  await callApi(201, 'PUT', '/buckets/plain/versioning', { versioning: true })
  await callApi(201, 'PUT', '/buckets/plain/versioning', { versioning: false })
  await callApi(204, 'DELETE', '/buckets/plain', { name: 'plain' })
})

test('a legacy client uploads, lists, downloads and deletes objects by base64 prefixes', async () => {
  await callApi(201, 'POST', '/buckets', { name: 'files', versioning: true })
  const folder = 'a??b>/ü & ü/'
  assert.match(base64(folder), /[+/]/)
  assert.is((await upload('files', folder, 'one.txt', 'hello')).statusCode, 200)
  assert.is((await upload('files', '', 'top.txt', 'top')).statusCode, 200)
  const root = await list('files', '')
  assert.equal(
    root.objects?.map(({ name }) => name),
    ['a??b>/', 'top.txt'],
  )
  assert.is(root.objects?.[0]?.last_modified, '0001-01-01T00:00:00Z')

  // checks whether a name is a folder or a file: only a folder has keys after its slash
  const key = `${folder}one.txt`
  assert.is((await list('files', `${key}/`)).objects, null)
  const [file] = (await list('files', key, '&with_versions=true&with_metadata=true')).objects ?? []
  assert.equal([file?.name, file?.size], [key, 5])
  const version = file?.version_id ?? ''
  await callApi(200, 'PUT', `/buckets/files/objects/tags?prefix=${base64(key)}&version_id=${version}`, {
    tags: { kind: 'note' },
  })
  assert.equal((await list('files', key, '&with_versions=true')).objects?.[0]?.tags, { kind: 'note' })
  const download = await send(
    'GET',
    `/api/v1/buckets/files/objects/download?preview=false&prefix=${base64(key)}&version_id=${version}`,
  )
  assert.equal([download.statusCode, download.payload], [200, 'hello'])
  await callApi(200, 'DELETE', `/buckets/files/objects?path=${base64(key)}&recursive=false&version_id=`)
  assert.is((await list('files', folder)).objects, null)
  await upload('files', 'gone/', 'two.txt', 'two')
  await callApi(200, 'POST', '/buckets/files/delete-objects', [{ path: 'gone/', versionID: '', recursive: true }])
  await callApi(200, 'DELETE', `/buckets/files/objects?path=${base64('top.txt')}`)
  assert.is((await list('files', '', '&recursive=true')).objects, null)
})

test('legal hold and retention accept base64 names too', async () => {
  await callApi(201, 'POST', '/buckets', { name: 'kept', locking: true })
  await upload('kept', '', 'one.txt', 'hello')
  const [file] = (await list('kept', 'one.txt', '&with_versions=true')).objects ?? []
  const which = `prefix=${base64('one.txt')}&version_id=${file?.version_id}`
  await callApi(200, 'PUT', `/buckets/kept/objects/legalhold?${which}`, { status: 'enabled' })
  await callApi(200, 'PUT', `/buckets/kept/objects/retention?${which}`, {
    mode: 'governance',
    expires: '2199-01-01T23:59:59Z',
    governance_bypass: false,
  })
  const listed = (await list('kept', 'one.txt', '&with_versions=true')).objects?.[0] as Record<string, unknown>
  assert.equal(
    [listed.legal_hold_status, listed.retention_mode, listed.retention_until_date],
    ['ON', 'GOVERNANCE', '2199-01-01T23:59:59Z'],
  )
  await callApi(200, 'DELETE', `/buckets/kept/objects/retention?${which}`)
})

test('a name marked as plain is taken literally, and invalid base64 is refused', async () => {
  await callApi(201, 'POST', '/buckets', { name: 'both' })
  await upload('both', '', 'Zm9v', 'plain')
  await callApi(200, 'GET', '/buckets/both/objects/info?prefix=Zm9v&encoding=plain')
  await callApi(404, 'GET', '/buckets/both/objects/info?prefix=Zm9v')
  assert.match(
    String((await callApi(422, 'GET', '/buckets/both/objects?prefix=a%20folder/')).message),
    /encoding=plain/,
  )
})

test('without the setting names are literal, and an unmistakable base64 name is refused', async () => {
  const plain = await startHost()
  const as = await plain.as(plain.root)
  const status = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    (await as(method, `/api/v1/buckets${path}`, body, headers)).statusCode
  const form = '--b\r\nContent-Disposition: form-data; name="2"; filename="x"\r\n\r\nhi\r\n--b--\r\n'
  const store = (prefix: string) =>
    status('POST', `/box/objects/upload?prefix=${encodeURIComponent(prefix)}`, form, {
      'content-type': 'multipart/form-data; boundary=b',
    })
  assert.is(await status('POST', '', { name: 'box' }), 201)
  const former = base64('photos/2021/')
  assert.is(await store(former), 400)
  assert.is(await store('photos/2021/'), 200)
  assert.is(await status('GET', `/box/objects?prefix=${former}`), 400)
  assert.is(await status('GET', `/box/objects?prefix=${former}&encoding=plain`), 200)
  assert.is(await status('DELETE', `/box/objects?path=${former}`), 400)
  assert.is(await status('DELETE', `/box/objects?path=${former}&recursive=true`), 400)
  assert.is(await status('GET', '/box/objects?prefix=nothing/'), 200)
  // an object may have such a name
  assert.is(await store(`${former}/`), 200)
  assert.is(await status('GET', `/box/objects?prefix=${former}`), 200)
  assert.is(
    await status('POST', `/box/objects/upload?key=${former}`, form, {
      'content-type': 'multipart/form-data; boundary=b',
    }),
    200,
  )
  assert.is(await status('DELETE', `/box/objects?path=${former}`), 200)
})
