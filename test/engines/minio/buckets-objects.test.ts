import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { assert } from '../../lib/suite.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import { createUpload } from '../../../plugins/object-browser/s3/upload.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { actAs } from '../../lib/ports.ts'
import {
  test,
  minio,
  engine,
  admin,
  uniqueName,
  expectFailure,
  newBucket,
  policy,
  newUser,
  signInAs,
  neverAborted,
  put,
  keysOf,
} from './minio-suite.ts'
import { listing } from '../../lib/listing.ts'

const MiB = 1024 * 1024

async function* chunks(size: number, seed: number, length = 64 * 1024) {
  for (let at = 0; at < size; at += length) yield Buffer.alloc(Math.min(length, size - at), (at / length + seed) % 251)
}

const hash = async (body: AsyncIterable<Uint8Array>) => {
  const digest = createHash('sha256')
  for await (const chunk of body) digest.update(chunk)
  return digest.digest('hex')
}

test('a new bucket is listed immediately with its settings, and a deleted one no longer', async () => {
  const retention = { mode: 'compliance', unit: 'years', validity: 1 } as const
  const quota = { enabled: true, quota_type: 'hard', amount: 5_000_000 } as const
  const name = await newBucket({ retention, quota })
  const found = (await admin.buckets.list()).find((bucket) => bucket.name === name)
  assert.equal(found?.details, {
    versioning: true,
    versioningSuspended: false,
    locking: true,
    quota: { quota: 5_000_000, type: 'hard' },
  })
  assert.equal(await admin.buckets.retention(name), retention)
  await admin.buckets.remove(name)
  assert.not((await admin.buckets.list()).some((bucket) => bucket.name === name))
})

test('a bucket whose creation fails half-way is deleted', async () => {
  const name = uniqueName('bucket')
  const creator = await signInAs(
    await newUser(policy([{ actions: ['s3:CreateBucket', 's3:DeleteBucket'], resources: ['*'] }])),
  )
  const quota = { enabled: true, quota_type: 'hard', amount: 1000 } as const
  await expectFailure(creator.buckets.add({ name, versioning: false, locking: false, quota }), 403)
  await expectFailure(admin.buckets.access(name), 404)
  const fifo = { enabled: true, quota_type: 'fifo', amount: 1000 } as const
  await expectFailure(admin.buckets.add({ name, versioning: false, locking: false, quota: fifo }), 400)
  await expectFailure(admin.buckets.access(name), 404)
})

test('a name with a slash is no bucket, and reaches neither objects nor admin calls', async () => {
  const bucket = await newBucket()
  await put(bucket, 'key', 'text')
  for (const name of [`${bucket}/key`, `${bucket}%2Fkey`, '..', '.', 'minio', '.minio.sys', 'minio/admin', '']) {
    await expectFailure(admin.buckets.remove(name), 404)
    await expectFailure(admin.buckets.access(name), 404)
    await expectFailure(admin['object-browser'].list(name, listing()), 404)
    await expectFailure(admin['object-browser'].removeBelow(name, 'k', { limit: 1000 }), 404)
  }
  assert.equal(await keysOf(bucket), ['key'])
})

test('a user sees only the path to the single permitted folder', async () => {
  const [bucket, other] = [await newBucket(), await newBucket()]
  for (const key of ['home/anna/a', 'home/ben/b', 'top']) await put(bucket, key, key)
  const document = policy([
    {
      actions: ['s3:ListBucket'],
      resources: [bucket],
      condition: { StringLike: { 's3:prefix': ['home/${aws:username}/*'] } },
    },
    {
      actions: ['s3:GetObject', 's3:PutObject'],
      resources: [`${bucket}/home/\${aws:username}/*`, 'bucket-that-never-was/*'],
    },
  ])
  const pair = await newUser(document)
  const home = `home/${pair.accessKey}/`
  await put(bucket, `${home}mine`, 'mine')
  const own = await signInAs(pair)
  const listed = await own.buckets.list()
  assert.equal(
    listed.map(({ name, rw_access }) => [name, rw_access]),
    [[bucket, { read: true, write: true }]],
  )
  const folder = (prefix: string) => own['object-browser'].list(bucket, listing({ recursive: false, prefix }))
  const names = async (prefix: string) => (await folder(prefix)).objects.map(({ name }) => name)
  assert.equal(await names(''), ['home/'])
  assert.equal(await names('home/'), [home])
  assert.equal(await names(home), [`${home}mine`])
  await expectFailure(folder('home/ben/'), 403)
  await expectFailure(folder('else/'), 403)
  await expectFailure(own['object-browser'].list(other, listing()), 403)
})

