import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { assert, test } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { partSizeOf, sizeOfPart } from '../../../plugins/object-browser/parts.ts'
import { fillDisk, mountDisk, noDisk } from '../../lib/small-disk.ts'
import { bucket, openEngine, put, read, signIn } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { listing } from '../../lib/listing.ts'
import type { EmbeddedEngine } from '../../../engines/embedded/engine.ts'
import type { Backend } from '../../lib/ports.ts'
import { closeAtEnd } from '../../lib/close-at-end.ts'

const MEGABYTE = 1024 * 1024

type OnDisk = { folder: string; engine: EmbeddedEngine; backend: Backend; objects: Backend['object-browser'] }

/** Asserts that a copy fails for lack of space and leaves no temporary file. */
const failsToCopy = async (folder: string, copy: () => Promise<unknown>) => {
  assert.is((await failureOf(copy())).status, 507)
  assert.equal(readdirSync(join(folder, 'temporary')), [], 'the half of a copy is gone')
}

/** Defines a test with an engine whose folder is on a small disk. */
const onDisk = (name: string, megabytes: number, run: (on: OnDisk) => Promise<void>) => {
  const disk = mountDisk(megabytes)
  if (!disk) return test.skip(`${name} [skipped: ${noDisk}]`)
  test(name, async () => {
    closeAtEnd(() => disk.unmount())
    const engine = await openEngine(disk.folder)
    const backend = await signIn(engine)
    await run({ folder: disk.folder, engine, backend, objects: backend['object-browser'] })
  })
}

onDisk(
  'a full disk is reported, keeps its data, and accepts more once there is space',
  24,
  async ({ folder, backend, objects }) => {
    await backend.buckets.add(bucket('full'))
    const content = Buffer.alloc(3 * MEGABYTE, 7)
    let stored = 0
    for (;;) {
      const error = await put(objects, 'full', `file-${stored}`, content).then(
        () => undefined,
        (reason: unknown) => reason as Failure,
      )
      if (error) {
        assert.instance(error, Failure)
        assert.is(error.status, 507)
        assert.match(error.message, /disk .* is full/)
        break
      }
      stored += 1
    }
    assert.ok(stored >= 2)
    assert.equal(readdirSync(join(folder, 'temporary')), [], 'the half of a file is gone')
    const { objects: items } = await objects.list('full', listing())
    assert.is(items.length, stored)
    for (const { name } of items) assert.ok((await read(objects, 'full', name)).equals(content))

    await objects.remove('full', 'file-0')
    await put(objects, 'full', 'again', content)
  },
)

onDisk(
  'a multipart upload interrupted by a full disk keeps its parts, and continues once there is space',
  64,
  async ({ folder, backend, objects }) => {
    await backend.buckets.add(bucket('full'))
    const size = partSizeOf(0) + 2 * MEGABYTE
    const content = Buffer.alloc(size, 7)
    const { id } = await objects.beginUpload('full', 'large', { size, type: '' })
    const send = async (number: number) => {
      const start = (number - 1) * partSizeOf(size)
      const part = content.subarray(start, start + sizeOfPart(size, number))
      const sum = Buffer.alloc(4)
      sum.writeUInt32BE(crc32(part))
      const crc = sum.toString('base64')
      const body = Readable.from(
        Array.from({ length: part.length / 65536 }, (_, at) => part.subarray(at * 65536, (at + 1) * 65536)),
      )
      const signal = new AbortController().signal
      return {
        ...(await objects.putPart('full', 'large', id, { number, crc32: crc, size: part.length, body, signal })),
        crc32: crc,
      }
    }
    const first = await send(1)
    const ballast = fillDisk(folder)
    rmSync(ballast.pop() ?? '')
    assert.is((await failureOf(send(2))).status, 507)
    assert.equal(pluck(await objects.listParts('full', 'large', id), 'number'), [1])
    for (const file of ballast) rmSync(file)
    await objects.completeUpload('full', 'large', id, [first, await send(2)])
    assert.ok((await read(objects, 'full', 'large')).equals(content))
  },
)

