import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Credentials } from '../../../engines/engine.ts'
import { addUser, allow } from '../../../test/conformance/engines.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { backend, minio, minioSuite } from '../../../test/lib/minio-suite.ts'
import { startProxy } from '../../../test/lib/proxy.ts'
import type { KeyPair } from '../../../test/lib/server.ts'
import { assert } from '../../../test/lib/suite.ts'
import type { ObjectsBackend } from '../backend.ts'
import createObjects from '../minio/index.ts'
import { createCopying } from '../s3/copying.ts'

const MiB = 1024 * 1024
const key = `main:${Buffer.alloc(32, 7).toString('base64')}`
const test = minioSuite('copies on MinIO', { env: { MINIO_KMS_SECRET_KEY: key } })

/** The objects of an account, with small parts for objects above 6 MiB, at an address of the server. */
const openObjects = async (url = minio.url, pair: KeyPair = minio.root): Promise<ObjectsBackend> => {
  const engine = openMinioEngine(url)
  const credentials: Credentials = await engine.login(pair)
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
  return port(credentials) as ObjectsBackend
}

/** The objects of root; `act` runs once, before the first request that matches. */
const openInterrupted = async (matches: (request: IncomingMessage) => boolean, act: () => Promise<unknown>) => {
  let isDone = false
  const proxy = await startProxy(minio.url, async (request) => {
    if (isDone || !matches(request)) return
    isDone = true
    await act()
  })
  return openObjects(proxy.url)
}

const newBucket = async (name: string, versioning = false) => {
  await backend.buckets.add({ name, versioning, locking: false })
  return name
}

const put = (bucket: string, name: string, content: Buffer | string) => {
  const bytes = Buffer.from(content)
  const object = { size: bytes.length, type: 'text/x-large', body: Readable.from([bytes]) }
  return backend['object-browser'].put(bucket, name, { ...object, signal: new AbortController().signal })
}

const read = async (bucket: string, name: string) =>
  buffer((await backend['object-browser'].get(bucket, name, {})).body)

const readText = async (bucket: string, name: string) => String(await read(bucket, name))

const copying = (bucket: string, name: string, to: string) => ({
  from: { bucket, key: name, version: undefined },
  to: { bucket, key: to },
  existing: 'keep' as const,
})

const large = (first: string) => Buffer.concat([Buffer.from(first), randomBytes(12 * MiB + 17)])

/** Names of all objects, and the number of incomplete uploads. */
const namesIn = async (bucket: string) => {
  const listing = { prefix: '', recursive: true, versions: false, metadata: false, limit: 1000 }
  const { objects } = await backend['object-browser'].list(bucket, listing)
  const { uploads } = await backend['object-browser'].listUploads(bucket, '')
  return [objects.map(({ name }) => name), uploads.length]
}

test('an object larger than one copy call allows is copied in parts, with its type and tags', async () => {
  const bucket = await newBucket('parts')
  const content = large('')
  await backend.buckets.setEncryption(bucket, { algorithm: 'AES256', kmsMasterKeyID: '' })
  await put(bucket, 'large', content)
  await backend.buckets.setEncryption(bucket, undefined)
  const objects = await openObjects()
  await objects.setTags(bucket, 'large', undefined, { colour: 'blue / green + x' })
  await objects.copy(copying(bucket, 'large', 'copies/large 2'))
  const { content_type, tags, encryption, etag = '' } = await objects.info(bucket, 'copies/large 2')
  assert.ok((await read(bucket, 'copies/large 2')).equals(content))
  assert.equal([content_type, tags, encryption], ['text/x-large', { colour: 'blue / green + x' }, 'SSE-S3'])
  assert.match(etag, /-3$/)
})

