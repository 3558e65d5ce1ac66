import { assert } from '../lib/suite.ts'
import { screenshot } from '../lib/browser.ts'
import type { KeyPair } from '../lib/server.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { assertAccessible } from './accessibility.ts'
import { inTab, page, root } from './console.ts'
import { confirm, dialog, pressInDialog, selectInDialog } from './dialogs.ts'
import { button, row, pressInRow, disabledReason } from './elements.ts'
import { downloadedText } from './files.ts'
import { createBucket, putObject } from './objects.ts'
import { goto, waitForMessage } from './pages.ts'
import { onEveryEngine } from './engines.ts'

const policies = {
  team: [
    allow(['s3:ListBucket'], ['shared'], { StringLike: { 's3:prefix': ['team/a/*'] } }),
    allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], ['shared/team/a/*']),
  ],
  looker: [allow(['s3:ListBucket', 's3:GetObject'], ['shared', 'shared/*'])],
  tagger: [
    allow(['s3:ListBucket', 's3:GetBucketVersioning', 's3:GetBucketObjectLockConfiguration'], ['shared']),
    allow(['s3:GetObject', 's3:PutObject', 's3:GetObjectTagging'], ['shared/*']),
    allow(['s3:PutObjectTagging', 's3:DeleteObject'], ['shared/team/a/*']),
    allow(['s3:PutObjectTagging'], ['shared/notes.txt']),
  ],
  steward: [
    allow(['s3:ListBucket', 's3:GetBucketPolicy', 's3:GetBucketNotification', 's3:PutBucketNotification'], ['shared']),
  ],
  knower: [allow(['s3:GetObject'], ['shared/*'])],
}

