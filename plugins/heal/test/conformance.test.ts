import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite, type Test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { createMinioEngine } from '../../../engines/minio/engine.ts'
import { Order, type Progress } from '../contract.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio, slowScanner } from '../../../test/lib/minio.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'
import type { Engine } from '../../../engines/engine.ts'
import { addUser, allow, onEveryEngine, expectFailure, uniqueName } from '../../../test/conformance/engines.ts'

const orderOf = (order: v.InferInput<typeof Order> = {}) => v.parse(Order, order)

async function* once(bytes: Uint8Array) {
  yield bytes
}

const put = (backend: Backend, bucket: string, key: string, size: number) => {
  const { signal } = new AbortController()
  return backend['object-browser'].put(bucket, key, {
    size,
    type: 'text/plain',
    body: once(Buffer.alloc(size, 'x')),
    signal,
  })
}

/** Heals until finished, and returns all progress messages. */
const healed = async (backend: Backend, bucket: string, order: v.InferInput<typeof Order> = {}) => {
  const progressMessages: Progress[] = []
  for await (const progress of backend.heal.follow(bucket, orderOf(order), AbortSignal.timeout(50_000)))
    progressMessages.push(progress)
  return progressMessages
}

/** Returns the first progress message and unsubscribes. */
const first = async (backend: Backend, bucket: string, order: v.InferInput<typeof Order> = {}) => {
  const controller = new AbortController()
  const progressMessages = backend.heal.follow(bucket, orderOf(order), controller.signal)[Symbol.asyncIterator]()
  try {
    return await progressMessages.next()
  } finally {
    controller.abort()
    await progressMessages.return?.()
  }
}

onEveryEngine('heal', (test, peer) => {
  test('a caller without the right to heal is refused and sees nothing', async () => {
    const reader = await peer().as(await addUser(await peer().as(), [allow(['s3:*'], ['*'])]))
    for (const order of [{}, { join: 'true' }, { 'force-stop': 'true' }])
      await expectFailure(403, first(reader, 'any', order), /admin:Heal/)
    await expectFailure(403, reader.heal.status())
  })

  test('a storage that can heal says so, and others give the reason', async () => {
    const admin = await peer().as()
    const { features } = await peer().engine.account(await peer().engine.login(peer().root))
    assert.is(features.includes('heal'), peer().name === 'minio')
    if (peer().name === 'embedded') await expectFailure(501, first(admin, ''), /more than one drive/)
    assert.equal((await admin.heal.status()).background.offline, [])
  })
})

const skipping = (test: Test): Test => {
  console.log(`heal on drives that can be emptied is skipped: ${noOwnMinio}`)
  return Object.assign(() => test.skip(), test)
}

const plain = suite('heal on a server of four drives')
const test = hasOwnMinio() ? plain : skipping(plain)

let storage: Minio
let engine: Engine
let admin: Backend

if (hasOwnMinio()) {
  plain.before(async () => {
    storage = (await startMinio({ env: slowScanner })) as Minio
    engine = createMinioEngine({ url: new URL(storage.url) })
    admin = await actAs(engine, await engine.login(storage.root))
  })
  plain.after(async () => {
    await engine?.close()
    await storage?.stop()
  })
}

/** A bucket of a few objects, of which one drive has lost all. */
const damaged = async (keys: readonly string[]) => {
  const bucket = uniqueName('healed')
  await admin.buckets.add({ name: bucket, versioning: false, locking: false })
  for (const key of keys) await put(admin, bucket, key, 4000)
  const drive = join(storage.folder ?? '', 'drive2', bucket)
  for (const name of readdirSync(drive)) rmSync(join(drive, name), { recursive: true })
  return { bucket, drive }
}

test('a dry run reports what an emptied drive is missing and changes nothing', async () => {
  const { bucket, drive } = await damaged(['a/1', 'a/2'])
  const end = (await healed(admin, bucket, { recursive: 'true', 'dry-run': 'true' })).at(-1)
  assert.equal(
    [end?.phase, end?.dryRun, end?.objectsScanned, end?.objectsHealed, end?.bytesScanned],
    ['finished', true, 2, 2, 8000],
  )
  assert.is(end?.healthAfterCols.Yellow, 2)
  assert.equal(readdirSync(drive), [])
})

test('a heal restores the data of an emptied drive: yellow before, green after, drive by drive', async () => {
  const { bucket, drive } = await damaged(['a/1', 'a/2', 'b'])
  const end = (await healed(admin, bucket, { recursive: 'true' })).at(-1)
  assert.equal([end?.objectsScanned, end?.objectsHealed, end?.bytesScanned], [3, 3, 12_000])
  assert.is(end?.healthBeforeCols.Yellow, 3)
  // the bucket itself is an item, too
  assert.is(end?.healthAfterCols.Green, end?.itemsScanned)
  const item = end?.itemsHealthStatus.find(({ name }) => name === `${bucket}/a/1`)
  assert.equal(
    [item?.type, item?.size, item?.before.color, item?.before.missing, item?.after.color, item?.after.online],
    ['object', 4000, 'yellow', 1, 'green', 4],
  )
  assert.equal(
    item?.before.drives
      .filter(({ state }) => state !== 'ok')
      .map(({ endpoint, state }) => [endpoint.endsWith('drive2'), state]),
    [[true, 'missing']],
  )
  assert.equal(readdirSync(drive).sort(), ['a', 'b'])
  assert.ok(existsSync(join(drive, 'a', '1', 'xl.meta')))
})

test('only objects with the prefix are healed', async () => {
  const { bucket, drive } = await damaged(['a/1', 'b/1'])
  await healed(admin, bucket, { prefix: 'b', recursive: 'true' })
  assert.equal(readdirSync(drive), ['b'])
})

test('a heal continues without subscribers, and a returning one gets its complete progress', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`)
  const { bucket } = await damaged(keys)
  const begun = await first(admin, bucket, { recursive: 'true', scan: 'deep' })
  assert.is(begun.done, false)
  // another tab, or another session
  const other = await actAs(engine, await engine.login(storage.root))
  assert.ok((await other.heal.status()).heals.some((one) => one.bucket === bucket && one.recursive && one.deep))
  const end = (await healed(other, bucket, { join: 'true' })).at(-1)
  assert.equal([end?.phase, end?.objectsScanned, end?.objectsHealed], ['finished', 30, 30])
})

test('objects that cannot be healed are reported', async () => {
  await expectFailure(404, first(admin, 'no-such-bucket', { recursive: 'true' }))
  await expectFailure(404, first(admin, '', { join: 'true' }), /No heal is running here/)
  assert.is((await first(admin, '', { 'force-stop': 'true' })).done, true)
})

test('everything can be healed in one run, and again', async () => {
  const { drive } = await damaged(['a'])
  const end = (await healed(admin, '', { recursive: 'true', 'force-start': 'true' })).at(-1)
  assert.is(end?.phase, 'finished')
  assert.ok(
    end?.itemsHealthStatus.some(({ type }) => type === 'system'),
    'its own data is among it',
  )
  assert.equal(readdirSync(drive), ['a'])
})

test('a server with a single drive has nothing to heal, which is not an error', async () => {
  const single = (await startMinio({ drives: 1 })) as Minio
  const alone = createMinioEngine({ url: new URL(single.url) })
  try {
    const { features } = await alone.account(await alone.login(single.root))
    assert.not(features.includes('heal'))
    assert.ok(features.includes('versions'))
  } finally {
    await alone.close()
    await single.stop()
  }
})
