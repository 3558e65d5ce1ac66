import type { IncomingMessage } from 'node:http'
import { list, type Reply, withEngine } from '../../lib/fake-s3.ts'
import { openPort } from '../../lib/ports.ts'
import { pluck } from '../../lib/pluck.ts'
import { assert, test } from '../../lib/suite.ts'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import buckets from '../../../plugins/buckets/server.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import objects from '../../../plugins/object-browser/server.ts'

/** Incomplete uploads of the buckets `docs` and `other`. */
const stored = [
  ['docs', 'a/1'],
  ['docs', 'b'],
  ['other', 'a/1'],
  ['other', 'a/2'],
] as const

/** Lists uploads as MinIO of 2024 does: of exactly one key of a bucket, or without one those of all buckets. */
const reply =
  (server: string) =>
  ({ url = '', method }: IncomingMessage): Reply => {
    const headers = { server }
    const { pathname, searchParams } = new URL(url, 'http://server')
    if (pathname === '/') return { ...list('docs', 'other', 'empty'), headers }
    if (method === 'DELETE') return { status: 204, headers }
    if (!searchParams.has('uploads')) return { status: 200, body: '<ListBucketResult></ListBucketResult>', headers }
    const prefix = searchParams.get('prefix') ?? ''
    const uploads = stored
      .filter(([bucket, key]) => !prefix || (bucket === pathname.slice(1) && key === prefix))
      .map(
        ([bucket, key]) =>
          `<Upload><Key>${key}</Key><UploadId>${bucket} ${key}</UploadId>` +
          '<Initiated>2026-01-02T03:04:05Z</Initiated></Upload>',
      )
    const body = `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
    return { status: 200, body, headers }
  }

type Ports = { buckets: BucketsBackend; objects: ObjectsBackend; requests: string[] }

const on = (server: string, work: (ports: Ports) => Promise<void>) =>
  withEngine(reply(server), async ({ engine, requests }) => {
    const credentials = await engine.login({ accessKey: 'key', secretKey: 'secret' })
    const ports = {
      buckets: (await openPort<BucketsBackend>(engine, buckets))(credentials),
      objects: (await openPort<ObjectsBackend>(engine, objects))(credentials),
    }
    await work({ ...ports, requests })
  })

test('uploads of other buckets that MinIO lists are left out', async () => {
  await on('MinIO', async ({ buckets: { details, remove }, objects: { listUploads } }) => {
    const ids = async (bucket: string, prefix: string) => pluck((await listUploads(bucket, prefix)).uploads, 'id')
    assert.equal(await ids('docs', ''), ['docs a/1', 'docs b'])
    assert.equal(await ids('docs', 'a/'), ['docs a/1'])
    assert.equal(await ids('docs', 'a/1'), ['docs a/1'])
    assert.equal(await ids('other', 'b'), [])
    assert.equal([(await details('docs')).pending_uploads, (await details('empty')).pending_uploads], [2, 0])
    await remove('empty')
  })
})

test('on other servers one list of uploads is enough', async () => {
  await on('AmazonS3', async ({ objects: { listUploads }, requests }) => {
    requests.length = 0
    assert.is((await listUploads('docs', '')).uploads.length, stored.length)
    assert.is(requests.length, 1)
  })
})
