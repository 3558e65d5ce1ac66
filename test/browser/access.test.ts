import { assert } from '../lib/suite.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { assertAccessible } from './accessibility.ts'
import { inTab, page } from './console.ts'
import { waitForDialogClose, dialog, pressInDialog } from './dialogs.ts'
import { button, bucketCard, sidebarEntry, row, disabledReason } from './elements.ts'
import { createBucket } from './objects.ts'
import { goto, waitForHeading, openPage } from './pages.ts'
import { onEveryEngine } from './engines.ts'

/** Waits until a button of the page is disabled. */
const disabled = (name: string) => page.getByRole('button', { name, exact: true, disabled: true }).first().waitFor()

/** Waits until an action of a row is disabled for lack of a permission. */
const refusedFor = async (name: string, action: string, permission: string) => {
  await row(name).hover()
  const own = row(name).getByRole('button', { name: action, exact: true, disabled: true })
  const more = row(name).getByRole('button', { name: 'More actions', exact: true })
  await own.or(more).first().waitFor()
  if ((await own.count()) > 0) {
    await own.focus()
    return page.getByText(permission).first().waitFor()
  }
  await disabledReason(name, action, () => page.getByRole('menu').filter({ hasText: permission }).first().waitFor())
}

onEveryEngine('access of users', (test, engine) => {
  test('a user with rights on one bucket manages its access rules and nothing else', async () => {
    await createBucket(`${engine}-shared`)
    await createBucket(`${engine}-private`)
    const bucket = `${engine}-shared`
    const actions = ['s3:ListBucket', 's3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
    const pair = await createUser('rule-keeper', {
      policies: [await createPolicy('rule-keeping', allow(actions, [bucket]))],
    })
    await inTab({ pair }, async () => {
      await openPage('/', 'Buckets')
      await bucketCard(bucket).waitFor()
      assert.is(await bucketCard(`${engine}-private`).count(), 0)
      await bucketCard(bucket).getByRole('link', { name: 'Manage' }).click()
      await waitForHeading(bucket)
      const tab = (name: string) => page.getByRole('tab', { name })
      await page.getByRole('tab', { name: 'Events', disabled: true }).waitFor()
      await disabled('Delete Bucket')
      await assertAccessible(`access-${engine}-one-bucket`)
      await tab('Access Rules').click()
      await button('Add Access Rule').first().click()
      await dialog().getByLabel('Prefix').fill('public/')
      await pressInDialog('Save')
      await waitForDialogClose()
      await row('public/').waitFor()
    })
  })

  test('a user with rights below one prefix sees the least permission that opens the bucket, for that bucket', async () => {
    await createBucket(`${engine}-team`)
    const bucket = `${engine}-team`
    const pair = await createUser('prefix-worker', {
      policies: [await createPolicy('prefix-work', allow(['s3:*'], [`${bucket}/prefix*`]))],
    })
    await inTab({ pair, height: 480 }, async () => {
      await openPage('/buckets', 'Buckets')
      await bucketCard(bucket).waitFor()
      assert.is(await button('Create Bucket').count(), 0)
      assert.is(await sidebarEntry('Watch').count(), 0)
      await openPage(`/buckets/${bucket}/admin`, bucket)
      await page.getByText(`You cannot manage the bucket "${bucket}"`).waitFor()
      const text = (await page.getByRole('main').textContent()) ?? ''
      assert.match(text, new RegExp(`arn:aws:s3:::${bucket}"`))
      assert.not.match(text, /arn:aws:s3:::\*/)
      assert.not.match(text, /DeleteBucket|PutBucketPolicy|CreateBucket/)
      const top = await page.getByText(`You cannot manage the bucket "${bucket}"`).evaluate((title) => {
        const main = title.closest('main')
        main?.scrollTo(0, 0)
        return title.getBoundingClientRect().top - (main?.getBoundingClientRect().top ?? 0)
      })
      assert.ok(top >= 0, `the headline is ${-top} px above what can be scrolled to`)
    })
  })

  test('an auditor with List and Get sees users, groups and policies read-only', async () => {
    const reads = ['ListUsers', 'GetUser', 'ListGroups', 'GetGroup', 'ListUserPolicies', 'GetPolicy']
    const pair = await createUser('auditor', {
      policies: [await createPolicy('auditing', allow(reads.map((name) => `admin:${name}`)))],
    })
    await createUser('audited', { policies: ['readonly'] })
    await inTab({ pair }, async () => {
      await openPage('/', 'Users')
      await row('audited').waitFor()
      await disabled('Create User')
      await refusedFor('audited', 'Delete', 'admin:DeleteUser')
      await assertAccessible(`access-${engine}-auditor`)
      await row('audited').getByRole('link').first().click()
      await waitForHeading('audited')
      for (const name of ['Disable', 'Change Password', 'Delete User']) await disabled(name)
      await openPage('/groups', 'Groups')
      await disabled('Create Group')
      await openPage('/policies', 'Policies')
      await disabled('Create Policy')
      await refusedFor('readonly', 'Delete', 'admin:DeletePolicy')
      await openPage('/export-import', 'Export and Import')
      await disabled('Choose File')
    })
  })

  test('a user whose policies allow only one page starts there', async () => {
    const pair = await createUser('tracer', { policies: [await createPolicy('tracing', allow(['admin:ServerTrace']))] })
    await inTab({ pair }, () => openPage('/', 'Trace'))
  })

  test('a request for users asks for the right to read them and for no right equivalent to root', async () => {
    const pair = await createUser('curious', { policies: ['readonly'] })
    await inTab({ pair }, async () => {
      await goto('/users')
      await page.getByText('You cannot open Users').waitFor()
      const text = (await page.getByRole('main').textContent()) ?? ''
      assert.match(text, /admin:ListUsers/)
      assert.not.match(text, /CreateUser|DeleteUser|EnableUser|arn:aws:s3/)
    })
  })
})
