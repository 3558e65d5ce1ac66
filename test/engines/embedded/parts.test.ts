import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import { countParts, type CompletedPart, partSizeOf, sizeOfPart } from '../../../plugins/object-browser/parts.ts'
import { until } from '../../lib/until.ts'
import { bucket, openEngine, read, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'

const ROUNDS = 3

/** Size of two parts, of which the second is short. */
const SIZE = partSizeOf(0) + 1000

const signal = new AbortController().signal

const contentOf = (key: string) => Buffer.alloc(SIZE, createHash('sha256').update(key).digest())

const sumOf = (data: Buffer) => Buffer.from(crc32(data).toString(16).padStart(8, '0'), 'hex').toString('base64')

const send = async (objects: ObjectsBackend, key: string, id: string, number: number): Promise<CompletedPart> => {
  const start = (number - 1) * partSizeOf(SIZE)
  const part = contentOf(key).subarray(start, start + sizeOfPart(SIZE, number))
  const body = Readable.from(
    Array.from({ length: Math.ceil(part.length / 65536) }, (_, at) => part.subarray(at * 65536, (at + 1) * 65536)),
  )
  const sum = sumOf(part)
  const { etag } = await objects.putPart('parts', key, id, { number, crc32: sum, size: part.length, body, signal })
  return { etag, crc32: sum }
}

const begin = (objects: ObjectsBackend, key: string) =>
  objects.beginUpload('parts', key, { size: SIZE, type: 'text/plain' })

/** Begins the upload of an object to an encrypted bucket. */
const beginEncrypted = async () => {
  const folder = temporaryFolder()
  const backend = await signIn(await openEngine(folder))
  await backend.buckets.add(bucket('parts'))
  await backend.buckets.setEncryption('parts', { algorithm: 'AES256', kmsMasterKeyID: '' })
  const objects = backend['object-browser']
  return { folder, objects, ...(await begin(objects, 'sealed')) }
}

/** Messages of the process that is killed: a part was acknowledged, or with `number` 0 the whole object. */
type Message = { key: string; id: string; number: number }

/**
 * The process that is killed: uploads objects in parts one after the other, and reports each part once it is
 * acknowledged.
 */
const sendForever = async (folder: string, round: number) => {
  const objects = (await signIn(await openEngine(folder)))['object-browser']
  const report = (message: Message) => void process.send?.(message)
  for (let turn = 0; ; turn += 1) {
    const key = `round-${round}/${turn}`
    const { id } = await begin(objects, key)
    const parts: CompletedPart[] = []
    for (let number = 1; number <= countParts(SIZE); number += 1) {
      parts.push(await send(objects, key, id, number))
      report({ key, id, number })
    }
    await objects.completeUpload('parts', key, id, parts)
    report({ key, id, number: 0 })
  }
}

const main = () => {
  test('of completing and aborting an upload at the same time, only one succeeds', async () => {
    const backend = await signIn(await openEngine(temporaryFolder()))
    await backend.buckets.add(bucket('parts'))
    const objects = backend['object-browser']
    const content = Buffer.from('short')
    for (let turn = 0; turn < 60; turn++) {
      const key = `${turn}`
      const { id } = await objects.beginUpload('parts', key, { size: content.length, type: 'text/plain' })
      const part = { number: 1, crc32: sumOf(content), size: content.length, body: Readable.from([content]), signal }
      const { etag } = await objects.putPart('parts', key, id, part)
      const outcomes = await Promise.allSettled([
        objects.completeUpload('parts', key, id, [{ etag, crc32: part.crc32 }]),
        objects.abortUpload('parts', key, id),
      ])
      const exists = await read(objects, 'parts', key).then(
        () => true,
        () => false,
      )
      assert.equal(
        outcomes.map(({ status }) => status === 'fulfilled'),
        [exists, !exists],
        key,
      )
    }
  })

  test('after kills during multipart uploads every acknowledged part exists, and the uploads can continue', async () => {
    const folder = temporaryFolder()
    const first = await openEngine(folder)
    await (await signIn(first)).buckets.add(bucket('parts'))
    await first.close()

    const acknowledged: Message[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const child = fork(fileURLToPath(import.meta.url), {
        env: { ...process.env, WRITER_FOLDER: folder, WRITER_ROUND: String(round) },
      })
      let reported = 0
      const enough = new Promise<void>((resolve) => {
        child.on('message', (message: Message) => {
          acknowledged.push(message)
          // each round ends at a different point of an upload
          if (++reported === 3 + round) resolve()
        })
      })
      await enough
      child.kill('SIGKILL')
      await once(child, 'close')
    }

    const engine = await openEngine(folder)
    const objects = (await signIn(engine))['object-browser']
    const complete = new Set(acknowledged.filter(({ number }) => number === 0).map(({ key }) => key))
    assert.ok(complete.size >= ROUNDS)
    const { uploads } = await objects.listUploads('parts', '')
    for (const { key, id, number } of acknowledged) {
      if (complete.has(key) || !uploads.some((upload) => upload.id === id)) continue
      assert.ok(
        (await objects.listParts('parts', key, id)).some((part) => part.number === number),
        `part ${number} of ${key} is lost`,
      )
    }
    for (const { key, id } of uploads) {
      const stored = await objects.listParts('parts', key, id)
      const parts: CompletedPart[] = []
      for (let number = 1; number <= countParts(SIZE); number += 1) {
        const known = stored.find((part) => part.number === number)
        parts.push(known ? { etag: known.etag, crc32: known.crc32 ?? '' } : await send(objects, key, id, number))
      }
      await objects.completeUpload('parts', key, id, parts)
      complete.add(key)
    }
    // an object whose acknowledgement was no longer reported may be complete too
    for (const { key } of acknowledged) complete.add(key)
    for (const key of complete)
      assert.ok((await read(objects, 'parts', key)).equals(contentOf(key)), `${key} is not whole`)
    await until(() => readdirSync(join(folder, 'parts')).length === 0)
    await engine.close()
  })

  test('an abandoned upload is aborted after a week, and orphaned parts are deleted', async () => {
    const folder = temporaryFolder()
    let now = Date.now()
    const open = () => openEngine(folder, undefined, { clock: () => now })
    const engine = await open()
    const backend = await signIn(engine)
    await backend.buckets.add(bucket('parts'))
    const { id } = await begin(backend['object-browser'], 'left')
    await send(backend['object-browser'], 'left', id, 2)
    await engine.close()
    mkdirSync(join(folder, 'parts'), { recursive: true })
    writeFileSync(join(folder, 'parts', 'f'.repeat(32)), 'nobody knows')

    now += 6 * 24 * 60 * 60 * 1000
    const second = await open()
    await signIn(second)
    await until(() => readdirSync(join(folder, 'parts')).join() === id)
    await second.close()

    now += 2 * 24 * 60 * 60 * 1000
    const third = await open()
    const { 'object-browser': objects } = await signIn(third)
    await until(() => readdirSync(join(folder, 'parts')).length === 0)
    assert.is((await failureOf(objects.listParts('parts', 'left', id))).status, 404)
    assert.equal((await objects.listUploads('parts', '')).uploads, [])
    await third.close()
  })

  test('parts in an encrypted bucket are stored encrypted, and read back unchanged', async () => {
    const { folder, objects, id } = await beginEncrypted()
    const parts = [await send(objects, 'sealed', id, 1), await send(objects, 'sealed', id, 2)]
    await objects.completeUpload('parts', 'sealed', id, parts)
    const piece = contentOf('sealed').subarray(0, 64)
    const blobs = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    assert.is(blobs.length, 1)
    assert.not.ok(readFileSync(join(blobs[0]!.parentPath, blobs[0]!.name)).includes(piece))
    assert.ok((await read(objects, 'parts', 'sealed')).equals(contentOf('sealed')))
    const offset = partSizeOf(0) - 5
    const range = { start: offset, end: offset + 99 }
    const { body } = await objects.get('parts', 'sealed', { range })
    assert.ok((await buffer(body)).equals(contentOf('sealed').subarray(offset, offset + 100)))
  })

  test('a part uploaded twice to an encrypted bucket is encrypted with different key streams', async () => {
    const { folder, objects, id } = await beginEncrypted()
    const onDisk = () => readFileSync(join(folder, 'parts', id)).subarray(0, 64)
    await send(objects, 'sealed', id, 1)
    const first = onDisk()
    await send(objects, 'sealed', id, 1)
    assert.not.ok(onDisk().equals(first))
  })
}

const { WRITER_FOLDER: folder, WRITER_ROUND: round } = process.env
if (folder) void sendForever(folder, Number(round))
else main()