test('names the server would confuse with others are refused, and the other object stays unchanged', async () => {
  const bucket = await newBucket()
  const { put: store, get, remove, removeMany, removeBelow } = admin['object-browser']
  for (const key of ['a/b', 'lead']) await put(bucket, key, key)
  const ambiguousKeys = ['/lead', '//lead', 'a//b', 'a/./b', 'x/../a/b', './lead', '..', 'a/..']
  for (const key of ambiguousKeys) {
    await expectFailure(
      store(bucket, key, { size: 1, type: '', body: [Buffer.from('x')] as never, signal: neverAborted() }),
      400,
    )
    await expectFailure(get(bucket, key, {}), 400)
    await expectFailure(remove(bucket, key), 400)
    await expectFailure(removeBelow(bucket, key, { limit: 1000 }), 400)
  }
  const { failed } = await removeMany(
    bucket,
    ambiguousKeys.map((path) => ({ path, versionID: '' })),
  )
  assert.equal(failed.map(({ path }) => path).sort(), [...ambiguousKeys].sort())
  assert.equal(await keysOf(bucket), ['a/b', 'lead'])
})

test('a key too long for any drive is refused with the reason', async () => {
  const bucket = await newBucket()
  await put(bucket, `${'x'.repeat(255)}/${'é'.repeat(127)}`, 'fits')
  for (const key of ['x'.repeat(256), `folder/${'é'.repeat(128)}`]) {
    const { message } = await expectFailure(put(bucket, key, 'x'), 400)
    assert.match(message, /more than 255 bytes between slashes/)
  }
})

test('keys with characters XML cannot represent are stored, listed and deleted in bulk', async () => {
  const bucket = await newBucket()
  const keys = ['\u0001', 'a\u001fb', '\uFFFE', 'plain', 'cr\r\nlf', ' edge ', '&amp;']
  for (const key of keys) await put(bucket, key, key)
  assert.equal((await keysOf(bucket)).sort(), [...keys].sort())
  const { failed } = await admin['object-browser'].removeMany(
    bucket,
    keys.slice(1).map((path) => ({ path, versionID: '' })),
  )
  assert.equal(failed, [])
  assert.equal(await keysOf(bucket), [keys[0]])
  assert.equal(await admin['object-browser'].removeBelow(bucket, '\u0001', { limit: 1000 }), {
    deleted: 1,
    notDeleted: [],
    cursor: undefined,
  })
})

/** Stores an object that is larger than the limit of one call, with a low limit. */
const storeInParts = async (pair = minio.root): Promise<ObjectsBackend['put']> => {
  const port = await engine.open({
    id: 'parts',
    adapters: { minio: async () => ({ default: (caller) => createUpload(caller, { whole: 6 * MiB, part: 5 * MiB }) }) },
  })
  if (!port) throw new Error('There is an adapter')
  return port(await engine.login(pair))
}

