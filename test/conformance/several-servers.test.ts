import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { assert, suite } from '../lib/suite.ts'
import { createSession } from '../../testing/account.ts'
import { hasOwnMinio, type Minio, startMinio } from '../lib/minio.ts'
import { hasS3Server, type S3Server, startS3Server } from '../lib/s3-servers.ts'
import { startServer, type TestServer } from '../lib/server.ts'
import { until } from '../lib/until.ts'

const MiB = 1024 * 1024
const PART = 16 * MiB

const plain = suite('copies between two servers')
const canRun = hasOwnMinio() && hasS3Server('versity')
const test = canRun ? plain : Object.assign(() => plain.skip(), plain)

let minio: Minio | undefined
let versity: S3Server
let server: TestServer
let at: ReturnType<typeof createSession>

const path = (name: string, address: string) => `/${name}/api/v1${address}`

const succeed = async (method: string, address: string, body?: unknown) => {
  const response = await at.send(method, address, body)
  assert.ok(response.status < 300, `${method} ${address} answered ${response.status}: ${response.text}`)
  return response.json as Record<string, unknown>
}

plain.before(async () => {
  if (!canRun) return
  ;[minio, versity] = await Promise.all([startMinio({ on: 'memory' }), startS3Server('versity')])
  server = await startServer({ env: { CONSOLE_SERVERS: `prod=${minio?.url},backup=${versity.url}` } })
  at = createSession(server.url)
  for (const [name, root] of [
    ['prod', minio?.root],
    ['backup', versity.root],
  ] as const) {
    await succeed('POST', path(name, '/login'), root)
    await succeed('POST', path(name, '/buckets'), { name: 'files' })
  }
})
plain.after(async () => {
  await Promise.all([minio?.stop(), versity?.stop()])
})

const formOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.append(String(bytes.length), new File([bytes], name, { type: 'text/plain' }))
  return form
}

const sumOf = (bytes: Uint8Array) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return encodeURIComponent(sum.toString('base64'))
}

const upload = (name: string, key: string, bytes: Uint8Array<ArrayBuffer>) =>
  succeed('POST', path(name, `/buckets/files/objects/upload?key=${key}`), formOf(key, bytes))

const putPart = async (name: string, key: string, id: string, number: number, bytes: Uint8Array<ArrayBuffer>) => {
  const query = `key=${key}&id=${encodeURIComponent(id)}&number=${number}&crc32=${sumOf(bytes)}`
  const { etag } = await succeed('POST', path(name, `/buckets/files/uploads/parts?${query}`), formOf('part', bytes))
  return { etag: String(etag), crc32: decodeURIComponent(sumOf(bytes)) }
}

const begin = async (name: string, key: string, size: number) =>
  String((await succeed('POST', path(name, '/buckets/files/uploads'), { key, size, type: 'text/plain' })).id)

const contentOf = async (name: string, key: string) => {
  const address = path(name, `/buckets/files/objects/download?prefix=${key}`)
  const response = await at.openFeed(address, AbortSignal.timeout(120_000))
  return Buffer.from(await response.arrayBuffer())
}

const statusOf = async (name: string, key: string) =>
  (await at.send('GET', path(name, `/buckets/files/objects/info?prefix=${key}`))).status

/** Uploads an object in parts of these sizes. */
const uploadParts = async (
  name: string,
  key: string,
  sizes: readonly number[],
  bytes = randomBytes(sizes.reduce((sum, size) => sum + size)),
) => {
  const id = await begin(name, key, bytes.length)
  const parts: object[] = []
  let start = 0
  for (const [at, size] of sizes.entries()) {
    parts.push(await putPart(name, key, id, at + 1, bytes.subarray(start, start + size)))
    start += size
  }
  await succeed('POST', path(name, '/buckets/files/uploads/complete'), { key, id, parts })
  return bytes
}

