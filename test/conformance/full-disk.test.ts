import { rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import type { Failure } from '../../core/protocol/failure.ts'
import { openMinioEngine } from '../lib/minio-engine.ts'
import { partSizeOf } from '../../plugins/object-browser/parts.ts'
import { hasOwnMinio, noOwnMinio, startMinio } from '../lib/minio.ts'
import { actAs } from '../lib/ports.ts'
import { fillDisk, mountDisk, noDisk } from '../lib/small-disk.ts'
import { until } from '../lib/until.ts'
import { expectFailure } from './engines.ts'
import { listing } from '../lib/listing.ts'
import { closeAtEnd } from '../lib/close-at-end.ts'

const MiB = 1024 * 1024

const { signal } = new AbortController()

const bodyOf = (content: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / MiB) }, (_, at) => content.subarray(at * MiB, (at + 1) * MiB)),
  )

/**
 * A console on a MinIO server whose only drive is a small disk; full disks of the embedded engine have separate tests.
 */
const onSmallDisk = async (folder: string) => {
  const minio = (await startMinio({ drives: 1, on: { folder } }))!
  const engine = openMinioEngine(minio.url)
  return actAs(engine, await engine.login(minio.root))
}

const name =
  'a MinIO server with a full disk refuses uploads, parts, moves and restores with the reason, keeps its data, and recovers once there is space'

const disk = hasOwnMinio() ? mountDisk(160) : undefined
if (!disk) test.skip(`${name} [skipped: ${hasOwnMinio() ? noDisk : noOwnMinio}]`)
else
  test(name, async () => {
    closeAtEnd(() => disk.unmount())
    const { buckets, 'object-browser': objects } = await onSmallDisk(disk.folder)
    for (const bucket of ['full', 'other']) await buckets.add({ name: bucket, versioning: false, locking: false })
    const content = Buffer.alloc(3 * MiB, 7)
    const put = (key: string) =>
      objects.put('full', key, { size: content.length, type: '', body: bodyOf(content), signal })
    const keys = async (bucket: string) => (await objects.list(bucket, listing())).objects.map(({ name: key }) => key)
    const read = async (bucket: string, key: string) => buffer((await objects.get(bucket, key, {})).body)
    const move = () =>
      objects.move({
        from: { bucket: 'full', key: 'kept', version: undefined },
        to: { bucket: 'other', key: 'moved' },
        existing: 'keep',
      })
    await put('kept')
    await buckets.add({ name: 'past', versioning: true, locking: false })
    for (const byte of [1, 2])
      await objects.put('past', 'object', { size: MiB, type: '', body: bodyOf(Buffer.alloc(MiB, byte)), signal })
    const versions = async () =>
      (await objects.list('past', listing({ versions: true }))).objects.map(({ version_id }) => version_id)
    const [, then] = await versions()
    const restore = () =>
      objects.copy({
        from: { bucket: 'past', key: 'object', version: then },
        to: { bucket: 'past', key: 'object' },
        existing: 'replace',
      })

    const large = Buffer.alloc(partSizeOf(0) + 1000, 8)
    const { id } = await objects.beginUpload('full', 'large', { size: large.length, type: '' })
    const send = async (number: number) => {
      const part = large.subarray((number - 1) * partSizeOf(0), number * partSizeOf(0))
      const sum = Buffer.alloc(4)
      sum.writeUInt32BE(crc32(part))
      const crc = sum.toString('base64')
      return {
        ...(await objects.putPart('full', 'large', id, {
          number,
          crc32: crc,
          size: part.length,
          body: bodyOf(part),
          signal,
        })),
        crc32: crc,
      }
    }
    const second = await send(2)

    const ballast = fillDisk(disk.folder)
    await expectFailure(507, put('refused'), /full/)
    await expectFailure(507, send(1), /full/)
    await expectFailure(507, move(), /full/)
    await expectFailure(507, restore(), /full/)
    assert.equal([(await versions()).length, (await read('past', 'object'))[0]], [2, 2])
    assert.equal([await keys('full'), await keys('other')], [['kept'], []])
    assert.ok((await read('full', 'kept')).equals(content))
    assert.equal(pluck(await objects.listParts('full', 'large', id), 'number'), [2])

    for (const file of ballast) rmSync(file)
    // a server checks its drives only at intervals
    await until(() =>
      put('room-again').then(
        () => true,
        (error: Failure) => {
          assert.is(error.status, 507, error.message)
          return false
        },
      ),
    )
    await objects.completeUpload('full', 'large', id, [await send(1), second])
    await move()
    await restore()
    assert.equal([(await versions()).length, (await read('past', 'object')).equals(Buffer.alloc(MiB, 1))], [3, true])
    assert.equal([await keys('full'), await keys('other')], [['large', 'room-again'], ['moved']])
    assert.ok((await read('full', 'large')).equals(large))
    assert.ok((await read('other', 'moved')).equals(content))
  })
