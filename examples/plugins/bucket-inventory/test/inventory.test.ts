import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Failure } from 'stowage'
import { buckets, documents } from 'stowage/plugins/buckets'
import { checkAccess, chromium, engines, startConsole, type TestConsole } from 'stowage/testing'
import { inventory } from '../contract.ts'

for (const { name: engine, missing } of engines)
  describe(`the bucket inventory on ${engine}`, { skip: missing }, () => {
    let app: TestConsole
    before(async () => {
      app = await startConsole({ engine })
      await app.addObject('photos', 'one.txt', 'ten bytes.')
      await app.addObject('open', 'one.txt', 'x')
      await app.root.call(buckets.setAccess, { params: { bucket: 'open' }, body: { access: 'PUBLIC' } })
      await app.root.call(buckets.setQuota, {
        params: { bucket: 'photos' },
        body: { enabled: true, quota_type: 'hard', amount: 1_000_000 },
      })
    })
    after(() => app?.stop())

    const find = async (name: string, account = app.root) =>
      (await account.call(inventory.list)).buckets.find((one) => one.name === name)

    it('lists quota and access of each bucket, and growth is unknown on the first day', async () => {
      // the account info of MinIO is up to two seconds old
      const end = Date.now() + 30_000
      let photos = await find('photos')
      while (photos?.quota !== 1_000_000 && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        photos = await find('photos')
      }
      assert.equal(photos?.quota, 1_000_000)
      assert.equal(photos?.access, 'private')
      assert.equal(photos?.growth, undefined)
      const open = await find('open')
      assert.equal(open?.access, 'public')
      assert.equal(open?.quota, 'none')
      if (engine === 'embedded') assert.equal(photos?.size, 10)
      assert.equal(photos?.owner, 'none')
    })

    it('reads the owner from the tag that the settings name', async () => {
      await app.root.call(documents.setTags, { params: { bucket: 'photos' }, body: { tags: { team: 'Ana Moreau' } } })
      await app.root.call(inventory.setSettings, { body: { ownerTag: 'team', days: 30 } })
      assert.deepEqual((await find('photos'))?.owner, { name: 'Ana Moreau' })
      assert.equal((await find('open'))?.owner, 'none')
    })

    it('lists only buckets that the account may list, without values it may not read', async () => {
      const account = await app.addAccount(
        { actions: ['s3:ListAllMyBuckets'] },
        { actions: ['s3:ListBucket'], resources: ['photos'] },
      )
      const { buckets: listed } = await account.call(inventory.list)
      assert.deepEqual(
        listed.map(({ name, access }) => ({ name, access })),
        [{ name: 'photos', access: undefined }],
      )
      const { measurements } = await account.call(inventory.history, { params: { bucket: 'photos' } })
      assert.equal(measurements.length, 1)
      await assert.rejects(
        account.call(inventory.history, { params: { bucket: 'open' } }),
        (error) => error instanceof Failure && error.status === 403,
      )
    })

    it('refuses settings out of range, and names the field', async () => {
      await assert.rejects(
        app.root.call(inventory.setSettings, { body: { ownerTag: 'owner', days: 0 } }),
        (error) => error instanceof Failure && error.status === 422 && error.field === 'days',
      )
    })

    it('refuses every call without the permissions in its contract', async () => {
      await checkAccess(app, inventory, {
        list: { request: {} },
        history: { request: { params: { bucket: 'photos' } } },
        settings: { request: {} },
        setSettings: { request: { body: { ownerTag: 'team', days: 30 } } },
      })
    })

    it('shows its page, exports sizes, and saves its settings', { skip: !chromium && 'no Chromium' }, async () => {
      const page = await app.openPage('/bucket-inventory')
      const row = page.getByRole('row').filter({ hasText: 'photos' })
      await row.getByText('Private').waitFor()
      await row.getByText('Unknown').first().waitFor()
      await row.hover()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: 'Export Sizes' }).click(),
      ])
      assert.equal(saved.suggestedFilename(), 'photos-sizes.csv')
      assert.match(
        await readFile((await saved.path()) ?? '', 'utf8'),
        /^Time,Bytes\r\n\d{4}-\d\d-\d\dT[\d:.]+Z,\d+\r\n$/,
      )
      await page.goto(`${app.url}/settings/of/bucket-inventory`)
      await page.getByLabel('Tag of the Owner').fill('division')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Configuration successfully saved').waitFor()
      assert.equal((await app.root.call(inventory.settings)).ownerTag, 'division')
      assert.deepEqual(app.pageErrors(), [])
    })
  })