/** Status of the response to a copy that is refused. */
const statusOfCopy = async (from: string, to: string, key: string) => {
  const { ticket } = await succeed('POST', path(to, '/server/ticket'))
  const body = { path: key, to_bucket: 'files', to: key, server_token: ticket }
  return (await at.send('POST', path(from, '/buckets/files/objects/send'), body)).status
}

/** Copies an object, with as many calls as that takes. */
const copy = async (
  from: string,
  to: string,
  key: string,
  parts: { id?: string; mode?: string; existing?: string } = {},
) => {
  let id = parts.id ?? ''
  for (;;) {
    const { ticket } = await succeed('POST', path(to, '/server/ticket'))
    const body = { mode: 'copy', ...parts, id, path: key, to_bucket: 'files', to: key, server_token: ticket }
    const reply = await succeed('POST', path(from, '/buckets/files/objects/send'), body)
    if (reply.state !== 'partial') return reply.state
    id = String(reply.id)
  }
}

for (const [from, to] of [
  ['prod', 'backup'],
  ['backup', 'prod'],
] as const) {
  test(`from ${from} to ${to}: a copied object has the same content and ETag, and is not copied twice`, async () => {
    const bytes = randomBytes(100_000)
    await upload(from, `small-${to}`, bytes)
    assert.is(await copy(from, to, `small-${to}`), 'copied')
    assert.ok((await contentOf(to, `small-${to}`)).equals(bytes))
    assert.is(await copy(from, to, `small-${to}`), 'unchanged')
    assert.is(await copy(from, to, `small-${to}`, { mode: 'move' }), 'unchanged')
    assert.is(await statusOf(from, `small-${to}`), 404)
  })

  test(`from ${from} to ${to}: small objects are copied together, with metadata and tags, and not twice`, async () => {
    const keys = ['many-1', 'many-2'].map((key) => `${key}-${to}`)
    for (const key of keys) await upload(from, key, Buffer.from(`content of ${key}`))
    const query = `prefix=${keys[1]}`
    await succeed('PUT', path(from, `/buckets/files/objects/metadata?${query}`), { user: { color: 'green' } })
    const tags = { owner: 'ana + bob', empty: '' }
    await succeed('PUT', path(from, `/buckets/files/objects/tags?${query}`), { tags })
    const listing = await succeed('GET', path(from, '/buckets/files/objects?prefix=many&recursive=true'))
    const objects = (listing.objects as { name: string; size: number; etag: string }[])
      .filter(({ name }) => keys.includes(name))
      .map(({ name, size, etag }) => ({ path: name, to: name, size, etag }))
    const states = async () => {
      const { ticket } = await succeed('POST', path(to, '/server/ticket'))
      const body = { objects, to_bucket: 'files', server_token: ticket }
      const reply = await succeed('POST', path(from, '/buckets/files/objects/send-many'), body)
      return (reply.objects as { state: string }[]).map(({ state }) => state)
    }
    assert.equal(await states(), ['copied', 'copied'])
    const copy = await succeed('GET', path(to, `/buckets/files/objects/info?${query}`))
    assert.equal(copy.tags, tags)
    assert.is((copy.user_metadata as Record<string, string>)['x-amz-meta-color'], 'green')
    assert.equal(await states(), ['unchanged', 'unchanged'])
  })

  test(`from ${from} to ${to}: MinIO's audit log has the copies, with the object there and its size`, async () => {
    const key = `recorded-${to}`
    const together = `recorded-together-${to}`
    for (const name of [key, together]) await upload(from, name, Buffer.from('13 characters'))
    assert.is(await copy(from, to, key), 'copied')
    const { ticket } = await succeed('POST', path(to, '/server/ticket'))
    const objects = [{ path: together, to: together }]
    await succeed('POST', path(from, '/buckets/files/objects/send-many'), {
      objects,
      to_bucket: 'files',
      server_token: ticket,
    })
    // plain S3 servers have no audit records
    const recordsOf = async (object: string) => {
      const query = `fp=bucket:files&fp=object:${object}&changes=true`
      const { results } = await succeed('GET', path('prod', `/logs/search?${query}`))
      return (results as { api_name: string; request_content_length: number | null }[] | null) ?? []
    }
    if (to === 'prod')
      for (const name of [key, together]) {
        await until(async () => (await recordsOf(name)).length > 0)
        assert.equal(
          (await recordsOf(name)).map((record) => [record.api_name, record.request_content_length]),
          [['console.object-browser.receive', 13]],
        )
      }
    else {
      await until(async () => (await recordsOf(key)).length > 1)
      assert.equal(
        (await recordsOf(key)).map((record) => record.api_name),
        ['console.object-browser.send', 'console.object-browser.upload'],
      )
    }
  })

  test(`from ${from} to ${to}: an object of parts of any size is copied with the same parts`, async () => {
    for (const [name, sizes] of Object.entries({
      'parts-16': [PART, PART, 1000],
      'parts-6': [6 * MiB, 6 * MiB, 6 * MiB, 1000],
      'parts-small': [5 * MiB, 1000],
      'parts-one': [1000],
    })) {
      const key = `${name}-${to}`
      const bytes = await uploadParts(from, key, sizes)
      assert.is(await copy(from, to, key), 'copied', name)
      assert.ok((await contentOf(to, key)).equals(bytes), name)
      assert.is(await copy(from, to, key), 'unchanged', name)
    }
  })

  test(`from ${from} to ${to}: an object that the target has in other parts is not copied twice`, async () => {
    for (const [name, sizes] of Object.entries({
      'parts-20': [20 * MiB, 20 * MiB, 1000],
      'parts-uneven': [6 * MiB, 20 * MiB, 5 * MiB, 1000],
    })) {
      const key = `${name}-${to}`
      const bytes = await uploadParts(from, key, sizes)
      assert.is(await copy(from, to, key), 'copied', name)
      assert.ok((await contentOf(to, key)).equals(bytes), name)
      assert.is(await copy(from, to, key), 'unchanged', name)
    }
    const key = `whole-${to}`
    const bytes = await uploadParts(from, key, [7 * MiB, 1000])
    await upload(to, key, bytes)
    assert.is(await copy(from, to, key), 'unchanged')
    await upload(to, key, randomBytes(bytes.length))
    assert.is(await statusOfCopy(from, to, key), 409)
    await uploadParts(to, key, [6 * MiB, bytes.length - 6 * MiB], bytes)
    assert.is(await copy(from, to, key), 'unchanged')
    await uploadParts(to, key, [6 * MiB, bytes.length - 6 * MiB])
    assert.is(await statusOfCopy(from, to, key), 409)
    await uploadParts(to, key, [7 * MiB, 1000])
    assert.is(await statusOfCopy(from, to, key), 409)
    assert.is(await copy(from, to, key, { mode: 'move', existing: 'replace' }), 'copied')
    assert.ok((await contentOf(to, key)).equals(bytes))
  })

  test(`from ${from} to ${to}: after a kill, the copy continues with the stored parts that have the content`, async () => {
    const key = `killed-${to}`
    const bytes = randomBytes(2 * PART + 1000)
    await upload(from, key, bytes)
    const id = await begin(to, key, bytes.length)
    await putPart(to, key, id, 1, bytes.subarray(0, PART))
    // a part of an earlier version of the object
    await putPart(to, key, id, 2, randomBytes(PART))
    await server.kill()
    await server.restart()
    assert.is(await copy(from, to, key, { id, mode: 'move' }), 'copied')
    assert.ok((await contentOf(to, key)).equals(bytes))
    assert.is(await statusOf(from, key), 404)
    const { uploads } = await succeed('GET', path(to, `/buckets/files/uploads?prefix=${key}`))
    assert.equal(uploads, [])
  })
}
