import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { Failure } from '../../../../core/protocol/failure.ts'
import type { ObjectsBackend } from '../../backend.ts'
import type { NewBucket } from '../../../buckets/contract.ts'
import { countParts, partSizeOf, sizeOfPart } from '../../parts.ts'
import { hostileKeys } from '../keys.ts'
import {
  addUser,
  allow,
  onEveryStorage,
  type EngineUnderTest,
  expectFailure,
  uniqueName,
} from '../../../../test/conformance/engines.ts'
import { listing } from '../../../../test/lib/listing.ts'
import { put, read } from './object-calls.ts'

const MiB = 1024 * 1024

/** Content of two parts, of which the second is shorter. */
const content = randomBytes(partSizeOf(0) + 70_001)

const sumOf = (data: Buffer) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(data))
  return bytes.toString('base64')
}

const partOf = (data: Buffer, number: number) => {
  const start = (number - 1) * partSizeOf(data.length)
  return data.subarray(start, start + sizeOfPart(data.length, number))
}

const make = async (peer: EngineUnderTest, more: Partial<NewBucket> = {}) => {
  const name = uniqueName('uploads')
  const backend = await peer.as()
  await backend.buckets.add({ name, versioning: false, locking: false, ...more })
  return { name, backend, objects: backend['object-browser'] }
}

const signal = new AbortController().signal

/** Uploads one part. Returns the ETag and checksum that completing the upload requires. */
const send = async (
  objects: ObjectsBackend,
  bucket: string,
  key: string,
  id: string,
  number: number,
  data = content,
) => {
  const part = partOf(data, number)
  const body = Readable.from(
    Array.from({ length: Math.ceil(part.length / MiB) }, (_, at) => part.subarray(at * MiB, (at + 1) * MiB)),
  )
  const crc = sumOf(part)
  const { etag } = await objects.putPart(bucket, key, id, { number, crc32: crc, size: part.length, body, signal })
  return { etag, crc32: crc }
}

const begin = (objects: ObjectsBackend, bucket: string, key: string, size = content.length) =>
  objects.beginUpload(bucket, key, { size, type: 'application/x-data' })

const missing = async (objects: ObjectsBackend, bucket: string, key: string) =>
  expectFailure(404, objects.info(bucket, key))

