import { assert, suite } from '../../../../test/lib/suite.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, testScreens } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, confirmByTyping, dialog } from '../../../../test/browser/dialogs.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { createBucket } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'

const test = suite('settings of a bucket')

useConsole(test)

const manage = async (bucket: string, tab = 'summary') => {
  await goto(`/buckets/${bucket}/admin/${tab}`)
  await page.getByRole('tab', { name: 'Summary' }).waitFor()
}

/** A row of the summary, by its label. */
const setting = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
const press = (label: string, button: string) => setting(label).getByRole('button', { name: button }).click()
const shows = (label: string, text: string | RegExp) => setting(label).getByText(text).first().waitFor()
const inDialog = (button: string) => dialog().getByRole('button', { name: button, exact: true })
const isBlocked = async (button: string) => (await inDialog(button).getAttribute('aria-disabled')) === 'true'

test('the access policy changes between private and public, and the page header follows', async () => {
  await createBucket('open')
  await manage('open')
  await press('Access Policy', 'Edit')
  await dialog().getByRole('heading', { name: 'Change Access Policy' }).waitFor()
  assert.ok(await dialog().getByRole('radio', { name: 'Private' }).isChecked())
  await dialog().getByRole('radio', { name: 'Public' }).click()
  await inDialog('Set').click()
  await confirmByTyping('open', 'Make Public')
  await shows('Access Policy', 'Public')
  await page.getByTitle('Access level').getByText('Public').waitFor()
  assert.is(((await root('GET', '/api/v1/buckets/open')).json as { access: string }).access, 'PUBLIC')
  await press('Access Policy', 'Edit')
  await dialog().getByRole('radio', { name: 'Private' }).click()
  await inDialog('Set').click()
  await shows('Access Policy', 'Private')
})

test('versioning is turned on and off after a confirmation that names the consequences', async () => {
  await createBucket('versions')
  await manage('versions')
  await press('Versioning', 'Edit')
  await dialog().getByRole('heading', { name: 'Edit Versioning' }).waitFor()
  await inDialog('Enable').click()
  await shows('Versioning', 'Enabled')
  await press('Versioning', 'Edit')
  await waitForText(/Existing versions are not deleted automatically/, dialog())
  await inDialog('Cancel').click()
  await shows('Versioning', 'Enabled')
  await press('Versioning', 'Edit')
  await inDialog('Disable').click()
  await shows('Versioning', 'Suspended')
  await shows('Versioning', /Earlier versions still exist/)
})

test('a quota is set in its unit, shown with its usage, and removed', async () => {
  await createBucket('limited')
  await manage('limited')
  await press('Quota', 'Edit')
  await dialog().getByRole('heading', { name: 'Enable Bucket Quota' }).waitFor()
  assert.is(await dialog().getByLabel('Unit').count(), 0)
  await dialog().getByRole('switch', { name: 'Enabled' }).click()
  assert.is(await dialog().getByLabel('Unit').inputValue(), 'TiB')
  await dialog().getByLabel('Quota', { exact: true }).fill('0')
  await inDialog('Save').click()
  await dialog().getByText('Enter a number of at least 1', { exact: true }).waitFor()
  await dialog().getByLabel('Quota', { exact: true }).fill('9000')
  await dialog().getByText('Enter less than 8 PiB', { exact: true }).waitFor()
  await dialog().getByLabel('Quota', { exact: true }).fill('1.5')
  await dialog().getByLabel('Unit').selectOption('GiB')
  await inDialog('Save').click()
  await waitForDialogClose()
  await shows('Quota', /1\.5 GiB, hard/)
  await shows('Quota', '0% used')
  await page.getByRole('group', { name: 'Quota forecast' }).getByText('Not enough history yet').waitFor()
  await press('Quota', 'Edit')
  assert.is(await dialog().getByLabel('Quota', { exact: true }).inputValue(), '1.5')
  await dialog().getByRole('switch', { name: 'Enabled' }).click()
  await inDialog('Save').click()
  await shows('Quota', 'Disabled')
})