onDisk(
  'a move that fails on a full disk leaves the object in place, and succeeds once there is space',
  24,
  async ({ folder, backend, objects }) => {
    for (const name of ['plain', 'sealed']) await backend.buckets.add(bucket(name))
    // in an encrypted bucket the content has to be rewritten
    await backend.buckets.setEncryption('sealed', { algorithm: 'AES256', kmsMasterKeyID: '' })
    const content = Buffer.alloc(3 * MEGABYTE, 7)
    await put(objects, 'plain', 'a', content)
    const ballast = fillDisk(folder)
    const move = () =>
      objects.move({
        from: { bucket: 'plain', key: 'a', version: undefined },
        to: { bucket: 'sealed', key: 'b' },
        existing: 'keep',
      })
    await failsToCopy(folder, move)
    assert.ok((await read(objects, 'plain', 'a')).equals(content))
    assert.equal((await objects.list('sealed', listing())).objects, [])
    for (const file of ballast) rmSync(file)
    await move()
    assert.ok((await read(objects, 'sealed', 'b')).equals(content))
    assert.equal((await objects.list('plain', listing())).objects, [])
  },
)

onDisk(
  'a restore that fails on a full disk changes nothing, and succeeds once there is space',
  24,
  async ({ folder, backend, objects }) => {
    await backend.buckets.add(bucket('past', { versioning: true }))
    const [before, now] = [1, 2].map((byte) => Buffer.alloc(3 * MEGABYTE, byte)) as [Buffer, Buffer]
    for (const content of [before, now]) await put(objects, 'past', 'a', content)
    // content that is not encrypted has to be rewritten
    await backend.buckets.setEncryption('past', { algorithm: 'AES256', kmsMasterKeyID: '' })
    const versions = async () =>
      (await objects.list('past', listing({ versions: true }))).objects.map(({ version_id }) => version_id)
    const then = (await versions())[1]
    const ballast = fillDisk(folder)
    const restore = () =>
      objects.copy({
        from: { bucket: 'past', key: 'a', version: then },
        to: { bucket: 'past', key: 'a' },
        existing: 'replace',
      })
    await failsToCopy(folder, restore)
    assert.ok((await read(objects, 'past', 'a')).equals(now))
    assert.is((await versions()).length, 2)
    for (const file of ballast) rmSync(file)
    await restore()
    assert.ok((await read(objects, 'past', 'a')).equals(before))
    assert.is((await versions()).length, 3)
  },
)

onDisk(
  'without space for the index every change is refused, and no acknowledged one is lost',
  12,
  async ({ folder, engine, backend }) => {
    const ballast = fillDisk(folder)
    rmSync(ballast.pop() ?? '')
    const createdGroups: string[] = []
    let refused: Failure | undefined
    for (let group = 0; group < 20_000 && !refused; group += 1) {
      const name = `group-${group}-${'x'.repeat(100)}`
      await backend.identity.addGroup(name, []).then(
        () => createdGroups.push(name),
        (error: Failure) => (refused = error),
      )
    }
    assert.is(refused?.status, 507)
    assert.equal((await backend.identity.groups()).sort(), createdGroups.sort())

    for (const file of ballast) rmSync(file)
    await backend.identity.addGroup('room-again', [])
    await engine.close()
    const next = await openEngine(folder)
    assert.equal(await (await signIn(next)).identity.groups(), [...createdGroups, 'room-again'].sort())
  },
)

onDisk(
  'on a disk filled by other programs users can sign in and delete until there is space',
  24,
  async ({ folder, engine, backend: before }) => {
    await before.buckets.add(bucket('full', { versioning: true }))
    const keys = Array.from({ length: 40 }, (_, index) => `file-${index}-${'x'.repeat(500)}`)
    for (const key of keys) await put(before['object-browser'], 'full', key, Buffer.alloc(MEGABYTE / 8, 7))
    await engine.close()

    const next = await openEngine(folder)
    while (!existsSync(join(folder, '.reserve'))) await new Promise((resolve) => setTimeout(resolve, 5))
    fillDisk(folder)
    // the last block of other files and free pages of the index are used up as well
    let refused: Failure | undefined
    const first = await signIn(next)
    for (let group = 0; group < 20_000 && !refused; group += 1) {
      await first.identity
        .addGroup(`group-${group}-${'x'.repeat(100)}`, [])
        .catch((error: Failure) => (refused = error))
    }
    assert.is(refused?.status, 507)

    const { 'object-browser': objects } = await signIn(next)
    const { objects: items } = await objects.list('full', listing({ versions: true }))
    for (const { name, version_id } of items) await objects.remove('full', name, version_id)
    assert.equal((await objects.list('full', listing({ versions: true }))).objects, [])
    await put(objects, 'full', 'again', Buffer.alloc(MEGABYTE, 7))
  },
)

onDisk('a storage on a full disk starts', 24, async ({ folder, engine }) => {
  while (!existsSync(join(folder, '.reserve'))) await new Promise((resolve) => setTimeout(resolve, 5))
  fillDisk(folder)
  await engine.close()
  const next = await openEngine(folder)
  await signIn(next)
})
