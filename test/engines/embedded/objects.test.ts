import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { bucket, openEngine, put, read, signIn, slowBody } from './workspace.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { openEngineWithAnn } from './engine-with-ann.ts'
import { listing } from '../../lib/listing.ts'

test('a quota allows renaming, editing and replacing an object if the result fits', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  const quota = { enabled: true, quota_type: 'hard', amount: 3000 } as const
  await admin.buckets.add(bucket('tidied', { quota }))
  await put(objects, 'tidied', 'a', 'x'.repeat(2000))
  const placed = (key: string) => ({ bucket: 'tidied', key, version: undefined })
  await objects.move({ from: placed('a'), to: { bucket: 'tidied', key: 'b' }, existing: 'keep' })
  const metadata = { 'content-type': 'text/x-edited' }
  await objects.copy({ from: placed('b'), to: { bucket: 'tidied', key: 'b' }, existing: 'replace', metadata })
  await put(objects, 'tidied', 'b', 'x'.repeat(2500))
  const { message, status } = await failureOf(put(objects, 'tidied', 'c', 'x'.repeat(600)))
  assert.equal([status, message], [400, 'This exceeds the quota of the bucket: 500 of 3000 bytes are left'])
  await failureOf(objects.copy({ from: placed('b'), to: { bucket: 'tidied', key: 'c' }, existing: 'keep' }))
  // with a reduced quota, existing objects may still shrink
  await admin.buckets.setQuota('tidied', 1000)
  await put(objects, 'tidied', 'b', 'x'.repeat(2400))
})

test('a quota counts all versions, can be filled exactly but not exceeded, and shrinks after deletes', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(
    bucket('small', { versioning: true, quota: { enabled: true, quota_type: 'hard', amount: 100 } }),
  )
  await put(objects, 'small', 'a', 'x'.repeat(60))
  const full = await failureOf(put(objects, 'small', 'a', 'x'.repeat(40)))
  assert.is(full.status, 400)
  assert.match(full.message, /exceeds the quota of the bucket: 40 of 100 bytes are left/)
  await put(objects, 'small', 'a', 'x'.repeat(39))
  const { objects: versions } = await objects.list('small', listing({ versions: true }))
  await objects.remove('small', 'a', versions[1]?.version_id)
  await put(objects, 'small', 'b', 'x'.repeat(60))
  const [seen] = await admin.buckets.list()
  assert.equal([seen?.size, seen?.objects, seen?.details?.quota], [99, 2, { quota: 100, type: 'hard' }])
})

test('concurrent uploads cannot exceed a quota together', async () => {
  const { admin } = await openEngineWithAnn()
  await admin.buckets.add(bucket('small', { quota: { enabled: true, quota_type: 'hard', amount: 1000 } }))
  const uploads = Array.from({ length: 20 }, (_, n) => put(admin['object-browser'], 'small', `k${n}`, 'x'.repeat(300)))
  const stored = (await Promise.allSettled(uploads)).filter(({ status }) => status === 'fulfilled')
  assert.is(stored.length, 3)
  assert.is((await admin.buckets.list())[0]?.size, 900)
})

test('the default retention is set on new objects, and governance protects them too', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('kept', { retention: { mode: 'governance', unit: 'years', validity: 1 } }))
  await put(objects, 'kept', 'a', 'kept')
  const [version] = (await objects.list('kept', listing({ versions: true }))).objects
  const error = await failureOf(objects.remove('kept', 'a', version?.version_id))
  assert.is(error.status, 400)
  assert.match(error.detail ?? '', new RegExp(`governance retention ends on ${new Date().getUTCFullYear() + 1}`))
  assert.equal((await objects.removeMany('kept', [{ path: 'a', versionID: version?.version_id ?? '' }])).failed, [
    { path: 'a', message: 'Object is WORM protected and cannot be overwritten' },
  ])
  assert.is((await failureOf(admin.buckets.remove('kept'))).status, 409)
})