test('the default retention is set and turned off, and needs object lock', async () => {
  await createBucket('locked', { locking: true })
  await manage('locked')
  await shows('Versioning', 'Object locking needs it')
  assert.is(await setting('Versioning').getByRole('button').count(), 0)
  await press('Retention', 'Edit')
  await dialog().getByRole('heading', { name: 'Set Retention Configuration' }).waitFor()
  const unit = dialog().getByLabel('Unit')
  assert.equal(await unit.locator('option').allTextContents(), ['day', 'year'])
  await dialog().getByLabel('Validity').fill('')
  assert.ok(await isBlocked('Set'))
  await dialog().getByLabel('Validity').fill('0')
  assert.ok(await isBlocked('Set'))
  await dialog().getByRole('radio', { name: 'Governance' }).click()
  await dialog().getByLabel('Validity').fill('101')
  assert.equal(await unit.locator('option').allTextContents(), ['days', 'years'])
  await unit.selectOption('years')
  await inDialog('Set').click()
  await dialog().getByText('Validity is at most 100 years').waitFor()
  await dialog().getByLabel('Validity').fill('2')
  await inDialog('Set').click()
  await waitForDialogClose()
  await shows('Retention', 'Governance, 2 years')
  await press('Retention', 'Turn Off')
  await inDialog('Turn Off').click()
  await waitForDialogClose()
  await shows('Retention', 'Disabled')
  await manage('open')
  await shows('Retention', 'Needs object locking')
  const configure = setting('Retention').getByRole('button', { name: 'Edit' }).and(page.locator('[aria-disabled=true]'))
  await configure.focus()
  await page.getByText('Object locking is set when a bucket is created').first().waitFor()
  const colour = (label: string) =>
    setting(label)
      .getByRole('button', { name: 'Edit' })
      .evaluate((element) => getComputedStyle(element).color)
  assert.is.not(await colour('Retention'), await colour('Quota'), 'what cannot be pressed looks like what can')
})

test('encryption is chosen by type, and types without keys are disabled with the reason', async () => {
  await createBucket('sealed')
  await manage('sealed')
  await shows('Encryption', 'Disabled')
  await press('Encryption', 'Edit')
  await dialog().getByRole('heading', { name: 'Enable Bucket Encryption' }).waitFor()
  assert.ok(await dialog().locator('option[value=sse-kms]').isDisabled())
  await waitForText(/key management service/, dialog())
  await dialog().getByLabel('Encryption Type').selectOption('sse-s3')
  assert.is(await dialog().getByLabel('KMS Key ID').count(), 0)
  await inDialog('Save').click()
  await waitForDialogClose()
  await shows('Encryption', 'SSE-S3')
  await press('Encryption', 'Edit')
  assert.is(await dialog().getByLabel('Encryption Type').inputValue(), 'sse-s3')
  await dialog().getByLabel('Encryption Type').selectOption('disabled')
  await inDialog('Save').click()
  await shows('Encryption', 'Disabled')
})

test('access rules are added, edited, searched and deleted', async () => {
  await createBucket('shared')
  await manage('shared', 'prefix')
  await page.getByText('There are no access rules yet.').waitFor()
  await page.getByRole('button', { name: 'Add Access Rule' }).click()
  assert.ok(await isBlocked('Save'))
  await dialog().getByLabel('Prefix').fill('photos/*')
  await inDialog('Save').click()
  await waitForText(/Omit \* and \?/, dialog())
  for (const [prefix, access] of [
    ['photos/', 'readonly'],
    ['inbox/', 'writeonly'],
  ] as const) {
    await dialog().getByLabel('Prefix').fill(prefix)
    await dialog().getByLabel('Access', { exact: true }).selectOption(access)
    await inDialog('Save').click()
    await waitForDialogClose()
    await row(prefix).getByText(access).waitFor()
    if (prefix === 'photos/') await page.getByRole('button', { name: 'Add Access Rule' }).click()
  }
  await page.getByTitle('Access level').getByText('Custom').waitFor()
  await pressInRow('photos/', 'Edit')
  await dialog().getByLabel('Access', { exact: true }).selectOption('readwrite')
  await inDialog('Save').click()
  await row('photos/').getByText('readwrite').waitFor()
  await page.getByRole('searchbox', { name: 'Search Access Rules' }).fill('inbox')
  await row('photos/').waitFor({ state: 'detached' })
  await pressInRow('inbox/', 'Delete')
  await confirm('Delete')
  await waitForMessage('Access rule inbox/ deleted')
  await page.getByRole('searchbox', { name: 'Search Access Rules' }).fill('')
  await row('photos/').waitFor()

  await manage('shared')
  await press('Access Policy', 'Edit')
  await waitForText(/Saving replaces all of them/, dialog())
  await inDialog('Cancel').click()
})