test('a large object is uploaded in parts and read back identically, whole and in ranges across parts', async () => {
  const bucket = await newBucket()
  const size = 11 * MiB + 7
  const objects = admin['object-browser']
  const store = await storeInParts()
  await store(bucket, 'large', {
    size,
    type: 'application/x-large',
    body: chunks(size, 3, 100_003),
    signal: neverAborted(),
  })
  const whole = await objects.get(bucket, 'large', {})
  assert.is(whole.size, size)
  assert.is(whole.type, 'application/x-large')
  assert.match(whole.etag, /-3"$/)
  assert.is(await hash(whole.body), await hash(chunks(size, 3, 100_003)))
  const partEnd = 5 * MiB
  const { span, body } = await objects.get(bucket, 'large', { range: { start: partEnd - 2, end: partEnd + 1 } })
  assert.equal(span, { start: partEnd - 2, end: partEnd + 1 })
  const at = (index: number) => (Math.floor(index / 100_003) + 3) % 251
  const sizes: number[] = []
  for await (const chunk of body) sizes.push(...chunk)
  assert.equal(sizes, [partEnd - 2, partEnd - 1, partEnd, partEnd + 1].map(at))
})

test('a large upload of the wrong length, or aborted, leaves neither object nor parts', async () => {
  const bucket = await newBucket()
  const size = 12 * MiB
  for (const put of [admin['object-browser'].put, await storeInParts()]) {
    for (const real of [size - 1, size + 1])
      await expectFailure(put(bucket, 'wrong', { size, type: '', body: chunks(real, 1), signal: neverAborted() }), 400)
    const controller = new AbortController()
    const body = (async function* () {
      yield* chunks(8 * MiB, 1)
      controller.abort(new Error('gone away'))
      await new Promise(() => {})
    })()
    const given = await put(bucket, 'given-up', { size, type: '', body, signal: controller.signal }).catch(
      (error: Error) => error.message,
    )
    assert.is(given, 'gone away')
    assert.equal(await keysOf(bucket), [])
    assert.equal((await admin['object-browser'].listUploads(bucket, '')).uploads, [])
  }
  await admin.buckets.remove(bucket)
})

test("links use the server's public address and are signed for it, and calls keep the internal one", async () => {
  const bucket = await newBucket()
  const other = openMinioEngine(minio.url, { shareUrl: new URL('https://files.example.com') })
  const { 'object-browser': objects } = await actAs(other, await other.login(minio.root))
  await objects.put(bucket, 'a b.txt', { size: 6, type: '', body: chunks(6, 65), signal: neverAborted() })
  const { links } = await objects.share(bucket, {
    objects: [{ path: 'a b.txt', version: undefined }],
    lifetime: 60_000,
    by: 'session',
    home: '',
  })
  const link = new URL(links[0]?.url ?? '')
  assert.is(link.origin, 'https://files.example.com')
  // a proxy at that address forwards the response
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      get(`${minio.url}${link.pathname}${link.search}`, { headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      ).on('error', reject)
    })
  assert.equal([await statusFor('files.example.com'), await statusFor(new URL(minio.url).host)], [200, 403])
})

test('a refused upload reads nothing from its source', async () => {
  const pair = await newUser(policy([{ actions: ['s3:GetObject'], resources: ['*'] }]))
  const reader = await signInAs(pair)
  const bucket = await newBucket()
  for (const put of [reader['object-browser'].put, await storeInParts(pair)]) {
    let readBytes = 0
    const body = (async function* () {
      for await (const chunk of chunks(7 * MiB, 1)) {
        readBytes += chunk.length
        yield chunk
      }
    })()
    await expectFailure(put(bucket, 'key', { size: 7 * MiB, type: '', body, signal: neverAborted() }), 403)
    assert.is(readBytes, 0)
  }
})

test('metadata and listed versions equal the stored ones, page by page', async () => {
  const bucket = await newBucket({ versioning: true })
  for (const text of ['one', 'two', 'three']) for (const key of ['a', 'b/c', 'd']) await put(bucket, key, text)
  await admin['object-browser'].remove(bucket, 'd')
  const all: string[] = []
  let cursor: string | undefined
  do {
    const page = await admin['object-browser'].list(bucket, listing({ versions: true, limit: 4, cursor }))
    assert.ok(page.objects.length <= 4)
    all.push(
      ...page.objects.map(
        ({ name, is_latest, is_delete_marker }) => `${name}${is_latest ? '*' : ''}${is_delete_marker ? '-' : ''}`,
      ),
    )
    cursor = page.cursor
  } while (cursor)
  assert.equal(all, ['a*', 'a', 'a', 'b/c*', 'b/c', 'b/c', 'd*-', 'd', 'd', 'd'])
  const { objects } = await admin['object-browser'].list(bucket, listing({ metadata: true, recursive: false }))
  assert.equal(
    objects.map(({ name, content_type }) => [name, content_type]),
    [
      ['a', 'text/plain'],
      ['b/', undefined],
    ],
  )
  const marker = (await admin['object-browser'].list(bucket, listing({ versions: true, prefix: 'd' }))).objects[0]
  await expectFailure(admin['object-browser'].get(bucket, 'd', { version: marker?.version_id }), 404)
  await expectFailure(admin['object-browser'].list(bucket, listing({ versions: true, cursor: 'made-up' })), 400)
  await expectFailure(admin['object-browser'].list(bucket, listing({ cursor: 'made-up' })), 400)
})

