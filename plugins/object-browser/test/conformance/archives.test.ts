import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { until } from '../../../../test/lib/until.ts'
import { MiB } from '../../../../test/lib/transfer.ts'
import type { Bytes, Call } from '../../../../core/protocol/serve.ts'
import type { Endpoint } from '../../../../core/protocol/contract.ts'
import { archives } from '../../archives.ts'
import { archiveRoutes } from '../../archives-server.ts'
import type { ObjectsBackend } from '../../backend.ts'
import { listZip } from '../../pages/preview/archive.ts'
import { createPathNames } from '../../zip-names.ts'
import { hostileKeys } from '../keys.ts'
import { momentAfter } from './object-calls.ts'
import { useHost } from '../../../../test/conformance/use-host.ts'
import { addUser, allow, onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'

onEveryStorage('previews and archives', (test, peer) => {
  const { host, send } = useHost(test, peer)

  const bucket = async () => {
    const name = uniqueName('archives')
    assert.is((await send('POST', '/api/v1/buckets', { name })).statusCode, 201)
    return name
  }
  const put = (name: string, key: string, content: string, type = '') =>
    send(
      'POST',
      `/api/v1/buckets/${name}/objects/upload?key=${encodeURIComponent(key)}`,
      `--xyz\r\ncontent-disposition: form-data; name="${Buffer.byteLength(content)}"; filename="f"\r\n${type && `content-type: ${type}\r\n`}\r\n${content}\r\n--xyz--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=xyz' },
    )
  const get = (
    name: string,
    call: string,
    query: Record<string, string>,
    as = send,
    headers: Record<string, string> = {},
  ) => as('GET', `/api/v1/buckets/${name}/objects/${call}?${new URLSearchParams(query)}`, undefined, headers)
  const entries = (data: Buffer) =>
    listZip(async (start, end) => new Uint8Array(data.subarray(start, end)), data.length)

  test('a preview has the type of its first bytes, is sandboxed, and is inline only if it cannot run code', async () => {
    const name = await bucket()
    const assertPreview = async (key: string, content: string, type: string) => {
      assert.is((await put(name, key, content, type)).statusCode, 200)
      const { headers } = await get(name, 'download', { prefix: key, preview: 'true' })
      assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
      assert.is(headers['x-content-type-options'], 'nosniff')
      return [headers['content-type'], String(headers['content-disposition']).split(';')[0]]
    }
    assert.equal(await assertPreview('page.html', '<script>alert(1)</script>', 'text/html'), [
      'text/plain; charset=utf-8',
      'inline',
    ])
    assert.equal(await assertPreview('drawing.svg', '<svg onload="alert(1)"/>', 'image/svg+xml'), [
      'text/plain; charset=utf-8',
      'inline',
    ])
    assert.equal(await assertPreview('gif.html', 'GIF89a\x01\0\x01\0<script>alert(1)</script>', 'text/html'), [
      'image/gif',
      'inline',
    ])
    assert.equal(await assertPreview('paper.pdf', '%PDF-1.7', 'text/html'), ['application/pdf', 'attachment'])
    assert.equal(await assertPreview('archive', 'PK\x03\x04', 'text/html'), ['application/octet-stream', 'attachment'])
    assert.equal(await assertPreview('empty', '', 'text/html'), ['text/plain; charset=utf-8', 'inline'])
    const part = await get(name, 'download', { prefix: 'page.html', preview: 'true' }, send, { range: 'bytes=1-6' })
    assert.equal(
      [part.statusCode, part.payload, part.headers['content-type']],
      [206, 'script', 'text/plain; charset=utf-8'],
    )
    const plain = await get(name, 'download', { prefix: 'gif.html' })
    assert.match(String(plain.headers['content-disposition']), /^attachment;/)
  })

  test('the preview frame runs no code, can only be framed by the console, and addresses any key exactly', async () => {
    const name = await bucket()
    const key = `<img src=x onerror=alert(1)>&"'.gif`
    await put(name, key, 'GIF89a\x01\0\x01\0', 'text/html')
    const { payload, headers } = await get(name, 'preview', { prefix: key })
    assert.match(
      String(headers['content-security-policy']),
      /^sandbox allow-same-origin; default-src 'none'; .*frame-ancestors 'self'$/,
    )
    assert.is(headers['x-frame-options'], 'SAMEORIGIN')
    assert.not.match(payload, /onerror=|<script/)
    const [, src = ''] = /<img src="([^"]*)"/.exec(payload) ?? []
    const query = new URLSearchParams(
      src.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).split('?')[1],
    )
    assert.is(query.get('prefix'), key)
    assert.is((await get(name, 'preview', { prefix: 'nothing' })).statusCode, 404)
  })

  test('a folder, a selection and a bucket are downloaded as a zip of their objects', async () => {
    const name = await bucket()
    for (const [key, content] of [
      ['a/one.txt', '1'],
      ['a/b/two.txt', '22'],
      ['a/empty/', ''],
      ['three.txt', '333'],
    ] as const)
      await put(name, key, content)
    const names = async (query: Record<string, string>) => {
      const { statusCode, rawPayload, headers, payload } = await get(name, 'zip', query)
      assert.is(statusCode, 200, payload)
      const { entries: found } = await entries(rawPayload)
      return [
        String(headers['content-disposition']).split("''")[1],
        ...found.map((entry) => `${entry.name} ${entry.size}`).sort(),
      ]
    }
    assert.equal(await names({ prefix: 'a/' }), ['a.zip', 'b/two.txt 2', 'empty/ 0', 'one.txt 1'])
    assert.equal(await names({ prefix: 'a/', paths: '["a/b/","a/one.txt"]' }), ['a.zip', 'b/two.txt 2', 'one.txt 1'])
    assert.equal(await names({}), [`${name}.zip`, 'a/b/two.txt 2', 'a/empty/ 0', 'a/one.txt 1', 'three.txt 3'])
    assert.is((await get(name, 'zip', { prefix: 'nothing/' })).statusCode, 404)
    assert.is((await get(name, 'zip', { prefix: 'no-slash' })).statusCode, 422)
    assert.is((await get(name, 'zip', { paths: 'no list' })).statusCode, 422)
    assert.is((await send('HEAD', `/api/v1/buckets/${name}/objects/zip`)).statusCode, 200)
  })

  test('a folder and a selection are downloaded as of an earlier time', async () => {
    const name = uniqueName('archives')
    const created = await send('POST', '/api/v1/buckets', { name, versioning: true })
    if (!(await peer().has('versions'))) return assert.is(created.statusCode, 501)
    assert.is(created.statusCode, 201)
    const remove = (path: string) => send('DELETE', `/api/v1/buckets/${name}/objects?path=${encodeURIComponent(path)}`)
    await put(name, 'a/gone before', 'x')
    await remove('a/gone before')
    for (const [key, content] of [
      ['a/deleted', '1'],
      ['a/replaced', '22'],
      ['a/b/same', '333'],
      ['x', '4444'],
      ['x longer', '5'],
    ] as const)
      await put(name, key, content)
    const { objects } = (await send('GET', `/api/v1/buckets/${name}/objects?recursive=true&with_versions=true`)).json<{
      objects: { last_modified: string }[]
    }>()
    const moment = new Date(await momentAfter(objects)).toISOString()
    await remove('a/deleted')
    await put(name, 'a/replaced', 'now, and longer')
    await put(name, 'a/newer', 'x')
    const names = async (query: Record<string, string>) => {
      const { statusCode, rawPayload, payload } = await get(name, 'zip', { moment, ...query })
      assert.is(statusCode, 200, payload)
      return (await entries(rawPayload)).entries.map((entry) => `${entry.name} ${entry.size}`).sort()
    }
    assert.equal(await names({ prefix: 'a/' }), ['b/same 3', 'deleted 1', 'replaced 2'])
    assert.equal(await names({ paths: '["x","a/b/","a/deleted"]' }), ['a/b/same 3', 'a/deleted 1', 'x 4'])
    assert.is((await get(name, 'zip', { prefix: 'a/', moment: '2020-01-01T00:00:00Z' })).statusCode, 404)
    assert.is((await get(name, 'zip', { moment: 'yesterday' })).statusCode, 422)
  })

  test('while a large object of a zip is sent, small ones are read ahead and no other is open', async () => {
    const name = await bucket()
    const keys = ['a-large', 'b-small', 'c-large', 'd-small', 'e-large']
    const contentOf = (key: string) => key.repeat(key.endsWith('large') ? 300_000 : 1)
    for (const key of keys) await put(name, key, contentOf(key))
    const { 'object-browser': objects } = await peer().as()
    const [requested, open] = [new Set<string>(), new Set<string>()]
    const backend: ObjectsBackend = {
      ...objects,
      get: async (from, key, options) => {
        requested.add(key)
        const object = await objects.get(from, key, options)
        open.add(key)
        const body = async function* () {
          try {
            yield* object.body
          } finally {
            open.delete(key)
          }
        }
        return { ...object, body: body() }
      },
    }
    const route = archiveRoutes.find(({ endpoint }) => endpoint === archives.zip)!
    for (const paths of [undefined, keys]) {
      const query = { prefix: '', paths }
      const call = { backend, params: { bucket: name }, query, signal: new AbortController().signal }
      const { body } = (await route.handle(call as unknown as Call<Endpoint, ObjectsBackend>)) as Bytes
      requested.clear()
      const zipped: Uint8Array[] = []
      let sent = 0
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        if (sent <= MiB && sent + chunk.length > MiB) {
          await until(() => requested.has('b-small') && requested.has('d-small'))
          await until(() => [...open].join() === 'a-large')
        }
        sent += chunk.length
        zipped.push(chunk)
      }
      assert.equal(
        (await entries(Buffer.concat(zipped))).entries.map((entry) => [entry.name, entry.size]),
        keys.map((key) => [key, contentOf(key).length]),
      )
      assert.equal([...open], [])
    }
  })

  test('hostile names become safe ones, each with its content', async () => {
    const name = await bucket()
    const storedKeys: string[] = []
    for (const key of hostileKeys) if ((await put(name, key, key)).statusCode === 200) storedKeys.push(key)
    assert.ok(storedKeys.length > 10)
    const { rawPayload } = await get(name, 'zip', {})
    const found = (await entries(rawPayload)).entries.map(({ name, size }) => `${name} ${size}`)
    // in listing order, because a file and a folder with the same name are numbered in that order
    const inOrder = storedKeys.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    const nameOf = createPathNames()
    assert.equal(found.sort(), inOrder.map((key) => `${nameOf(key, 'file')} ${Buffer.byteLength(key)}`).sort())
  })

  test('objects the account may not read are listed in the zip, and a zip of only such objects is refused', async () => {
    const name = await bucket()
    for (const key of ['open/a', 'open/b', 'secret/c']) await put(name, key, key)
    const list = allow(['s3:ListBucket'], [name])
    const user = await host().as(await addUser(await peer().as(), [list, allow(['s3:GetObject'], [`${name}/open/*`])]))
    const { rawPayload, statusCode } = await get(name, 'zip', {}, user)
    assert.is(statusCode, 200)
    assert.equal(pluck((await entries(rawPayload)).entries, 'name'), ['open/a', 'open/b', 'NOT INCLUDED.txt'])
    assert.match(rawPayload.toString(), 'secret/c: Access denied')
    assert.is((await get(name, 'zip', { prefix: 'secret/' }, user)).statusCode, 403)
  })
})
