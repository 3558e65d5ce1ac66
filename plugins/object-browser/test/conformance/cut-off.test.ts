import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { crc32 } from 'node:zlib'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { WebSocket } from 'ws'
import { listZip } from '../../pages/preview/archive.ts'
import { partSizeOf } from '../../parts.ts'
import { createBucketClient } from '../../../../test/lib/bucket-client.ts'
import { onEveryTarget, useTarget, victims } from './cut-off.ts'
import { allow, uniqueName } from '../../../../test/conformance/engines.ts'

const MiB = 1024 * 1024
/** More than one page of a listing. */
const KEYS = 1200

type FoundMessage = { found: { name: string }[]; cursor?: string }

const sumOf = (content: Buffer) => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return sum.toString('base64')
}

const form = (content: Buffer) => ({
  type: 'multipart/form-data; boundary=xyz',
  body: Buffer.concat([
    Buffer.from(`--xyz\r\ncontent-disposition: form-data; name="${content.length}"; filename="f"\r\n\r\n`),
    content,
    Buffer.from('\r\n--xyz--\r\n'),
  ]),
})

onEveryTarget('interrupted transfers', (test, name) => {
  const { target, cookie, sessionOf, crash, done, bucketOf, put, keysOf, read, fill } = useTarget(test, name)

  /**
   * Uploads one part completely and half of another. After a crash, the returned check lists the stored parts and
   * completes the upload.
   */
  const startUpload = async () => {
    const bucket = await bucketOf()
    const content = randomBytes(partSizeOf(0) + 1000)
    const parts = [content.subarray(0, partSizeOf(0)), content.subarray(partSizeOf(0))]
    const uploads = `/api/v1/buckets/${bucket}/uploads`
    const { id } = (await done('POST', uploads, { key: 'large', size: content.length })) as { id: string }
    const partRequest = (number: number) => {
      const { type, body } = form(parts[number - 1]!)
      const query = new URLSearchParams({ key: 'large', id, number: String(number), crc32: sumOf(parts[number - 1]!) })
      return {
        address: `${target().server.url}${uploads}/parts?${query}`,
        headers: { cookie: cookie(), origin: target().server.url, 'content-type': type },
        body,
      }
    }
    const sendPart = async (number: number) => {
      const { address, headers, body } = partRequest(number)
      const response = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) })
      assert.is(response.status, 200)
      return { ...((await response.json()) as { etag: string }), crc32: sumOf(parts[number - 1]!) }
    }
    const second = await sendPart(2)
    const { address, headers, body } = partRequest(1)
    const half = request(address, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
    const ended = new Promise((resolve) =>
      half
        .on('error', resolve)
        .on('response', (response) => response.resume().on('close', resolve).on('error', resolve)),
    )
    await new Promise((resolve) => half.write(body.subarray(0, 12 * MiB), resolve))
    return async () => {
      half.destroy()
      await ended
      assert.equal(await keysOf(bucket), [])
      const { parts: stored } = (await done(
        'GET',
        `${uploads}/parts?${new URLSearchParams({ key: 'large', id })}`,
      )) as {
        parts: { number: number }[]
      }
      assert.equal(pluck(stored, 'number'), [2])
      await done('POST', `${uploads}/complete`, { key: 'large', id, parts: [await sendPart(1), second] })
      assert.ok((await read(bucket, 'large'))?.equals(content))
    }
  }

  /** Starts reading a zip. The returned check asserts that it is whole or was cut off, and downloads it again. */
  const startZip = async () => {
    const bucket = await bucketOf()
    const content = randomBytes(16 * MiB)
    for (const key of ['in/a', 'in/b', 'in/c']) await put(bucket, key, content)
    const zip = () =>
      fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, { headers: { cookie: cookie() } })
    const assertWhole = async (read: ArrayBuffer) => {
      const all = new Uint8Array(read)
      const { entries } = await listZip(async (start, end) => all.subarray(start, end), all.length)
      assert.equal(
        entries.map(({ name: key, size }) => [key, size]),
        ['a', 'b', 'c'].map((key) => [key, content.length]),
      )
    }
    const reader = (await zip()).body!.getReader()
    const first = await reader.read()
    return async () => {
      const chunks = [first.value!]
      const readRest = async () => {
        for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
        return new Blob(chunks).arrayBuffer()
      }
      // a zip continues if the storage is back soon enough
      const read = await readRest().catch(() => undefined)
      if (read) await assertWhole(read)
      await assertWhole(await (await zip()).arrayBuffer())
    }
  }

  /** Reads the first results of a search. The returned check resumes the search from its cursor. */
  const startSearch = async (bucket: string, keys: readonly string[]) => {
    const openSearch = (query: Record<string, string>) => {
      const address = `${target().server.url.replace('http', 'ws')}/ws/objects/${bucket}/search?${new URLSearchParams({ text: 'key', ...query })}`
      return new WebSocket(address, { headers: { origin: target().server.url, cookie: cookie() } })
    }
    const first = openSearch({})
    const [data] = (await once(first, 'message')) as [Buffer]
    first.on('error', () => undefined).terminate()
    const { found, cursor } = JSON.parse(String(data)) as FoundMessage
    assert.ok(found.length > 0 && found.length < keys.length && cursor)
    return async () => {
      const all = found.map(({ name: key }) => key)
      const rest = openSearch({ cursor })
      rest.on('message', (more) =>
        all.push(...(JSON.parse(String(more)) as FoundMessage).found.map(({ name: key }) => key)),
      )
      assert.is(((await once(rest, 'close')) as [number])[0], 1000)
      assert.equal(all, keys)
    }
  }

  test('after a kill, multipart uploads keep acknowledged parts and resume, zips are whole or detectably incomplete, and searches miss nothing', async () => {
    const bucket = await bucketOf()
    const keys = Array.from({ length: KEYS }, (_, at) => `key-${String(at).padStart(5, '0')}`)
    const { storage } = target()
    if (storage) await createBucketClient(storage, bucket).unpack(keys)
    else await fill(bucket, keys)
    for (const victim of victims[name]) {
      const checks = [await startUpload(), await startZip(), await startSearch(bucket, keys)]
      await crash(victim)
      for (const check of checks) await check()
    }
  })

  test('a zip does not end as complete without objects that became unreadable or were deleted, and names them', async () => {
    const bucket = await bucketOf()
    const content = randomBytes(4 * MiB)
    const keys = Array.from({ length: 12 }, (_, at) => `in/${String(at).padStart(2, '0')}`)
    for (const key of keys) await put(bucket, key, content)
    const policy = uniqueName('policy')
    const grant = (actions: string[]) =>
      done('POST', '/api/v1/policies', { name: policy, policy: allow(actions, [bucket, `${bucket}/*`]) })
    await grant(['s3:ListBucket', 's3:GetObject'])
    const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
    await done('POST', '/api/v1/users', { ...pair, groups: [], policies: [policy] })
    const session = await sessionOf(pair)
    /**
     * Downloads a zip and calls `interrupt` after its first bytes. Returns the keys missing from the zip; `undefined`
     * if the download was cut off.
     */
    const zipDuring = async (interrupt: () => Promise<unknown>, isAwaited = true) => {
      const response = await fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, {
        headers: { cookie: session },
      })
      assert.is(response.status, 200)
      const reader = response.body!.getReader()
      const chunks = [Buffer.from((await reader.read()).value!)]
      const interruption = interrupt()
      if (isAwaited) await interruption
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read())
          chunks.push(Buffer.from(next.value))
      } catch {
        await interruption
        return undefined
      }
      await interruption
      const zip = Buffer.concat(chunks)
      const { entries } = await listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)
      const included = entries.filter(({ name: key }) => key !== 'NOT INCLUDED.txt')
      assert.ok(included.every(({ size }) => size === content.length))
      const missingKeys = keys.filter((key) => !included.some(({ name: path }) => `in/${path}` === key))
      for (const key of missingKeys) assert.ok(zip.includes(`${key}: `), `${key} is neither in the zip nor named in it`)
      return missingKeys
    }
    const missingKeys = await zipDuring(() => grant(['s3:ListBucket']))
    assert.ok(missingKeys && missingKeys.length > 0)
    await grant(['s3:ListBucket', 's3:GetObject'])
    await zipDuring(async () => {
      await done(
        'POST',
        `/api/v1/buckets/${bucket}/delete-objects`,
        keys.map((path) => ({ path })),
      )
      await done('DELETE', `/api/v1/buckets/${bucket}`)
      // a MinIO server delays deletions of objects until their readers have finished
    }, name === 'embedded')
    const missing = await fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, {
      headers: { cookie: cookie() },
    })
    assert.is(missing.status, 404)
  })
})