test('metadata set by other tools is returned as written', async () => {
  const bucket = await newBucket()
  const client = createClient({ url: new URL(minio.url) })
  const metadata = {
    'content-type': 'text/html',
    'cache-control': 'no-cache',
    'x-amz-meta-owner': 'Jörg',
    'x-amz-meta-note': '日本 '.repeat(40).trim(),
  }
  const headers = { ...metadata, 'x-amz-tagging': 'team=a' }
  await client.call({ method: 'PUT', path: `/${bucket}/page`, headers, body: 'text' }, minio.root)
  client.close()
  const { user_metadata, tags, version_id } = await admin['object-browser'].info(bucket, 'page')
  assert.equal(user_metadata, metadata)
  assert.equal([tags, version_id], [{ team: 'a' }, 'null'])
})

test('metadata with any Unicode space, or a byte order mark, is stored', async () => {
  const bucket = await newBucket()
  const client = createClient({ url: new URL(minio.url) })
  const spaces = [...' \u0085\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff']
  for (const space of spaces)
    for (const value of [`a${space}b`, `a${space}${space}b`, `${space}a`, `a${space}`]) {
      const headers = { 'x-amz-meta-note': value }
      // throws 403 for a signature of other bytes than the server's
      await client.call({ method: 'PUT', path: `/${bucket}/page`, headers, body: 'text' }, minio.root)
    }
  client.close()
})

test('objects that cannot be deleted are reported with the reason, and do not stop others', async () => {
  const bucket = await newBucket()
  for (const key of ['keep/a', 'keep/b', 'go/a', 'go/b']) await put(bucket, key, key)
  const document = policy([
    { actions: ['s3:*'], resources: [bucket, `${bucket}/*`] },
    { actions: ['s3:DeleteObject'], resources: [`${bucket}/keep/*`], effect: 'Deny' },
  ])
  const objects = (await signInAs(await newUser(document)))['object-browser']
  const { failed } = await objects.removeMany(
    bucket,
    ['keep/a', 'go/a'].map((path) => ({ path, versionID: '' })),
  )
  assert.equal(failed, [{ path: 'keep/a', message: 'Access denied' }])
  await expectFailure(objects.removeBelow(bucket, 'keep/', { limit: 1000 }), 403)
  assert.equal(await objects.removeBelow(bucket, 'go/', { limit: 1000 }), {
    deleted: 1,
    notDeleted: [],
    cursor: undefined,
  })
  assert.equal(await keysOf(bucket), ['keep/a', 'keep/b'])
})

test('an anonymous policy makes a bucket public only if it opens the whole bucket', async () => {
  const bucket = await newBucket()
  const client = createClient({ url: new URL(minio.url) })
  const onBucket = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'],
    Resource: [`arn:aws:s3:::${bucket}`],
  }
  const objectActions = [
    's3:AbortMultipartUpload',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListMultipartUploadParts',
    's3:PutObject',
  ]
  const onObjects = { ...onBucket, Action: objectActions, Resource: [`arn:aws:s3:::${bucket}/*`] }
  const cases: [object[], string][] = [
    [[onBucket, onObjects], 'PUBLIC'],
    [
      [{ ...onBucket, Principal: '*', Action: 's3:*', Resource: [...onBucket.Resource, ...onObjects.Resource] }],
      'PUBLIC',
    ],
    [[onBucket, { ...onObjects, Action: ['s3:GetObject'] }], 'CUSTOM'],
    [[onBucket, { ...onObjects, Resource: [`arn:aws:s3:::${bucket}/open/*`] }], 'CUSTOM'],
    [[onBucket, onObjects, { ...onObjects, Effect: 'Deny', Action: ['s3:DeleteObject'] }], 'CUSTOM'],
    [[onBucket, { ...onObjects, Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } }], 'CUSTOM'],
  ]
  assert.is(await admin.buckets.access(bucket), 'PRIVATE')
  for (const [Statement, access] of cases) {
    const body = JSON.stringify({ Version: '2012-10-17', Statement })
    await client.call({ method: 'PUT', path: `/${bucket}`, query: { policy: '' }, body }, minio.root)
    assert.is(await admin.buckets.access(bucket), access, body)
  }
  client.close()
})