test('Refresh reloads the open tab', async () => {
  await manage('shared', 'prefix')
  await row('photos/').waitFor()
  const rule = { prefix: 'later/', access: 'readonly' }
  assert.is((await root('PUT', '/api/v1/bucket/shared/access-rules', rule)).status, 200)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await row('later/').waitFor()
})

test('the audit lists policies and users with links to their pages', async () => {
  await createBucket('audited')
  const user = { accessKey: 'auditor', secretKey: 'auditor-secret-key', groups: [], policies: ['readonly'] }
  assert.is((await root('POST', '/api/v1/users', user)).status, 201)
  await manage('audited', 'access')
  await row('readonly').waitFor()
  assert.is(await row('diagnostics').count(), 0)
  await page.getByRole('tab', { name: /^Users/ }).click()
  await row('auditor').getByRole('link').click()
  await page.waitForURL(`${server.url}/users/auditor`)
  await page.goBack()
  await page.getByRole('tab', { name: /^Policies/ }).click()
  await row('readonly').getByRole('link').click()
  await page.waitForURL(`${server.url}/policies/readonly`)
})

test('an account with read access sees why each setting cannot be changed', async () => {
  const changes = ['s3:PutBucketVersioning', 's3:PutEncryptionConfiguration', 's3:PutBucketObjectLockConfiguration']
  await createPolicy('looker', allow(['s3:*'], ['*']), { ...allow(changes, ['*']), Effect: 'Deny' })
  await inTab({ pair: await createUser('looker', { policies: ['looker'] }) }, async () => {
    await manage('open')
    const button = (label: string) => setting(label).getByRole('button')
    for (const label of ['Encryption', 'Versioning']) {
      await button(label).and(page.locator('[aria-disabled=true]')).waitFor()
      await button(label).click({ force: true })
      assert.is(await dialog().count(), 0)
    }
    assert.is(await button('Access Policy').getAttribute('aria-disabled'), null)
    await setting('Quota').getByText('Your policies do not allow admin:GetBucketQuota').waitFor()
    await manage('open', 'access')
    await page.getByText('You cannot see policies').waitFor()
    assert.is(await page.getByRole('tab', { name: /^Users/ }).count(), 0)
    assert.equal(await pageFindings(), [])
  })
})

testScreens(test, 'bucket', [
  ['access', '/buckets/locked/admin/summary?set=access', 'Change Access Policy'],
  ['encryption', '/buckets/locked/admin/summary?set=encryption', 'Encryption Type'],
  ['retention', '/buckets/locked/admin/summary?set=retention', 'Retention Mode'],
  ['quota', '/buckets/locked/admin/summary?set=quota', 'Enable Bucket Quota'],
  ['tags', '/buckets/locked/admin/summary?set=tags', 'Edit Tags'],
  ['policy', '/buckets/locked/admin/prefix?set=policy', 'This opens the bucket to everyone'],
  ['audit', '/buckets/locked/admin/access', 'consoleAdmin'],
  ['rules', '/buckets/locked/admin/prefix', 'There are no access rules yet.'],
])