onEveryStorage('multipart uploads', (test, peer) => {
  test('parts in any order are completed to one object, byte for byte and with its type', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'a folder/ü.bin')
    assert.is(countParts(content.length), 2)
    const second = await send(objects, name, 'a folder/ü.bin', id, 2)
    const first = await send(objects, name, 'a folder/ü.bin', id, 1)
    await missing(objects, name, 'a folder/ü.bin')
    await objects.completeUpload(name, 'a folder/ü.bin', id, [first, second])
    const object = await objects.get(name, 'a folder/ü.bin', {})
    assert.is(object.type, 'application/x-data')
    assert.ok((await buffer(object.body)).equals(content))
    const start = partSizeOf(0) - 10
    const part = await objects.get(name, 'a folder/ü.bin', { range: { start, end: start + 19 } })
    assert.ok((await buffer(part.body)).equals(content.subarray(start, start + 20)))
    await expectFailure(404, objects.listParts(name, 'a folder/ü.bin', id))
  })

  test('a multipart upload with any valid key is listed, aborted and completed under exactly that key', async () => {
    const { name, objects } = await make(peer())
    const storedKeys: string[] = []
    for (const key of hostileKeys) {
      const data = Buffer.from(`content of ${key}`)
      const upload = await begin(objects, name, key, data.length).catch((error: Failure) => error)
      if (upload instanceof Failure) {
        assert.is(upload.status, 400, key)
        continue
      }
      const { id: other } = await begin(objects, name, key, data.length)
      const listed = async () =>
        (await objects.listUploads(name, key)).uploads
          .filter((upload) => upload.key === key)
          .map(({ id }) => id)
          .sort()
      assert.equal(await listed(), [upload.id, other].sort(), key)
      await objects.abortUpload(name, key, other)
      await objects.completeUpload(name, key, upload.id, [await send(objects, name, key, upload.id, 1, data)])
      assert.equal(await listed(), [], key)
      storedKeys.push(key)
    }
    assert.ok(storedKeys.length > 10)
    for (const key of storedKeys)
      assert.is(String(await buffer((await objects.get(name, key, {})).body)), `content of ${key}`)
    const { objects: found } = await objects.list(name, listing())
    assert.equal(found.map((item) => item.name).sort(), storedKeys.sort())
  })

  test('stored parts are listed with their checksums, so that only missing ones are sent', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'half')
    const first = await send(objects, name, 'half', id, 1)
    const parts = await objects.listParts(name, 'half', id)
    assert.equal(
      parts.map(({ number, size, crc32 }) => [number, size, crc32]),
      [[1, partSizeOf(0), first.crc32]],
    )
    const known = parts.map(({ etag, crc32 = '' }) => ({ etag, crc32 }))
    await objects.completeUpload(name, 'half', id, [...known, await send(objects, name, 'half', id, 2)])
    assert.is((await objects.info(name, 'half')).size, content.length)
  })

  test('concurrent senders of one part with different contents leave one complete part that is listed with its checksum', async () => {
    const { name, objects, backend } = await make(peer())
    const encrypted = uniqueName('uploads')
    await backend.buckets.add({ name: encrypted, versioning: false, locking: false })
    await backend.buckets.setEncryption(encrypted, { algorithm: 'AES256', kmsMasterKeyID: '' })
    const versions = [content, ...Array.from({ length: 3 }, () => randomBytes(content.length))]
    for (const [bucket, key] of [name, name, name, encrypted].map(
      (bucket, turn) => [bucket, `raced-${turn}`] as const,
    )) {
      const { id } = await begin(objects, bucket, key)
      await Promise.all(versions.map((data) => send(objects, bucket, key, id, 1, data)))
      await send(objects, bucket, key, id, 2)
      const listed = await objects.listParts(bucket, key, id)
      await objects.completeUpload(
        bucket,
        key,
        id,
        listed.map(({ etag, crc32 = '' }) => ({ etag, crc32 })),
      )
      const stored = await buffer((await objects.get(bucket, key, {})).body)
      assert.is(sumOf(partOf(stored, 1)), listed[0]?.crc32)
      assert.ok(versions.some((data) => partOf(stored, 1).equals(partOf(data, 1))))
      assert.ok(partOf(stored, 2).equals(partOf(content, 2)))
    }
  })

  test('an upload started with small parts continues with that part size', async () => {
    const { name, objects } = await make(peer())
    const [size, partSize] = [12 * MiB + 5, 5 * MiB]
    const { id } = await objects.beginUpload(name, 'small-parts', { size, partSize, type: '' })
    const sent = []
    for (let number = 1; number <= countParts(size, partSize); number += 1) {
      const start = (number - 1) * partSize
      const part = content.subarray(start, start + sizeOfPart(size, number, partSize))
      const crc = sumOf(part)
      const body = Readable.from([part])
      const { etag } = await objects.putPart(name, 'small-parts', id, {
        number,
        crc32: crc,
        size: part.length,
        body,
        signal,
      })
      sent.push({ etag, crc32: crc })
    }
    await objects.completeUpload(name, 'small-parts', id, sent)
    assert.is(sent.length, 3)
    assert.ok((await buffer((await objects.get(name, 'small-parts', {})).body)).equals(content.subarray(0, size)))
  })

  test('a part that arrives damaged is refused, and the earlier one stays', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'damaged')
    const part = partOf(content, 2)
    const body = () => Readable.from([Buffer.concat([part.subarray(0, -1), Buffer.of(part.at(-1)! ^ 1)])])
    await expectFailure(
      400,
      objects.putPart(name, 'damaged', id, { number: 2, crc32: sumOf(part), size: part.length, body: body(), signal }),
    )
    assert.equal(await objects.listParts(name, 'damaged', id), [])
  })

  test('missing or mismatching parts do not complete an object', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'lacking')
    const first = await send(objects, name, 'lacking', id, 1)
    await expectFailure(409, objects.completeUpload(name, 'lacking', id, [first, first]))
    const second = await send(objects, name, 'lacking', id, 2)
    await expectFailure(
      409,
      objects.completeUpload(name, 'lacking', id, [first, { ...second, etag: first.etag, crc32: first.crc32 }]),
    )
    await missing(objects, name, 'lacking')
    await objects.completeUpload(name, 'lacking', id, [first, second])
  })

  test('an aborted upload leaves nothing and cannot be resumed', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'given-up')
    await send(objects, name, 'given-up', id, 2)
    await objects.abortUpload(name, 'given-up', id)
    await expectFailure(404, objects.listParts(name, 'given-up', id))
    await expectFailure(404, send(objects, name, 'given-up', id, 1))
    await expectFailure(404, objects.completeUpload(name, 'given-up', id, [{ etag: 'none', crc32: 'AAAAAA==' }]))
    assert.equal((await objects.listUploads(name, 'given-up')).uploads, [])
  })

  test('incomplete uploads are listed, below a folder too', async () => {
    const { name, objects } = await make(peer())
    const { id } = await begin(objects, name, 'listed/one')
    const { uploads, partial } = await objects.listUploads(name, 'listed/one')
    assert.equal([uploads.map((upload) => [upload.id, upload.key]), partial], [[[id, 'listed/one']], false])
    assert.equal(pluck((await objects.listUploads(name, 'listed/')).uploads, 'id'), [id])
    assert.equal((await objects.listUploads(name, 'other/')).uploads, [])
    assert.ok(Math.abs(Date.parse(uploads[0]?.started ?? '') - Date.now()) < 60_000)
    assert.equal((await objects.list(name, listing())).objects, [])
  })

  test('in a versioned bucket the earlier version stays, and in a locked one the new version is retained', async () => {
    const { name, objects } = await make(peer(), {
      versioning: true,
      locking: true,
      retention: { mode: 'governance', unit: 'days', validity: 3 },
    })
    await objects.put(name, 'kept', { size: 3, type: '', body: Readable.from([Buffer.from('old')]), signal })
    const { id } = await begin(objects, name, 'kept')
    await objects.completeUpload(name, 'kept', id, [
      await send(objects, name, 'kept', id, 1),
      await send(objects, name, 'kept', id, 2),
    ])
    const { objects: versions } = await objects.list(name, listing({ prefix: 'kept', versions: true }))
    assert.equal(pluck(versions, 'size'), [content.length, 3])
    assert.is((await objects.info(name, 'kept')).retention_mode, 'GOVERNANCE')
  })

  test('a write-only user can upload parts but not list them', async () => {
    const { name, backend, objects } = await make(peer())
    const user = await addUser(backend, [allow(['s3:PutObject'], [`${name}/*`])])
    const ownBackend = (await peer().as(user))['object-browser']
    const { id } = await begin(ownBackend, name, 'written')
    await expectFailure(403, ownBackend.listParts(name, 'written', id))
    await expectFailure(403, ownBackend.abortUpload(name, 'written', id))
    await ownBackend.completeUpload(name, 'written', id, [
      await send(ownBackend, name, 'written', id, 1),
      await send(ownBackend, name, 'written', id, 2),
    ])
    assert.is((await objects.info(name, 'written')).size, content.length)
  })

  test('after a right is revoked the stored parts stay hidden, and the upload resumes once it is back', async () => {
    const { name, backend, objects } = await make(peer())
    const policy = uniqueName('policy')
    const grant = (actions: string[]) => backend.policies.set(policy, allow(actions, [`${name}/*`]))
    await grant(['s3:PutObject'])
    const ownBackend = (await peer().as(await addUser(backend, [policy])))['object-browser']
    const { id } = await begin(ownBackend, name, 'halted')
    const first = await send(ownBackend, name, 'halted', id, 1)
    await grant(['s3:GetObject'])
    await expectFailure(403, send(ownBackend, name, 'halted', id, 2))
    await expectFailure(403, ownBackend.completeUpload(name, 'halted', id, [first]))
    await missing(objects, name, 'halted')
    await grant(['s3:PutObject'])
    await ownBackend.completeUpload(name, 'halted', id, [first, await send(ownBackend, name, 'halted', id, 2)])
    assert.is((await objects.info(name, 'halted')).size, content.length)
  })

  test('an empty bucket is deleted with its incomplete uploads on request, and one with objects keeps both', async () => {
    const { name, backend, objects } = await make(peer())
    await begin(objects, name, 'b & c.bin')
    await put(objects, name, 'a.txt')
    await expectFailure(409, backend.buckets.remove(name, 'abort'), /not empty/i)
    assert.is((await objects.listUploads(name, '')).uploads.length, 1)
    await objects.remove(name, 'a.txt')
    await backend.buckets.remove(name, 'abort')
    await expectFailure(404, backend.buckets.versioning(name))
  })

  test('no object is created in a bucket that was deleted during the upload', async () => {
    const { name, backend, objects } = await make(peer())
    const { id } = await begin(objects, name, 'lost')
    const sent = [await send(objects, name, 'lost', id, 1), await send(objects, name, 'lost', id, 2)]
    await backend.buckets.remove(name)
    await expectFailure(404, objects.completeUpload(name, 'lost', id, sent))
    await backend.buckets.add({ name, versioning: false, locking: false })
    await missing(objects, name, 'lost')
  })

  test('a conditional upload does not replace an existing object', async () => {
    const { name, objects } = await make(peer())
    const small = (text: string) => {
      const body = Readable.from([Buffer.from(text)])
      return { size: text.length, type: 'text/plain', existing: 'keep' as const, body, signal }
    }
    await objects.put(name, 'small', small('first'))
    await expectFailure(409, objects.put(name, 'small', small('second')), /"small" already exists/)
    assert.is((await read(objects, name, 'small')).data.toString(), 'first')
    const { id } = await begin(objects, name, 'large')
    const parts = [await send(objects, name, 'large', id, 1), await send(objects, name, 'large', id, 2)]
    await put(objects, name, 'large', 'other')
    const complete = () => objects.completeUpload(name, 'large', id, parts, 'keep')
    await expectFailure(409, complete(), /"large" already exists/)
    assert.is((await read(objects, name, 'large')).data.toString(), 'other')
    await objects.remove(name, 'large')
    await complete()
    assert.ok((await read(objects, name, 'large')).data.equals(content))
  })
})