onEveryEngine('limited accounts', (test, engine) => {
  const accounts = new Map<string, KeyPair>()
  const as = (account: keyof typeof policies | 'nobody', act: () => Promise<void>) =>
    inTab({ pair: accounts.get(account) as KeyPair }, act)

  const blocked = (name: string) => page.locator('button[aria-disabled=true]', { hasText: name }).first().waitFor()
  const free = (name: string) => page.locator('button:not([aria-disabled])', { hasText: name }).first().waitFor()

  test.before(async () => {
    await createBucket('shared')
    for (const key of ['notes.txt', 'plain.txt', 'team/a/one.txt', 'team/b/two.txt'])
      await putObject('shared', key, 'text')
    for (const [name, statements] of Object.entries(policies)) {
      await createPolicy(name, ...statements)
      accounts.set(name, await createUser(name, { policies: [name] }))
    }
    accounts.set('nobody', await createUser('nobody'))
  })

  test('an account with one prefix can navigate there, and uploads and deletes nowhere else', () =>
    as('team', async () => {
      await goto('/')
      await page.getByRole('heading', { name: 'shared' }).waitFor()
      assert.is(await page.getByText('0 B').count(), 0)
      await goto('/buckets/shared/browse')
      await row('team/').waitFor()
      await blocked('Upload')
      // the reason names the folder that allows uploads
      await page.locator('button', { hasText: 'Upload' }).first().hover()
      const tooltip = page.locator('body > [aria-hidden]', { hasText: 'You can upload into team/a/' })
      await tooltip.waitFor()
      const [box, target] = await Promise.all(
        [tooltip, page.locator('button', { hasText: 'Upload' }).first()].map((one) => one.boundingBox()),
      )
      assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280, 'within the window')
      assert.ok(box && target && (box.y + box.height <= target.y || box.y >= target.y + target.height), 'beside it')
      await screenshot(page, `limited-${engine}-way`)
      await page.getByRole('link', { name: 'team/', exact: true }).click()
      await page.getByRole('link', { name: 'a/', exact: true }).click()
      await row('one.txt').waitFor()
      await free('Upload')
      await page
        .getByLabel('Files to upload')
        .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('mine') })
      await pressInRow('mine.txt', 'Delete')
      await confirm('Delete')
      await waitForMessage('Object deleted successfully')
      await row('mine.txt').waitFor({ state: 'detached' })
    }))

  test('a read-only account is offered nothing else, with the reason', () =>
    as('looker', async () => {
      await goto('/buckets/shared/browse')
      await row('notes.txt').waitFor()
      await blocked('Upload')
      await disabledReason('notes.txt', 'Delete')
      await page.getByLabel('Select notes.txt').check({ force: true })
      await page.getByRole('button', { name: 'Delete', exact: true, disabled: true }).first().waitFor()
      await button('Delete').first().hover()
      await page.getByText('s3:DeleteObject on arn:aws:s3:::shared').first().waitFor()
      await assertAccessible(`limited-${engine}-read`)
      assert.is((await downloadedText(() => pressInRow('notes.txt', 'Download'))).toString(), 'text')
    }))

  test('each row offers the actions allowed on that object that the bucket supports', () =>
    as('tagger', async () => {
      await goto('/buckets/shared/browse')
      const menu = page.getByRole('menu')
      // other items copy an address
      const item = (name: string) => menu.getByRole('menuitem', { name: new RegExp(`^${name}(?! S3 URI| ARN| ETag)`) })
      const opened = async (name: string, act: () => Promise<void>) => {
        await row(name).hover()
        await row(name).getByRole('button', { name: 'More actions', exact: true }).click()
        await act()
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'detached' })
      }
      await opened('plain.txt', async () => {
        // the reason is shown once, above the items, with this key
        await menu
          .getByText(/s3:PutObjectTagging.* on arn:aws:s3:::shared\/plain\.txt/)
          .first()
          .waitFor()
        for (const name of ['Rename', 'Move', 'Add Tag', 'Legal Hold', 'Retention', 'Delete'])
          assert.is(await item(name).getAttribute('aria-disabled'), 'true', name)
        for (const name of ['Share', 'Copy', 'Edit Metadata'])
          assert.is(await item(name).getAttribute('aria-disabled'), null, name)
        assert.is(await menu.getByText('Your policies do not allow').count(), 1)
        assert.is(await menu.getByText('must be enabled').count(), 1)
        await assertAccessible(`limited-${engine}-menu`)
      })
      await opened('notes.txt', async () => {
        await page.locator('[role=menuitem]:not([aria-disabled])', { hasText: 'Add Tag' }).waitFor()
        assert.is(await item('Delete').getAttribute('aria-disabled'), 'true')
        assert.is(await item('Legal Hold').getAttribute('aria-disabled'), 'true')
      })
      await page.getByLabel('Select notes.txt').check({ force: true })
      await page.getByRole('button', { name: 'More actions for the selection' }).click()
      await page.locator('[role=menuitem]:not([aria-disabled])', { hasText: 'Add Tag' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Select plain.txt').check({ force: true })
      await page.getByLabel('Select notes.txt').uncheck({ force: true })
      await page.getByRole('button', { name: 'More actions for the selection' }).click()
      await page.locator('[role=menuitem][aria-disabled=true]', { hasText: 'Add Tag' }).waitFor()
      await page.keyboard.press('Escape')
    }))

  test('the bucket list and the summary make no refused call, and a target can be entered by ARN', () =>
    as('steward', async () => {
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url())
      })
      await goto('/buckets')
      await page.getByRole('heading', { name: 'shared' }).waitFor()
      await goto('/buckets/shared/admin/summary')
      await page.getByText('Access Policy').first().waitFor()
      await page.getByText('s3:GetBucketCors').first().waitFor()
      await page.getByText('s3:GetEncryptionConfiguration').first().waitFor()
      await assertAccessible(`limited-${engine}-summary`)
      await page.getByRole('tab', { name: 'Events' }).click()
      await button('Subscribe To Event').first().click()
      await dialog().getByText('You may not list targets (admin:ServerInfo)').waitFor()
      await dialog().getByLabel('ARN').fill('arn:minio:sqs::nowhere:webhook')
      assert.equal(refused, [])
      await pressInDialog('Subscribe')
      await dialog().getByText('arn:minio:sqs::nowhere:webhook', { exact: false }).first().waitFor()
    }))

  test('the dialog to create a bucket says that the account may not', () =>
    as('looker', async () => {
      await goto('/buckets?create=bucket')
      await page.getByText('Your policies do not allow s3:CreateBucket').first().waitFor()
      assert.is(await dialog().count(), 0)
    }))

  test('an account that may not list can download objects by name', () =>
    as('knower', async () => {
      await goto('/buckets/shared/browse/team/b/two.txt')
      await blocked('Delete')
      assert.is((await downloadedText(() => button('Download').click())).toString(), 'text')
      await goto('/buckets/shared/browse/no-such.txt')
      await page.getByText('There is no object "no-such.txt"').waitFor()
    }))

  test('an account without any policy sees that, and nothing breaks', () =>
    as('nobody', async () => {
      await goto('/')
      await page.getByText('No policy is attached to').waitFor()
      await goto('/buckets/shared/browse')
      await page.getByText('You cannot see these objects').waitFor()
      await blocked('Upload')
    }))

  test("two administrators who edit one user do not undo each other's changes", async () => {
    await createUser('between', { groups: ['first'], policies: ['team'] })
    assert.is((await root('POST', '/api/v1/groups', { group: 'second', members: [] })).status, 201)
    await goto('/users/between?tab=groups')
    await button('Set Groups').click()
    await selectInDialog('Groups', 'second')
    const concurrentChange = { status: 'disabled', groups: ['third'] }
    assert.is((await root('PUT', '/api/v1/user?name=between', concurrentChange)).status, 200)
    await pressInDialog('Save')
    await page.getByText('Status: Disabled').waitFor()
    const { json } = await root('GET', '/api/v1/user?name=between')
    const { status, memberOf, policy } = json as { status: string; memberOf: string[]; policy: string[] }
    assert.equal([status, memberOf.sort(), policy], ['disabled', ['second', 'third'], ['team']])
  })
})
