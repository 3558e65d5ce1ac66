import { crc32 } from 'node:zlib'
import { assert } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import { cookiesOf, type ErrorBody, type Send } from '../server/host.ts'
import { addUser, allow, onEveryEngine, uniqueName } from './engines.ts'
import { useHost } from './use-host.ts'

onEveryEngine('the host', (test, peer) => {
  const { host, send } = useHost(test, peer)

  const bucket = async () => {
    const name = uniqueName('host')
    const response = await send('POST', '/api/v1/buckets', { name })
    assert.is(response.statusCode, 201, response.payload)
    return name
  }
  const upload = (name: string, query: string, content: string, { filename = 'file', headers = '' } = {}) =>
    send(
      'POST',
      `/api/v1/buckets/${name}/objects/upload?${query}`,
      `--xyz\r\ncontent-disposition: form-data; name="${content.length}"; filename="${filename}"\r\n${headers}\r\n${content}\r\n--xyz--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=xyz' },
    )
  const download = async (name: string, key: string, headers: Record<string, string> = {}, query = '') => {
    const response = await send(
      'GET',
      `/api/v1/buckets/${name}/objects/download?prefix=${encodeURIComponent(key)}${query}`,
      undefined,
      headers,
    )
    return { status: response.statusCode, text: response.payload, headers: response.headers }
  }

  test('the palette finds only resources the caller may see, up to a limit', async () => {
    const searchText = uniqueName('find')
    const createdBucket = await send('POST', '/api/v1/buckets', { name: `${searchText}-bucket` })
    assert.is(createdBucket.statusCode, 201, createdBucket.payload)
    const policy = {
      name: `${searchText}-policy`,
      policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
      }),
    }
    assert.is((await send('POST', '/api/v1/policies', policy)).statusCode, 201)
    assert.is((await send('POST', '/api/v1/groups', { group: `${searchText}-group`, members: [] })).statusCode, 201)
    const own = await send('POST', '/api/v1/service-accounts', { policy: '', name: `${searchText}-key`.slice(0, 32) })
    assert.is(own.statusCode, 201, own.payload)
    const as = await peer().as(peer().root)
    const user = await addUser(as)
    const others = await send('POST', `/api/v1/user/${user.accessKey}/service-accounts`, {
      policy: '',
      name: `${searchText}-other`.slice(0, 32),
    })
    assert.is(others.statusCode, 201, others.payload)
    const find = async (as: Send, what: string, text: string) => {
      const { statusCode, payload } = await as('GET', `/api/v1/find/${what}?text=${encodeURIComponent(text)}`)
      return statusCode === 200 ? JSON.parse(payload) : statusCode
    }
    const names = async (what: string) => JSON.stringify((await find(send, what, searchText.toUpperCase())).results)
    assert.match(await names('buckets'), `"name":"${searchText}-bucket"`)
    assert.is(await names('policies'), JSON.stringify([`${searchText}-policy`]))
    assert.is(await names('groups'), JSON.stringify([`${searchText}-group`]))
    assert.match(await names('service-accounts'), JSON.parse(own.payload).accessKey)
    const [key] = JSON.parse((await send('GET', `/api/v1/user/${user.accessKey}/service-accounts`)).payload)
    const {
      results: [{ name: _, ...result }],
      hasMore,
    } = await find(send, 'others-service-accounts', key.toLowerCase())
    assert.equal({ result, hasMore }, { result: { user: user.accessKey, accessKey: key }, hasMore: false })
    assert.equal(await find(send, 'others-service-accounts', JSON.parse(own.payload).accessKey), {
      results: [],
      hasMore: false,
    })
    assert.equal(await find(send, 'users', user.accessKey), {
      results: [{ accessKey: user.accessKey, status: 'enabled' }],
      hasMore: false,
    })

    const otherUser = await host().as(await addUser(as, [allow(['s3:GetBucketLocation'], ['elsewhere'])]))
    assert.equal(
      await Promise.all(
        ['users', 'groups', 'policies', 'others-service-accounts'].map((what) => find(otherUser, what, searchText)),
      ),
      [403, 403, 403, 403],
    )
    assert.equal(await Promise.all(['buckets', 'service-accounts'].map((what) => find(otherUser, what, searchText))), [
      { results: [], hasMore: false },
      { results: [], hasMore: false },
    ])
    assert.is(await find(send, 'users', ''), 422)
    assert.is(await find(send, 'users', 'x'.repeat(2000)), 422)
  })

  test('a resumed download has bytes of one version only', async () => {
    const name = await bucket()
    await upload(name, 'key=report', 'the first one')
    const { headers } = await download(name, 'report')
    const [etag, modified] = [String(headers.etag), String(headers['last-modified'])]
    const part = { range: 'bytes=4-8' }
    const of = async (ifRange: string) => {
      const { status, text } = await download(name, 'report', { ...part, 'if-range': ifRange })
      return [status, text]
    }
    assert.equal(await of(etag), [206, 'first'])
    assert.equal(await of(modified), [206, 'first'])
    assert.equal(await of(`W/${etag}`), [200, 'the first one'])
    await upload(name, 'key=report', 'another')
    assert.equal(await of(etag), [200, 'another'])
    assert.equal(await of('Thu, 01 Jan 1970 00:00:00 GMT'), [200, 'another'])
    // beyond the current size
    const beyond = { range: 'bytes=10-', 'if-range': etag }
    assert.equal((await download(name, 'report', beyond)).text, 'another')
    const now = String((await download(name, 'report')).headers.etag)
    assert.is((await download(name, 'report', { ...beyond, 'if-range': now })).status, 416)
  })

  test('a download that the client has cached is not sent again', async () => {
    const name = await bucket()
    await upload(name, 'key=report', 'the first one')
    const etag = String((await download(name, 'report')).headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await download(name, 'report', { 'if-none-match': known })
      assert.equal([status, text, headers.etag], [304, '', etag], known)
    }
    assert.is((await download(name, 'report', { 'if-none-match': '"other"' })).status, 200)
    await upload(name, 'key=report', 'another')
    assert.is((await download(name, 'report', { 'if-none-match': etag })).text, 'another')
  })

  test('a raw download has the stored bytes, whole or by range, and names their encoding', async () => {
    const name = await bucket()
    await upload(name, 'key=packed.txt', 'not really gzip')
    const metadata = await send('PUT', `/api/v1/buckets/${name}/objects/metadata?prefix=packed.txt`, {
      content_encoding: 'gzip',
    })
    assert.is(metadata.statusCode, 200, metadata.payload)
    const encodings = async (query: string, headers: Record<string, string> = {}) => {
      const response = await download(name, 'packed.txt', headers, query)
      return [
        response.status,
        response.text,
        response.headers['content-encoding'],
        response.headers['x-stored-content-encoding'],
      ]
    }
    assert.equal(await encodings(''), [200, 'not really gzip', 'gzip', undefined])
    assert.equal(await encodings('&raw=true'), [200, 'not really gzip', undefined, 'gzip'])
    assert.equal(await encodings('&raw=true', { range: 'bytes=4-9' }), [206, 'really', undefined, 'gzip'])
    assert.equal(await encodings('&preview=true'), [200, 'not really gzip', undefined, 'gzip'])
    await upload(name, 'key=packed.txt', 'x')
    assert.equal(await encodings(''), [200, 'x', undefined, undefined])
    assert.equal(await encodings('&raw=true'), [200, 'x', undefined, undefined])
  })

  const typeOf = async (name: string, key: string) =>
    (await send('GET', `/api/v1/buckets/${name}/objects/info?prefix=${key}`)).json<{ content_type: string }>()
      .content_type

  test('a file with a type unknown to the browser is stored with the type of its extension', async () => {
    const name = await bucket()
    const headers = 'content-type: application/octet-stream\r\n'
    for (const key of ['a.parquet', 'b.unknown']) await upload(name, `key=${key}`, 'x', { headers })
    assert.is(await typeOf(name, 'a.parquet'), 'application/vnd.apache.parquet')
    assert.is(await typeOf(name, 'b.unknown'), 'application/octet-stream')
    await upload(name, 'key=c.parquet', 'x', { headers: 'content-type: text/x-said\r\n' })
    assert.is(await typeOf(name, 'c.parquet'), 'text/x-said')
  })

  test('a form with a refused file reports how many were stored', async () => {
    const name = await bucket()
    const part = (filename: string) =>
      `--xyz\r\ncontent-disposition: form-data; name="1"; filename="${filename}"\r\n\r\nx\r\n`
    const form = `${part('a')}${part('b')}${part('c'.repeat(1100))}${part('d')}--xyz--\r\n`
    const response = await send('POST', `/api/v1/buckets/${name}/objects/upload`, form, {
      'content-type': 'multipart/form-data; boundary=xyz',
    })
    assert.is(response.statusCode, 400, response.payload)
    assert.match(response.json<ErrorBody>().detailedMessage ?? '', /The first 2 files of the form were stored\.$/)
    const { objects } = (await send('GET', `/api/v1/buckets/${name}/objects`)).json<{ objects: { name: string }[] }>()
    assert.equal(pluck(objects, 'name'), ['a', 'b'])
  })

  test('a prefix without a trailing slash that equals the file name is the key', async () => {
    const name = await bucket()
    for (const prefix of ['a.txt', 'folder/a.txt', 'b/', 'a.txt/'])
      await upload(name, `prefix=${encodeURIComponent(prefix)}`, 'x', { filename: 'a.txt' })
    const { objects } = (await send('GET', `/api/v1/buckets/${name}/objects?recursive=true`)).json<{
      objects: { name: string }[]
    }>()
    const keys = objects.map((object) => object.name).sort()
    // some storages allow either a file or a folder of the same name
    assert.equal(
      keys.filter((key) => key !== 'a.txt/a.txt'),
      ['a.txt', 'b/a.txt', 'folder/a.txt'],
    )
  })

  test('a file is stored in the folder of the prefix, with or without a trailing slash', async () => {
    const name = await bucket()
    for (const prefix of ['', 'a', 'a/', 'a/b//', '/'])
      assert.is(
        (await upload(name, `prefix=${encodeURIComponent(prefix)}`, 'x', { filename: `in ${prefix.length}` }))
          .statusCode,
        200,
      )
    const { objects } = (await send('GET', `/api/v1/buckets/${name}/objects?recursive=true`)).json<{
      objects: { name: string }[]
    }>()
    assert.equal(objects.map((object) => object.name).sort(), ['a/b/in 5', 'a/in 1', 'a/in 2', 'in 0', 'in 1'])
  })

  test('a file sent with a checksum is stored if it matches, and otherwise refused entirely', async () => {
    const name = await bucket()
    const sumOf = (text: string) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(crc32(text))
      return encodeURIComponent(bytes.toString('base64'))
    }
    for (const [key, content] of [
      ['empty', ''],
      ['small', 'some text'],
      ['large', 'x'.repeat(3_000_000)],
    ] as const) {
      assert.is((await upload(name, `key=${key}&crc32=${sumOf(content)}`, content)).statusCode, 200)
      assert.is((await download(name, key)).text, content)
      const wrong = await upload(name, `key=${key}-wrong&crc32=${sumOf(`${content}!`)}`, content)
      assert.equal([wrong.statusCode, /damaged/.test(wrong.payload)], [400, true], wrong.payload)
      assert.is((await download(name, `${key}-wrong`)).status, 404)
    }
    assert.is((await upload(name, 'key=small&crc32=AAAAAA==', 'another text')).statusCode, 400)
    assert.is((await download(name, 'small')).text, 'some text')
    assert.is((await upload(name, 'key=small&crc32=soon', 'x')).statusCode, 422)
  })

  test('a file without a type gets the type of its extension, and others keep theirs', async () => {
    const name = await bucket()
    const typeOf = async (filename: string, headers = '') => {
      assert.is((await upload(name, '', 'x', { filename, headers })).statusCode, 200)
      return (await download(name, filename)).headers['content-type']
    }
    assert.is(await typeOf('photo.JPG'), 'image/jpeg')
    assert.is(await typeOf('table.csv'), 'text/csv')
    assert.is(await typeOf('no-ending'), 'application/octet-stream')
    assert.is(await typeOf('a.constructor'), 'application/octet-stream')
    assert.is(await typeOf('b.csv', 'content-type: application/x-own\r\n'), 'application/x-own')
  })

  test('spaces around a password are significant', async () => {
    const { accessKey } = await addUser(await peer().as(), ['readonly'])
    const secretKey = '  a secret with blanks '
    const set = await send('POST', '/api/v1/account/change-user-password', {
      selectedUser: accessKey,
      newSecretKey: secretKey,
    })
    assert.is(set.statusCode, 201, set.payload)
    const login = async (secretKey: string) =>
      (await (await host().as())('POST', '/api/v1/login', { accessKey, secretKey })).statusCode
    assert.is(await login(secretKey), 201)
    assert.is(await login(secretKey.trim()), 401)
  })

  test('guessing the current password in a session is throttled', async () => {
    const pair = await addUser(await peer().as(), ['readonly'])
    const own = await host().as(pair)
    const guess = async () => {
      const body = { current_secret_key: 'a-wrong-guess', new_secret_key: 'another-secret' }
      return (await own('POST', '/api/v1/account/change-password', body)).statusCode
    }
    for (let count = 0; count < 5; count += 1) assert.is(await guess(), 403)
    assert.is(await guess(), 429)
  })

  test('a changed password ends all sessions of the account, and the one who changed it gets a new one', async () => {
    const pair = await addUser(await peer().as(), ['readonly'])
    const cookie = async (secretKey = pair.secretKey) => {
      const response = await (await host().as())('POST', '/api/v1/login', { ...pair, secretKey })
      assert.is(response.statusCode, 201, response.payload)
      return cookiesOf(response)
    }
    const status = async (cookie: string) =>
      (await (await host().as())('GET', '/api/v1/session', undefined, { cookie })).statusCode
    const [one, two] = [await cookie(), await cookie()]
    const body = { current_secret_key: pair.secretKey, new_secret_key: 'my-second-secret' }
    const response = await (await host().as())('POST', '/api/v1/account/change-password', body, { cookie: one })
    assert.is(response.statusCode, 201, response.payload)
    const after = cookiesOf(response)
    assert.equal([await status(one), await status(two), await status(after)], [401, 401, 200])
    const other = await cookie('my-second-secret')
    const set = { selectedUser: pair.accessKey, newSecretKey: 'my-third-secret' }
    assert.is((await send('POST', '/api/v1/account/change-user-password', set)).statusCode, 201)
    assert.equal([await status(after), await status(other)], [401, 401])
  })

  test('a caller who sets a password but may not end sessions learns that they continue', async () => {
    const admin = await peer().as()
    const setter = await host().as(await addUser(admin, [allow(['admin:CreateUser', 'admin:GetUser'])]))
    const { accessKey } = await addUser(admin)
    const body = { selectedUser: accessKey, newSecretKey: 'set-by-another' }
    const response = await setter('POST', '/api/v1/account/change-user-password', body)
    assert.equal(
      [response.statusCode, response.json()],
      [201, { sessions: peer().name === 'minio' ? 'active' : 'ended' }],
    )
  })

  test('an ended session can no longer change a password or anything else', async () => {
    const pair = await addUser(await peer().as(), ['consoleAdmin'])
    const cookie = cookiesOf(await (await host().as())('POST', '/api/v1/login', pair))
    const nobody = await host().as()
    await nobody('POST', '/api/v1/logout', undefined, { cookie })
    const refusedWith = async (method: string, url: string, body: unknown) => {
      const response = await nobody(method, url, body, { cookie })
      return [response.statusCode, response.json<ErrorBody>().message]
    }
    const lost = [401, 'invalid session']
    assert.equal(await refusedWith('PUT', '/api/v1/users-groups-bulk', { users: [], groups: ['some-group'] }), lost)
    for (const current of [pair.secretKey, 'a-wrong-guess']) {
      const body = { current_secret_key: current, new_secret_key: 'another-secret' }
      assert.equal(await refusedWith('POST', '/api/v1/account/change-password', body), lost)
    }
    await host().as(pair)
  })

  test('a name with line breaks is never reported as a missing feature', async () => {
    for (const name of ['a\nb', 'a\rb', 'a\r\nb'].map(encodeURIComponent))
      for (const [method, url] of [
        ['GET', `/api/v1/user?name=${name}`],
        ['DELETE', `/api/v1/user?name=${name}`],
        ['GET', `/api/v1/group?name=${name}`],
        ['GET', `/api/v1/policy?name=${name}`],
        ['DELETE', `/api/v1/policy?name=${name}`],
        ['DELETE', `/api/v1/service-accounts/${name}`],
      ] as const) {
        const { statusCode, payload } = await send(method, url)
        assert.ok([400, 404, 422].includes(statusCode), `${method} ${url}: ${statusCode} ${payload}`)
      }
  })

  test('a key with line breaks is stored, or refused with a message', async () => {
    const name = await bucket()
    for (const key of ['a\nb', 'a\rb', 'a\r\nb']) {
      const response = await upload(name, `key=${encodeURIComponent(key)}`, 'x')
      if (response.statusCode === 200) assert.is((await download(name, key)).text, 'x')
      else
        assert.equal(
          [response.statusCode, /line break|control character/.test(response.payload)],
          [400, true],
          response.payload,
        )
    }
  })
})
