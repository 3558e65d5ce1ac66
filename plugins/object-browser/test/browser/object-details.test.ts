import { assert, suite } from '../../../../test/lib/suite.ts'
import { signIn } from '../../../../test/lib/server.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, testScreens } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, confirmByTyping, dialog } from '../../../../test/browser/dialogs.ts'
import { row } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import {
  address,
  openObject,
  fact,
  waitForFact,
  pressInFact,
  dialogButton,
  isBlocked,
  type ObjectInfo,
  objectInfo,
} from './object-page.ts'

const test = suite('the page of an object')

useConsole(test)

/** The date `days` days from now, in the format of a date field. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('tags are added and deleted, and invalid ones are refused before sending', async () => {
  const bucket = await createBucket('tagged')
  await putObject(bucket, 'docs/report 1.pdf', 'text')
  await openObject(bucket, 'docs/report%201.pdf')
  await page.getByText('No tags yet.').waitFor()
  await waitForFact('Checksum', /^CRC32 [\w+/]{6}==$/)
  await page.getByRole('button', { name: 'Add New Tag' }).click()
  await dialog().getByRole('heading', { name: 'Add New Tag' }).waitFor()
  assert.ok(await isBlocked('Save'))
  await dialog().getByLabel('Key').fill('project')
  assert.ok(await isBlocked('Save'))
  await dialog().getByLabel('Value').fill('käse')
  await dialogButton('Save').click()
  await waitForText(/letters, digits, spaces/, dialog())
  await dialog().getByLabel('Value').fill('apollo 11')
  await dialog().getByLabel('Key').fill('k'.repeat(129))
  await dialog().getByText('A key has at most 128 characters').waitFor()
  await dialog().getByLabel('Key').fill('project')
  await dialogButton('Save').click()
  await waitForDialogClose()
  await waitForFact('project', 'apollo 11')
  assert.equal((await objectInfo(bucket, 'docs/report 1.pdf')).tags, { project: 'apollo 11' })

  // tags that another client sets in the meantime remain
  const query = '?prefix=docs%2Freport%201.pdf&version_id=null'
  const both = { project: 'apollo 11', other: 'x' }
  assert.is((await root('PUT', `/api/v1/buckets/${bucket}/objects/tags${query}`, { tags: both })).status, 200)
  await page.getByRole('button', { name: 'Add New Tag' }).click()
  await dialog().getByLabel('Key').fill('project')
  await dialog().getByLabel('Value').fill('again')
  await dialogButton('Save').click()
  await dialog().getByText('A tag with this key already exists').waitFor()
  await dialog().getByLabel('Key').fill('stage')
  await dialogButton('Save').click()
  await waitForFact('stage', 'again')
  await waitForFact('other', 'x')

  await pressInFact('project', 'Delete tag project')
  await dialog().getByRole('heading', { name: 'Delete Tag' }).waitFor()
  await confirm('Delete')
  await waitForMessage('Tag project deleted')
  await fact('project').waitFor({ state: 'detached' })
  assert.equal((await objectInfo(bucket, 'docs/report 1.pdf')).tags, { other: 'x', stage: 'again' })

  await page.getByRole('button', { name: 'Add New Tag' }).click()
  await dialog().getByLabel('Key').fill('constructor')
  await dialog().getByLabel('Value').fill('no class')
  await dialogButton('Save').click()
  await waitForFact('constructor', 'no class')
})

test('an object has at most ten tags', async () => {
  const bucket = await createBucket('full-of-tags')
  await putObject(bucket, 'a', 'text')
  const long = { ['k'.repeat(128)]: 'v'.repeat(256) }
  const tags = { ...long, ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`tag-${index}`, 'x'])) }
  assert.is(
    (await root('PUT', `/api/v1/buckets/${bucket}/objects/tags?prefix=a&version_id=null`, { tags })).status,
    200,
  )
  await openObject(bucket, 'a')
  await fact('tag-8').waitFor()
  await page.getByRole('button', { name: 'Add New Tag' }).and(page.locator('[aria-disabled=true]')).waitFor()
  const eleven = { tags: { ...tags, more: 'x' } }
  assert.is((await root('PUT', `/api/v1/buckets/${bucket}/objects/tags?prefix=a&version_id=null`, eleven)).status, 422)
})

test('a legal hold is set and lifted, or disabled with the reason', async () => {
  const bucket = await createBucket('held', { locking: true })
  await putObject(bucket, 'evidence', 'text')
  await openObject(bucket, 'evidence')
  await waitForFact('Legal Hold', 'Off')
  await pressInFact('Legal Hold', 'Set Legal Hold')
  await dialog().getByRole('radio', { name: 'Enabled' }).click()
  await dialogButton('Set').click()
  await waitForDialogClose()
  await waitForFact('Legal Hold', 'On')
  assert.is((await objectInfo(bucket, 'evidence')).legal_hold_status, 'ON')
  await pressInFact('Legal Hold', 'Set Legal Hold')
  await dialog().getByRole('radio', { name: 'Disabled' }).click()
  await dialogButton('Set').click()
  await waitForFact('Legal Hold', 'Off')

  await openObject('tagged', 'docs/report%201.pdf')
  const button = fact('Legal Hold').getByRole('button')
  await button.and(page.locator('[aria-disabled=true]')).waitFor()
  await button.click({ force: true })
  assert.is(await dialog().count(), 0)
  await fact('Legal Hold')
    .getByText('Object locking must be enabled when the bucket is created')
    .waitFor({ state: 'attached' })
})

test('retention is set to the end of a day, shortened and disabled only with bypass of governance, and compliance only extended', async () => {
  const bucket = await createBucket('retained', { locking: true })
  await putObject(bucket, 'ledger', 'text')
  await openObject(bucket, 'ledger')
  await waitForFact('Retention', 'None')
  await pressInFact('Retention', 'Set Retention')
  await dialog().getByRole('heading', { name: 'Set Retention Policy' }).waitFor()
  assert.ok(await isBlocked('Save'))
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(-2))
  await dialogButton('Save').click()
  await dialog().getByText('Enter a date in the future', { exact: true }).waitFor()
  await dialog()
    .getByRole('textbox', { name: 'Date' })
    .fill(day(365 * 30))
  await dialog().getByText('Enter a date within 25 years', { exact: true }).waitFor()
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(30))
  await dialogButton('Save').click()
  await waitForDialogClose()
  await waitForFact('Retention', /^Governance until/)
  const { retention_mode, retention_until_date = '' } = await objectInfo(bucket, 'ledger')
  assert.equal(
    [retention_mode, new Date(retention_until_date).toISOString()],
    ['GOVERNANCE', `${day(30)}T23:59:59.000Z`],
  )

  await pressInFact('Retention', 'Set Retention')
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(10))
  await dialogButton('Save').click()
  await dialog().getByRole('alert').getByText('Governance retention can only be extended').waitFor()
  await dialog().getByRole('switch', { name: 'Bypass Governance' }).click()
  await dialogButton('Save').click()
  await waitForDialogClose()
  assert.is(
    Date.parse((await objectInfo(bucket, 'ledger')).retention_until_date ?? ''),
    Date.parse(`${day(10)}T23:59:59Z`),
  )
  await pressInFact('Retention', 'Disable')
  await dialogButton('Disable').click()
  await waitForFact('Retention', 'None')

  await pressInFact('Retention', 'Set Retention')
  await dialog().getByRole('radio', { name: 'Compliance' }).click()
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(10))
  await dialogButton('Save').click()
  await confirmByTyping('ledger', 'Set')
  await waitForFact('Retention', /^Compliance until/)
  assert.is(await fact('Retention').getByRole('button', { name: 'Disable' }).count(), 0)
  await pressInFact('Retention', 'Set Retention')
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(9))
  await dialogButton('Save').click()
  await dialog().getByRole('alert').getByText('Compliance retention can only be extended').waitFor()
  await dialog().getByRole('textbox', { name: 'Date' }).fill(day(20))
  await dialogButton('Save').click()
  await waitForDialogClose()
  assert.is(
    Date.parse((await objectInfo(bucket, 'ledger')).retention_until_date ?? ''),
    Date.parse(`${day(20)}T23:59:59Z`),
  )
})

test('a bucket without versions says so', async () => {
  await goto(`${address('tagged', 'docs/report%201.pdf')}?tab=versions`)
  await page.getByText(/Versioning is off/).waitFor()
  await page.getByText('1 version', { exact: true }).waitFor()
  await row('null').getByRole('link').click()
  await waitForFact('stage', 'again')
})

test("the former console's listing of one key has tags and locks of each version", async () => {
  const { json } = await root('GET', `/api/v1/buckets/retained/objects?prefix=ledger&with_versions=true`)
  const [version] = (json as { objects: ObjectInfo[] }).objects
  assert.equal([version?.retention_mode, version?.legal_hold_status, version?.tags], ['COMPLIANCE', 'OFF', {}])
})

test('while the storage is unavailable the page says so, and shows the object once it is back', async () => {
  const unavailable = { code: 503, message: 'The storage server does not answer', detailedMessage: null }
  await page.route('**/objects/info?*', (route) => route.fulfill({ status: 503, json: unavailable }))
  await goto(address('retained', 'ledger'))
  await page.getByText('The object could not be loaded').waitFor()
  await page.getByText('The storage server does not answer').waitFor()
  assert.equal(await pageFindings(), [])
  await page.unroute('**/objects/info?*')
  await waitForFact('Size', '4 B')
})

