import { Readable } from 'node:stream'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import type { KeyPair } from '../../../../test/lib/server.ts'
import { type ErrorBody, type Host, hostOn } from '../../../../test/server/host.ts'
import { addUser, allow, onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'

type Links = {
  links: { path: string; url: string }[]
  failed: { path: string; message: string }[]
  ends: string
  signed: string
  access_key?: string
}

/** Keys that broke links in the past. */
const hostile = [
  'with space & more?.txt',
  'a+b=c#d.txt',
  '100%.txt',
  'quote"s.txt',
  'übung/日本語.txt',
  '\u202Egnp.exe',
  '<img src=x onerror=alert(1)>.html',
]

onEveryStorage('sharing', (test, peer) => {
  let host: Host
  let address: string

  test.before(async () => {
    host = await hostOn(peer().engine, peer().root)
    address = `http://127.0.0.1:${await host.listen()}`
  })

  const make = async (keys: readonly string[], type = 'text/plain', versioning?: boolean) => {
    const bucket = uniqueName('shared')
    const backend = await peer().as()
    await backend.buckets.add({
      name: bucket,
      versioning: versioning ?? (await peer().has('versions')),
      locking: false,
    })
    const put = (key: string, content = `content of ${key}`) =>
      backend['object-browser'].put(bucket, key, {
        size: Buffer.byteLength(content),
        type,
        body: Readable.from([Buffer.from(content)]),
        signal: new AbortController().signal,
      })
    for (const key of keys) await put(key)
    return { bucket, backend, put }
  }

  /** Creates links with these credentials. They contain the console's address. */
  const linksOf = async (bucket: string, body: object, pair: KeyPair = peer().root) => {
    const send = await host.as(pair)
    return send('POST', `/api/v1/buckets/${bucket}/objects/links`, body, { host: address.slice(7), origin: address })
  }
  const linkTo = async (bucket: string, path: string, more: object = {}, pair?: KeyPair) => {
    const response = await linksOf(bucket, { objects: [{ path }], ...more }, pair)
    assert.is(response.statusCode, 200, response.payload)
    const links = response.json<Links>()
    return { ...links, url: links.links[0]?.url ?? '' }
  }

  test('a link downloads the object for anyone, with any name, as a file and never as a page', async () => {
    const { bucket } = await make(hostile, 'text/html')
    const response = await linksOf(bucket, { objects: hostile.map((path) => ({ path })) })
    const { links, failed } = response.json<Links>()
    assert.equal([links.map(({ path }) => path), failed], [hostile, []])
    for (const { path, url } of links) {
      const response = await fetch(url)
      assert.is(response.status, 200, `${path}: ${url}`)
      assert.is(await response.text(), `content of ${path}`)
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment;/)
    }
  })

  test('a link returns the headers that are stored with the object', async () => {
    const { bucket, backend } = await make(['1a2b.bin', 'plain'])
    const stored = {
      'cache-control': 'max-age=60',
      'content-disposition': 'attachment; filename="Invoice 2026.txt"',
      'content-encoding': 'gzip',
      'content-language': 'de',
    }
    const to = { bucket, key: '1a2b.bin' }
    const metadata = { 'content-type': 'text/css', ...stored }
    await backend['object-browser'].copy({ from: { ...to, version: undefined }, to, existing: 'replace', metadata })
    // the content is not actually compressed, and the test does not read it
    const response = await fetch((await linkTo(bucket, '1a2b.bin')).url)
    await response.body?.cancel()
    const names = [...Object.keys(stored), 'content-type']
    assert.equal(
      names.map((name) => response.headers.get(name)),
      [...Object.values(stored), 'text/css'],
    )
    const plain = await fetch((await linkTo(bucket, 'plain')).url)
    assert.match(plain.headers.get('content-disposition') ?? '', /^attachment; filename="plain"/)
  })

  test('a link supports ranges and HEAD', async () => {
    const { bucket } = await make(['letters'])
    const { url } = await linkTo(bucket, 'letters')
    const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
    assert.equal([part.status, await part.text(), part.headers.get('content-range')], [206, 'content', 'bytes 0-6/18'])
    if (peer().name === 'minio') return // the signature covers a single method
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal([head.status, head.headers.get('content-length'), await head.text()], [200, '18', ''])
  })

  test('a link to a version keeps returning that version, and another link the latest', async () => {
    const { bucket, backend, put } = await make(['a'], 'text/plain', true)
    const { version_id } = await backend['object-browser'].info(bucket, 'a')
    await put('a', 'newer')
    const [old, newest] = [await linksOf(bucket, { objects: [{ path: 'a', version_id }] }), await linkTo(bucket, 'a')]
    assert.is(await (await fetch(old.json<Links>().links[0]?.url ?? '')).text(), 'content of a')
    assert.is(await (await fetch(newest.url)).text(), 'newer')
  })

  test('the plain call returns the link as JSON, with a duration of up to 7 days', async () => {
    const { bucket } = await make(['a'])
    const send = await host.as(peer().root)
    const requestLink = (expires: string) =>
      send('GET', `/api/v1/buckets/${bucket}/objects/share?prefix=a${expires && `&expires=${expires}`}`, undefined, {
        host: address.slice(7),
      })
    for (const expires of ['', '604800000ms', '168h', '1h30m', '60000']) {
      const response = await requestLink(expires)
      assert.is(response.statusCode, 200, response.payload)
      assert.match(String(response.headers['content-type']), /json/)
      assert.is(await (await fetch(response.json<string>())).text(), 'content of a')
    }
    for (const [expires, expectedMessage] of [
      ['169h', /at most 7 days/],
      ['soon', /Enter a time/],
      ['10ms', /at least 1 second/],
    ] as const) {
      const response = await requestLink(expires)
      assert.equal(
        [response.statusCode, expectedMessage.test(response.json<ErrorBody>().message)],
        [422, true],
        response.payload,
      )
    }
  })

  test('missing and unreadable objects are not shared, and the others are', async () => {
    const { bucket, backend } = await make(['open/a', 'closed/b'])
    const pair = await addUser(backend, [allow(['s3:GetObject'], [`${bucket}/open/*`])])
    const some = await linksOf(bucket, { objects: [{ path: 'open/a' }, { path: 'closed/b' }] }, pair)
    assert.equal(pluck(some.json<Links>().links, 'path'), ['open/a'])
    assert.equal(pluck(some.json<Links>().failed, 'path'), ['closed/b'])
    assert.is((await linksOf(bucket, { objects: [{ path: 'closed/b' }] }, pair)).statusCode, 403)
    assert.is((await linksOf(bucket, { objects: [{ path: 'nothing' }] })).statusCode, 404)
  })

  test('a link expires', async () => {
    const { bucket } = await make(['a'])
    const { url, ends } = await linkTo(bucket, 'a', { expires: '1s' })
    assert.ok(Math.abs(Date.parse(ends) - Date.now()) < 60_000)
    let status = 0
    // Garage refuses with 400
    const isRefused = () => status === 403 || status === 400
    for (
      const end = Date.now() + 20_000;
      !isRefused() && Date.now() < end;
      await new Promise((done) => setTimeout(done, 200))
    )
      ({ status } = await fetch(url))
    assert.ok(isRefused(), String(status))
  })

  test('a link stops working when its creator loses read access, and works again with it', async () => {
    const { bucket, backend } = await make(['a'])
    const policy = uniqueName('policy')
    const grant = (key: string) => backend.policies.set(policy, allow(['s3:GetObject'], [`${bucket}/${key}`]))
    await grant('a')
    const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
    await backend.identity.addUser({ ...pair, groups: [], policies: [policy] })
    const { url } = await linkTo(bucket, 'a', {}, pair)
    const status = async () => (await fetch(url)).status
    assert.is(await status(), 200)
    await grant('other')
    assert.is(await status(), 403)
    await grant('a')
    assert.is(await status(), 200)
    await backend.identity.updateUser(pair.accessKey, { status: 'disabled', groups: [] })
    assert.is(await status(), 403)
  })

  test('a modified link is refused', async () => {
    const { bucket } = await make(['a', 'b'])
    const { url } = await linkTo(bucket, 'a')
    const one = new URL(url)
    const [name, value] = [...one.searchParams].find(([name]) => ['link', 'X-Amz-Signature'].includes(name)) ?? ['', '']
    one.searchParams.set(
      name,
      value.replace(/.(?=.{5}$)/, (letter) => (letter === '0' ? '1' : '0')),
    )
    assert.is((await fetch(one)).status, 403)
    one.searchParams.delete(name)
    assert.ok([400, 403, 422].includes((await fetch(one)).status))
  })

  test("a service account's link reads one object only, and ends with the account", async () => {
    const { bucket, backend } = await make(['a', 'b'])
    const { url, signed, access_key = '' } = await linkTo(bucket, 'a', { by: 'service-account' })
    assert.is(await (await fetch(url)).text(), 'content of a')
    const known = await backend.identity.accounts(peer().root.accessKey)
    if (peer().name === 'embedded') return void assert.equal([signed, known], ['storage', []])
    assert.is(signed, 'service-account')
    const account = known.find(({ accessKey }) => accessKey === access_key)
    assert.match(account?.description ?? '', new RegExp(`${bucket}/a`))
    await backend.identity.removeAccount(access_key)
    assert.is((await fetch(url)).status, 403)
    const wild = await linksOf(bucket, { objects: [{ path: 'a*' }], by: 'service-account' })
    assert.match(wild.json<ErrorBody>().message, /cannot be limited to/)
  })

  test('the number of objects per call is limited', async () => {
    const { bucket } = await make([])
    const many = Array.from({ length: 1001 }, (_, n) => ({ path: `k${n}` }))
    assert.is((await linksOf(bucket, { objects: many })).statusCode, 422)
    assert.is((await linksOf(bucket, { objects: [] })).statusCode, 422)
  })
})
