import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assert, suite } from '../../../test/lib/suite.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import createObjects from '../minio/index.ts'
import { createCopying } from '../s3/copying.ts'
import { hasMinio, startMinio } from '../../../test/lib/minio.ts'
import { actAs } from '../../../test/lib/ports.ts'

const MiB = 1024 * 1024
const test = suite('copies in parts')

const run = async () => {
  const server = await startMinio({ env: { MINIO_KMS_SECRET_KEY: `main:${Buffer.alloc(32, 7).toString('base64')}` } })
  if (!server) throw new Error('There is no MinIO')
  const engine = openMinioEngine(server.url)
  const credentials = await engine.login(server.root)
  const { buckets } = await actAs(engine, credentials)
  await buckets.add({ name: 'parts', versioning: false, locking: false })
  const port = await engine.open({
    id: 'parts',
    adapters: {
      minio: async () => ({
        default: (caller) => {
          const objects = createObjects(caller)
          return { ...objects, ...createCopying(caller, objects, { whole: 6 * MiB, part: 5 * MiB }) }
        },
      }),
    },
  })
  if (!port) throw new Error('There is an adapter')
  const objects = port(credentials)
  const content = randomBytes(12 * MiB + 17)
  await buckets.setEncryption('parts', { algorithm: 'AES256', kmsMasterKeyID: '' })
  await objects.put('parts', 'large', {
    size: content.length,
    type: 'text/x-large',
    body: Readable.from([content]),
    signal: new AbortController().signal,
  })
  await buckets.setEncryption('parts', undefined)
  await objects.setTags('parts', 'large', undefined, { colour: 'blue / green + x' })
  await objects.copy({
    from: { bucket: 'parts', key: 'large', version: undefined },
    to: { bucket: 'parts', key: 'copies/large 2' },
    existing: 'keep',
  })
  const copy = await objects.get('parts', 'copies/large 2', {})
  const { content_type, tags, encryption, etag = '' } = await objects.info('parts', 'copies/large 2')
  assert.ok((await buffer(copy.body)).equals(content))
  assert.equal([content_type, tags, encryption], ['text/x-large', { colour: 'blue / green + x' }, 'SSE-S3'])
  assert.match(etag, /-3$/)
}

if (hasMinio()) test('an object larger than one copy call allows is copied in parts, with its type and tags', run)
else test.skip('an object larger than one copy call allows is copied in parts: MinIO is not installed', run)