test("an account with read access sees why the object cannot be changed, and one that may only list sees the listing's fields", async () => {
  const account = async (name: string, actions: string[]) =>
    createUser(name, { policies: [await createPolicy(name, allow(actions, ['*']))] })
  const reader = await account('reader', [
    's3:GetObject',
    's3:GetObjectTagging',
    's3:GetObjectRetention',
    's3:GetBucketObjectLockConfiguration',
  ])
  await inTab({ pair: reader }, async () => {
    await openObject('retained', 'ledger')
    await waitForFact('Retention', /^Compliance until/)
    await waitForFact('Legal Hold', /^Your policies do not allow s3:GetObjectLegalHold on/)
    for (const name of ['Add New Tag', 'Set Legal Hold', 'Set Retention', 'Delete']) {
      const button = page.getByRole('button', { name, exact: true })
      await button.and(page.locator('[aria-disabled=true]')).waitFor()
      await button.click({ force: true })
      assert.is(await dialog().count(), 0, name)
    }
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByText('You cannot see the versions').waitFor()
    assert.equal(await pageFindings(), [])
  })

  const lister = await account('lister', ['s3:ListBucket'])
  await inTab({ pair: lister }, async () => {
    await openObject('retained', 'ledger')
    await waitForFact('Size', '4 B')
    assert.is(await page.getByRole('button', { name: 'Add New Tag' }).count(), 0)
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByText('1 version', { exact: true }).waitFor()
  })
  const send = await signIn(server.url, lister)
  assert.is((await send('DELETE', '/api/v1/buckets/retained/objects/retention?prefix=ledger&version_id=')).status, 403)
})

testScreens(test, 'object', [
  ['details', '/buckets/retained/browse/ledger', 'Compliance until'],
  ['tags', '/buckets/full-of-tags/browse/a', 'tag-8'],
  ['unversioned', '/buckets/tagged/browse/docs/report%201.pdf?tab=versions', 'Versioning is off'],
  ['add-tag', '/buckets/retained/browse/ledger?set=tag', 'Value'],
  ['set-hold', '/buckets/retained/browse/ledger?set=hold', 'Legal Hold Status'],
  ['set-retention', '/buckets/held/browse/evidence?set=retention', 'In governance mode'],
  ['extend-retention', '/buckets/retained/browse/ledger?set=retention', 'a later date'],
])