test('a moved object that is replaced before it is deleted stays', async () => {
  for (const versioning of [false, true]) {
    const bucket = await newBucket(`moved-${versioning}`, versioning)
    await put(bucket, 'doc', 'old')
    const replace = () => put(bucket, 'doc', 'new')
    // the second time that the source is read
    let heads = 0
    const isLastRead = ({ method, url }: IncomingMessage) =>
      method === 'HEAD' && url === `/${bucket}/doc` && ++heads === 2
    const objects = await openInterrupted(isLastRead, replace)
    const { status, message } = await failureOf(objects.move(copying(bucket, 'doc', 'moved')))
    assert.is(status, 409)
    assert.match(message, /^doc was changed while it was moved: it was not deleted/)
    assert.equal([await readText(bucket, 'doc'), await readText(bucket, 'moved')], ['new', 'old'])
  }
})

test('an object that is replaced before it is copied is not copied', async () => {
  const bucket = await newBucket('copied')
  await put(bucket, 'doc', 'old')
  const isCopy = ({ method, headers }: IncomingMessage) => method === 'PUT' && 'x-amz-copy-source' in headers
  const objects = await openInterrupted(isCopy, () => put(bucket, 'doc', 'new'))
  const { status, message } = await failureOf(objects.move(copying(bucket, 'doc', 'moved')))
  assert.equal([status, message], [409, 'doc was changed while it was copied'])
  assert.equal([await readText(bucket, 'doc'), await namesIn(bucket)], ['new', [['doc'], 0]])
})

test('an object that is replaced while it is copied in parts is not copied', async () => {
  const bucket = await newBucket('mixed')
  await put(bucket, 'large', large('old'))
  const replacement = large('new')
  const isSecondPart = ({ url = '' }: IncomingMessage) => url.includes('partNumber=2')
  const objects = await openInterrupted(isSecondPart, () => put(bucket, 'large', replacement))
  const { status, message } = await failureOf(objects.copy(copying(bucket, 'large', 'copy')))
  assert.equal([status, message], [409, 'large was changed while it was copied'])
  assert.ok((await read(bucket, 'large')).equals(replacement))
  assert.equal(await namesIn(bucket), [['large'], 0])
})

test('an object that is stored while another one is copied in parts to its key is kept', async () => {
  const bucket = await newBucket('kept')
  await put(bucket, 'large', large(''))
  const isCompletion = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.includes('uploadId=')
  const objects = await openInterrupted(isCompletion, () => put(bucket, 'copy', 'other'))
  const { status, code } = await failureOf(objects.copy(copying(bucket, 'large', 'copy')))
  assert.equal([status, code], [409, 'ObjectExists'])
  assert.equal([await readText(bucket, 'copy'), await namesIn(bucket)], ['other', [['copy', 'large'], 0]])
})

test('an object is copied in parts only by a user who may read its tags, if it has some', async () => {
  const bucket = await newBucket('tagged')
  await put(bucket, 'large', large(''))
  const user = await addUser(backend, [
    allow(['s3:GetObject', 's3:PutObject', 's3:ListBucket'], [bucket, `${bucket}/*`]),
  ])
  const objects = await openObjects(minio.url, user)
  await objects.copy(copying(bucket, 'large', 'copy'))
  await backend['object-browser'].setTags(bucket, 'large', undefined, { project: 'apollo' })
  const { from } = copying(bucket, 'large', '')
  const metadata = { 'content-type': 'text/x-edited' }
  const edit = { from, to: { bucket, key: 'large' }, existing: 'replace', metadata } as const
  for (const request of [copying(bucket, 'large', 'copy 2'), edit]) {
    const { status, message, missing } = await failureOf(objects.copy(request))
    assert.equal([status, message], [403, 'The tags of large cannot be read and would be lost'])
    assert.equal(missing, [{ action: 's3:GetObjectTagging', resource: `arn:aws:s3:::${bucket}/large` }])
  }
  assert.equal(await namesIn(bucket), [['copy', 'large'], 0])
  assert.equal((await backend['object-browser'].info(bucket, 'large')).tags, { project: 'apollo' })
})
