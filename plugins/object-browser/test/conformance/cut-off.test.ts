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
import { assertBreaksOff } from '../../../../test/lib/assert-breaks-off.ts'

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

onEveryTarget('what breaks off', (test, name) => {
  const { target, cookie, sessionOf, crash, done, bucketOf, put, keysOf, read, fill } = useTarget(test, name)

  /**
   * Sends one part whole and another one by half; what comes back looks, after a crash, at what is kept, and goes on.
   */
  const uploading = async () => {
    const bucket = await bucketOf()
    const content = randomBytes(partSizeOf(0) + 1000)
    const parts = [content.subarray(0, partSizeOf(0)), content.subarray(partSizeOf(0))]
    const uploads = `/api/v1/buckets/${bucket}/uploads`
    const { id } = (await done('POST', uploads, { key: 'large', size: content.length })) as { id: string }
    const begin = (number: number) => {
      const { type, body } = form(parts[number - 1]!)
      const query = new URLSearchParams({ key: 'large', id, number: String(number), crc32: sumOf(parts[number - 1]!) })
      return {
        address: `${target().server.url}${uploads}/parts?${query}`,
        headers: { cookie: cookie(), origin: target().server.url, 'content-type': type },
        body,
      }
    }
    const sendPart = async (number: number) => {
      const { address, headers, body } = begin(number)
      const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) })
      assert.is(answer.status, 200)
      return { ...((await answer.json()) as { etag: string }), crc32: sumOf(parts[number - 1]!) }
    }
    const second = await sendPart(2)
    const { address, headers, body } = begin(1)
    const half = request(address, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
    const over = new Promise((resolve) =>
      half.on('error', resolve).on('response', (answer) => answer.resume().on('close', resolve).on('error', resolve)),
    )
    await new Promise((resolve) => half.write(body.subarray(0, 12 * MiB), resolve))
    return async () => {
      half.destroy()
      await over
      assert.equal(await keysOf(bucket), [])
      const { parts: kept } = (await done('GET', `${uploads}/parts?${new URLSearchParams({ key: 'large', id })}`)) as {
        parts: { number: number }[]
      }
      assert.equal(pluck(kept, 'number'), [2])
      await done('POST', `${uploads}/complete`, { key: 'large', id, parts: [await sendPart(1), second] })
      assert.ok((await read(bucket, 'large'))?.equals(content))
    }
  }

  /** Begins to read a zip; what comes back looks whether it broke off, and takes it again. */
  const zipping = async () => {
    const bucket = await bucketOf()
    const content = randomBytes(16 * MiB)
    for (const key of ['in/a', 'in/b', 'in/c']) await put(bucket, key, content)
    const zip = () =>
      fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, { headers: { cookie: cookie() } })
    const reader = (await zip()).body!.getReader()
    await reader.read()
    return async () => {
      await assertBreaksOff(reader)
      const again = Buffer.from(await (await zip()).arrayBuffer())
      const { entries } = await listZip(async (start, end) => new Uint8Array(again.subarray(start, end)), again.length)
      assert.equal(
        entries.map(({ name: key, size }) => [key, size]),
        ['a', 'b', 'c'].map((key) => [key, content.length]),
      )
    }
  }

  /** Hears the first hits of a search; what comes back goes on from there. */
  const searching = async (bucket: string, keys: readonly string[]) => {
    const follow = (query: Record<string, string>) => {
      const address = `${target().server.url.replace('http', 'ws')}/ws/objects/${bucket}/search?${new URLSearchParams({ text: 'key', ...query })}`
      return new WebSocket(address, { headers: { origin: target().server.url, cookie: cookie() } })
    }
    const first = follow({})
    const [data] = (await once(first, 'message')) as [Buffer]
    first.on('error', () => undefined).terminate()
    const { found, cursor } = JSON.parse(String(data)) as FoundMessage
    assert.ok(found.length > 0 && found.length < keys.length && cursor)
    return async () => {
      const all = found.map(({ name: key }) => key)
      const rest = follow({ cursor })
      rest.on('message', (more) =>
        all.push(...(JSON.parse(String(more)) as FoundMessage).found.map(({ name: key }) => key)),
      )
      assert.is(((await once(rest, 'close')) as [number])[0], 1000)
      assert.equal(all, keys)
    }
  }

  test('after a kill, multipart uploads keep acknowledged parts and resume, zips are detectably incomplete, and searches miss nothing', async () => {
    const bucket = await bucketOf()
    const keys = Array.from({ length: KEYS }, (_, at) => `key-${String(at).padStart(5, '0')}`)
    const { storage } = target()
    if (storage) await createBucketClient(storage, bucket).unpack(keys)
    else await fill(bucket, keys)
    for (const victim of victims[name]) {
      const checks = [await uploading(), await zipping(), await searching(bucket, keys)]
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
    /** Entries of a zip during which an interruption happened; undefined if the download broke off. */
    const zipWhile = async (interrupt: () => Promise<unknown>, waits = true) => {
      const answer = await fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, {
        headers: { cookie: session },
      })
      assert.is(answer.status, 200)
      const reader = answer.body!.getReader()
      const chunks = [Buffer.from((await reader.read()).value!)]
      const happened = interrupt()
      if (waits) await happened
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read())
          chunks.push(Buffer.from(next.value))
      } catch {
        await happened
        return undefined
      }
      await happened
      const zip = Buffer.concat(chunks)
      const { entries } = await listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)
      const held = entries.filter(({ name: key }) => key !== 'NOT INCLUDED.txt')
      assert.ok(held.every(({ size }) => size === content.length))
      const left = keys.filter((key) => !held.some(({ name: path }) => `in/${path}` === key))
      for (const key of left) assert.ok(zip.includes(`${key}: `), `${key} is neither in the zip nor named in it`)
      return left
    }
    const left = await zipWhile(() => grant(['s3:ListBucket']))
    assert.ok(left && left.length > 0)
    await grant(['s3:ListBucket', 's3:GetObject'])
    await zipWhile(async () => {
      await done(
        'POST',
        `/api/v1/buckets/${bucket}/delete-objects`,
        keys.map((path) => ({ path })),
      )
      await done('DELETE', `/api/v1/buckets/${bucket}`)
      // a MinIO server keeps what is being read from being removed until it has been
    }, name === 'embedded')
    const gone = await fetch(`${target().server.url}/api/v1/buckets/${bucket}/objects/zip?prefix=in/`, {
      headers: { cookie: cookie() },
    })
    assert.is(gone.status, 404)
  })
})
