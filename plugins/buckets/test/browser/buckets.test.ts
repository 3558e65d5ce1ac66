import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { confirmByTyping, dialog } from '../../../../test/browser/dialogs.ts'
import { bucketCard } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto } from '../../../../test/browser/pages.ts'

const test = suite('buckets')

useConsole(test)

const openList = async (search = '') => {
  await goto(`/buckets${search}`)
  await page.locator('h1').waitFor()
}

const toggle = (label: string) => dialog().getByRole('switch', { name: label })
const save = () => dialog().getByRole('button', { name: 'Save' })
const detail = (label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .first()

test('without buckets the page explains them and offers to create one', async () => {
  await openList()
  await page.getByText('There are no buckets yet.').waitFor()
  assert.equal(await pageFindings(), [])
  await page.getByRole('button', { name: 'Create Bucket' }).click()
  await dialog().getByText('Bucket Name').waitFor()
  assert.is(await save().getAttribute('aria-disabled'), 'true')
  await page.keyboard.type('   ')
  assert.is(await save().getAttribute('aria-disabled'), 'true')
})

test('a bucket is created with quota, versioning and retention, and its summary shows them', async () => {
  await openList('?create=bucket')
  await dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('invoices-2026')
  assert.ok(await toggle('Retention').isDisabled(), 'retention needs versioning')
  await toggle('Versioning').click()
  await toggle('Quota').click()
  await dialog().getByLabel('Size').fill('0')
  assert.is(await save().getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Size').fill('2')
  assert.is(await dialog().getByLabel('Unit').inputValue(), 'TiB')
  await dialog().getByLabel('Unit').selectOption('GiB')
  await toggle('Retention').click()
  assert.ok(await toggle('Object Locking').isChecked(), 'retention turns locking on')
  assert.ok(await toggle('Object Locking').isDisabled(), 'and it cannot be turned off')
  const unit = dialog().getByLabel('Unit').last()
  assert.equal(await unit.locator('option').allTextContents(), ['day', 'year'])
  await dialog().getByRole('radio', { name: 'Governance' }).click()
  await dialog().getByLabel('Validity').fill('7')
  assert.equal(await unit.locator('option').allTextContents(), ['days', 'years'])
  await unit.selectOption('years')
  await screenshot(page, 'buckets-create')
  assert.equal(await pageFindings(), [])
  await save().click()
  await dialog().waitFor({ state: 'detached' })

  await bucketCard('invoices-2026').getByRole('link', { name: 'Manage' }).click()
  await page.waitForURL(`${server.url}/buckets/invoices-2026/admin/summary`)
  await page.getByText('Governance, 7 years').waitFor()
  assert.match((await detail('Quota').textContent()) ?? '', /^2\.0 GiB, hard/)
  assert.match((await detail('Versioning').textContent()) ?? '', /^Enabled/)
  assert.match((await detail('Object Locking').textContent()) ?? '', /^Enabled/)
  assert.match((await detail('Access Policy').textContent()) ?? '', 'Private')
  await screenshot(page, 'buckets-summary')
  assert.equal(await pageFindings(), [])
})

test('turning versioning off resets retention', async () => {
  await openList('?create=bucket')
  await toggle('Versioning').click()
  await toggle('Retention').click()
  await dialog().getByLabel('Validity').fill('30')
  await toggle('Versioning').click()
  assert.not.ok(await toggle('Retention').isChecked())
  assert.not.ok(await toggle('Object Locking').isChecked())
  await toggle('Versioning').click()
  await toggle('Retention').click()
  assert.is(await dialog().getByLabel('Validity').inputValue(), '1')
})

test('an invalid name is reported after a pause, a taken one by the server, and the dialog stays open', async () => {
  await createBucket('taken')
  await openList('?create=bucket')
  const name = dialog().getByRole('textbox', { name: 'Bucket Name' })
  await name.fill('Not_Valid')
  assert.is(await name.getAttribute('aria-invalid'), null)
  await dialog()
    .getByText('A bucket name can contain only lowercase letters, digits, dots and hyphens', { exact: true })
    .waitFor()
  assert.is(await name.getAttribute('aria-invalid'), 'true')
  await name.fill('taken')
  await save().click()
  await dialog().getByRole('alert').waitFor()
  assert.equal(await pageFindings(), [])
  await page.keyboard.press('Escape')
  await dialog().getByText('Discard what you entered?').waitFor()
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
  assert.is(new URL(page.url()).search, '')
})

test('cards show access, usage and objects, and the footer the sum', async () => {
  await putObject(await createBucket('filled'), 'a', new Uint8Array(1536))
  await putObject('filled', 'b', new Uint8Array(1024))
  await openList()
  assert.match((await bucketCard('filled').textContent()) ?? '', /Created \d{4}-\d\d-\d\d/)
  await bucketCard('filled').getByText('R/W').waitFor()
  await bucketCard('filled').getByText('2.5 KiB').waitFor()
  await bucketCard('filled').getByText('2', { exact: true }).waitFor()
  await page.getByText(/^\d+ buckets, 2\.5 KiB counted just now$/).waitFor()
  await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor()
  await screenshot(page, 'buckets-cards')
  assert.equal(await pageFindings(), [])
  await createBucket('made-elsewhere')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Every 10 s' }).waitFor()
  await page.getByRole('menuitem', { name: 'Refresh now' }).click()
  await bucketCard('made-elsewhere').waitFor()
})

test('the list view is remembered, and the search is in the URL', async () => {
  await openList()
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByRole('columnheader', { name: 'Usage' }).waitFor()
  await openList()
  await page.getByRole('columnheader', { name: 'Usage' }).waitFor()
  await page.getByText(/^\d+ buckets, 2\.5 KiB counted just now$/).waitFor()
  assert.equal(await pageFindings(), [])
  await page.getByRole('button', { name: 'Cards' }).click()

  await page.getByRole('searchbox', { name: 'Search Buckets' }).fill('INVOICES')
  await bucketCard('taken').waitFor({ state: 'detached' })
  await bucketCard('invoices-2026').waitFor()
  await page.reload()
  await bucketCard('invoices-2026').waitFor()
  assert.is(await bucketCard('taken').count(), 0)
  await page.getByRole('searchbox', { name: 'Search Buckets' }).fill('no such')
  await page.getByText('No bucket matches "no such"').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await bucketCard('taken').waitFor()
})

test('only an empty bucket can be deleted', async () => {
  await goto('/buckets/filled/admin')
  await page.getByRole('button', { name: 'Delete Bucket' }).click()
  await dialog().getByRole('heading', { name: 'Empty Bucket' }).waitFor()
  await screenshot(page, 'buckets-not-empty')
  assert.equal(await pageFindings(), [])
  await root('POST', '/api/v1/buckets/filled/delete-objects', [{ path: 'a' }, { path: 'b' }])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Bucket' }).click()
  await dialog().getByText('A bucket can only be deleted if it is empty.').waitFor()
  await confirmByTyping('filled', 'Delete')
  await page.waitForURL(`${server.url}/buckets`)
  await bucketCard('taken').waitFor()
  assert.is(await bucketCard('filled').count(), 0)
})

test('a bucket address without a page leads to the list, and an unknown bucket says so', async () => {
  await goto('/buckets/taken')
  await page.waitForURL(`${server.url}/buckets`)
  await goto('/buckets/no-such-bucket/admin')
  await page.getByText('There is no bucket "no-such-bucket"').waitFor()
})

test('an account with read access sees why it cannot create or manage buckets', async () =>
  inTab({ pair: await createUser('reader', { policies: ['readonly'] }) }, async () => {
    await goto('/buckets?create=bucket')
    await bucketCard('taken').getByText('R', { exact: true }).waitFor()
    await bucketCard('taken').getByRole('button', { name: 'Manage' }).focus()
    assert.is(await bucketCard('taken').getByRole('button', { name: 'Manage' }).getAttribute('aria-disabled'), 'true')
    assert.is(await page.getByRole('button', { name: 'Create Bucket' }).count(), 0)
    assert.is(await dialog().count(), 0)
    assert.equal(await pageFindings(), [])
  }))

/** Number of buckets, in two formats. */
const total = async () => {
  const { total } = (await root('GET', '/api/v1/buckets')).json as { total: number }
  return [total, total]
}

test('two thousand buckets are listed and searched', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `many-${String(index).padStart(4, '0')}`)
  while (names.length) await Promise.all(names.splice(0, 20).map((name) => createBucket(name)))
  await openList()
  await bucketCard('many-0000').waitFor()
  const main = page.getByRole('main')
  const few = async () =>
    assert.ok((await page.getByRole('listitem').count()) < 120, 'only those near the window are drawn')
  await few()
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await bucketCard('many-1999').waitFor()
  await few()
  const last = page.getByRole('listitem').last()
  assert.equal(
    [await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')].map(Number),
    await total(),
  )
  await main.evaluate((element) => element.scrollTo(0, 0))
  await bucketCard('many-1999').waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search Buckets' }).fill('many-1234')
  await bucketCard('many-0000').waitFor({ state: 'detached' })
  await page.getByText(/^1 of 2,\d+ buckets/).waitFor()
})

for (const { theme, width } of appearances)
  test(`the list, its dialog and a bucket are readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: 844, theme }, async () => {
      for (const [name, path] of [
        ['list', '/buckets?search=t'],
        ['create', '/buckets?search=t&create=bucket'],
        ['summary', '/buckets/taken/admin/summary'],
      ] as const) {
        await goto(path)
        await page.locator('h1').waitFor()
        await page.getByText('taken').first().waitFor({ state: 'attached' })
        await assertReadable(`buckets-${name}-${theme}-${width}`)
      }
    }))