test('governance is shortened and removed only with the bypass permission, which MinIO does not require', async () => {
  const { engine, admin } = await openEngineWithAnn()
  await admin.buckets.add(bucket('kept', { retention: { mode: 'governance', unit: 'days', validity: 9 } }))
  await put(admin['object-browser'], 'kept', 'a', 'kept')
  const Statement = [{ Effect: 'Allow', Action: ['s3:PutObjectRetention'], Resource: ['arn:aws:s3:::kept/*'] }]
  await admin.policies.set('keepers', JSON.stringify({ Version: '2012-10-17', Statement }))
  const keeper = { accessKey: 'keeper', secretKey: 'keeper-secret-key' }
  await admin.identity.addUser({ ...keeper, groups: [], policies: ['keepers'] })
  const objects = (await signIn(engine, keeper))['object-browser']
  const sooner = { mode: 'governance' as const, until: new Date(Date.now() + 86_400_000) }
  for (const retention of [sooner, undefined])
    assert.is((await failureOf(objects.setRetention('kept', 'a', undefined, retention, 'bypassed'))).status, 403)
  await objects.setRetention(
    'kept',
    'a',
    undefined,
    { ...sooner, until: new Date(Date.now() + 30 * 86_400_000) },
    'enforced',
  )
})

test('a new bucket with a former name has none of the old contents', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('again'))
  const { body, begun, release } = slowBody()
  const late = objects.put('again', 'late', { size: 4, type: '', body, signal: new AbortController().signal })
  await begun
  await admin.buckets.remove('again')
  await admin.buckets.add(bucket('again'))
  release()
  assert.is((await failureOf(late)).status, 404)
  assert.equal((await objects.list('again', listing())).objects, [])
})

test('a download continues while its object is replaced or deleted', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('moving'))
  const content = Buffer.alloc(3_000_000, 'abc')
  await put(objects, 'moving', 'a', content)
  const { body } = await objects.get('moving', 'a', {})
  const parts: Uint8Array[] = []
  for await (const part of body) {
    if (parts.length === 0) {
      await put(objects, 'moving', 'a', 'replaced')
      await objects.remove('moving', 'a')
    }
    parts.push(part)
  }
  assert.ok(Buffer.concat(parts).equals(content))
})

test('readers of an object under constant replacement get one complete content', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('busy'))
  await put(objects, 'busy', 'a', Buffer.alloc(100_000, 0))
  let done = false
  const write = async () => {
    for (let turn = 1; turn < 60; turn += 1) await put(objects, 'busy', 'a', Buffer.alloc(100_000 + turn, turn))
    done = true
  }
  const check = async () => {
    while (!done) {
      const content = await read(objects, 'busy', 'a')
      assert.ok(content.every((byte) => byte === content[0]) && content.length === 100_000 + (content[0] ?? 0))
    }
  }
  await Promise.all([write(), check(), check(), check()])
})

test('an aborted upload leaves no file', async () => {
  const folder = temporaryFolder()
  const engine = await openEngine(folder)
  const admin = await signIn(engine)
  await admin.buckets.add(bucket('given-up'))
  const controller = new AbortController()
  const endless = Readable.from(
    (async function* () {
      for (let sent = 0; ; sent += 1) {
        if (sent === 100) controller.abort()
        yield Buffer.alloc(65536)
      }
    })(),
  )
  const upload = admin['object-browser'].put('given-up', 'a', {
    size: 1e12,
    type: '',
    body: endless,
    signal: controller.signal,
  })
  assert.ok(
    await upload.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  )
  const files = ['temporary', 'blobs'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  assert.equal(files, [])
})

test('a range is clamped to the object, and refused outside it', async () => {
  const { admin } = await openEngineWithAnn()
  const objects = admin['object-browser']
  await admin.buckets.add(bucket('odd'))
  await put(objects, 'odd', 'a', 'abc')
  await put(objects, 'odd', 'empty', '')
  for (const range of [{ start: 3 }, { start: 5, end: 4 }, { end: 0 }, { start: 1e30, end: 1e31 }])
    assert.is((await failureOf(objects.get('odd', 'a', { range }))).status, 416, JSON.stringify(range))
  assert.is((await failureOf(objects.get('odd', 'empty', { range: { start: 0 } }))).status, 416)
  const { body, span } = await objects.get('odd', 'a', { range: { start: 1, end: 1e30 } })
  assert.equal(span, { start: 1, end: 2 })
  assert.is((await buffer(body)).toString(), 'bc')
})
