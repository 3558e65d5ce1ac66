import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Input } from 'stowage'
import {
  chromium,
  expectFailure,
  runnableEngines,
  startConsole,
  startStorage,
  type TestAccount,
  type TestConsole,
} from 'stowage/testing'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { heal, type Progress } from '../contract.ts'

type Order = NonNullable<Input<typeof heal.followAll>['query']>

const subscribe = (account: TestAccount, bucket: string, query: Order, signal?: AbortSignal) =>
  bucket === ''
    ? account.follow(heal.followAll, { query }, signal)
    : account.follow(heal.follow, { params: { bucket }, query }, signal)

/** Heals until finished, and returns all progress messages. */
const healed = async (account: TestAccount, bucket: string, order: Order = {}) => {
  const messages: Progress[] = []
  for await (const progress of subscribe(account, bucket, order)) messages.push(progress)
  return messages
}

/** Returns the first progress message and unsubscribes; `undefined` if there is none. */
const first = async (account: TestAccount, bucket: string, order: Order = {}) => {
  for await (const progress of subscribe(account, bucket, order)) return progress
  return undefined
}

/** At full speed, MinIO's scanner would heal the objects before the test does. */
const storageEnv = { MINIO_SCANNER_SPEED: 'default' }

const featuresOf = async (account: TestAccount) =>
  ((await account.send('GET', '/api/v1/session')).json as { features: string[] }).features

let created = 0

for (const engine of runnableEngines('heal')) {
  const test = suite(`heal on ${engine}`)
  let app: TestConsole
  test.before(async () => {
    app = await startConsole({ engine, storageEnv })
  })
  test.after(() => app?.stop())

  test('a caller without the right to heal is refused and sees nothing', async () => {
    const reader = await app.addAccount({ actions: ['s3:*'] })
    for (const order of [{}, { join: 'true' }, { 'force-stop': 'true' }] as const)
      await expectFailure(403, first(reader, 'any', order), /admin:Heal/)
    await expectFailure(403, reader.call(heal.status))
  })

  test('a storage that can heal says so, and others give the reason', async () => {
    assert.is((await featuresOf(app.root)).includes('heal'), engine === 'minio')
    if (engine === 'embedded') await expectFailure(501, first(app.root, ''), /more than one drive/)
    assert.equal((await app.root.call(heal.status)).background.offline, [])
  })

  if (engine === 'minio') {
    /** Creates a bucket with these objects, and deletes its data from one drive. */
    const damaged = async (keys: readonly string[]) => {
      const bucket = `healed-${process.pid}-${(created += 1)}`
      for (const key of keys) await app.addObject(bucket, key, 'x'.repeat(4000))
      const drive = join(app.storage?.folder ?? '', 'drive2', bucket)
      for (const name of readdirSync(drive)) rmSync(join(drive, name), { recursive: true })
      return { bucket, drive }
    }

    test('a dry run reports what an emptied drive is missing and changes nothing', async () => {
      const { bucket, drive } = await damaged(['a/1', 'a/2'])
      const end = (await healed(app.root, bucket, { recursive: 'true', 'dry-run': 'true' })).at(-1)
      assert.equal(
        [end?.phase, end?.dryRun, end?.objectsScanned, end?.objectsHealed, end?.bytesScanned],
        ['finished', true, 2, 2, 8000],
      )
      assert.is(end?.healthAfterCols.Yellow, 2)
      assert.equal(readdirSync(drive), [])
    })

    test('a heal restores the data of an emptied drive: yellow before, green after, drive by drive', async () => {
      const { bucket, drive } = await damaged(['a/1', 'a/2', 'b'])
      const end = (await healed(app.root, bucket, { recursive: 'true' })).at(-1)
      assert.equal([end?.objectsScanned, end?.objectsHealed, end?.bytesScanned], [3, 3, 12_000])
      assert.is(end?.healthBeforeCols.Yellow, 3)
      // the bucket itself is an item as well
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
      await healed(app.root, bucket, { prefix: 'b', recursive: 'true' })
      assert.equal(readdirSync(drive), ['b'])
    })

    test('a heal continues without subscribers, and a returning one gets its complete progress', async () => {
      const { bucket } = await damaged(Array.from({ length: 30 }, (_, index) => `key-${index}`))
      assert.ok(await first(app.root, bucket, { recursive: 'true', scan: 'deep' }))
      const { heals } = await app.root.call(heal.status)
      assert.ok(heals.some((one) => one.bucket === bucket && one.recursive && one.deep))
      const end = (await healed(app.root, bucket, { join: 'true' })).at(-1)
      assert.equal([end?.phase, end?.objectsScanned, end?.objectsHealed], ['finished', 30, 30])
    })

    test('objects that cannot be healed are reported', async () => {
      await expectFailure(404, first(app.root, 'no-such-bucket', { recursive: 'true' }))
      await expectFailure(404, first(app.root, '', { join: 'true' }), /No heal is running here/)
      assert.is(await first(app.root, '', { 'force-stop': 'true' }), undefined)
    })

    test('everything can be healed in one run, and again', async () => {
      const { drive } = await damaged(['a'])
      const end = (await healed(app.root, '', { recursive: 'true', 'force-start': 'true' })).at(-1)
      assert.is(end?.phase, 'finished')
      assert.ok(
        end?.itemsHealthStatus.some(({ type }) => type === 'system'),
        'its own data is among it',
      )
      assert.equal(readdirSync(drive), ['a'])
    })

    test('a server with a single drive has nothing to heal, which is not an error', async () => {
      const single = await startStorage({ drives: 1 })
      const alone = await startConsole({ engine, storage: single })
      try {
        const features = await featuresOf(alone.root)
        assert.not(features.includes('heal'))
        assert.ok(features.includes('versions'))
      } finally {
        await alone.stop()
        await single.stop()
      }
    })

    if (chromium)
      test('the page shows missing and repaired objects', async () => {
        const { bucket } = await damaged(['2026/1', '2026/2'])
        const page = await app.openPage(`/heal?bucket=${bucket}`)
        await page.getByRole('button', { name: 'Start' }).click()
        await page.getByText('Finished', { exact: true }).waitFor()
        await page.getByRole('grid', { name: 'Items' }).getByText(`${bucket}/2026/1`).waitFor()
        assert.equal(app.pageErrors(), [])
      })
  }

  test.run()
}
