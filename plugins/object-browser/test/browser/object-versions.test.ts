import { assert, suite } from '../../../../test/lib/suite.ts'
import { appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import { confirm, dialog } from '../../../../test/browser/dialogs.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { downloadedText } from '../../../../test/browser/files.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { address, openObject, waitForFact, dialogButton, isBlocked, objectInfo, versionIds } from './object-page.ts'

const test = suite('the versions of an object')

useConsole(test)

/** The date `days` days from now, in the format of a date field. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('all versions of an object are listed, without those of others, and each is opened, downloaded and deleted', async () => {
  const bucket = await createBucket('versioned', { versioning: true })
  for (const content of ['first', 'second!', 'third one']) await putObject(bucket, 'note', content)
  for (const key of ['note-2', 'note.txt', 'note/deeper']) await putObject(bucket, key, 'another object')
  const ids = await versionIds(bucket, 'note')
  await openObject(bucket, 'note')
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByText('3 versions').waitFor()
  assert.ok(page.url().includes('tab=versions'))
  const lineOf = (id: string) => page.getByRole('row').filter({ has: page.locator(`[role=gridcell][title="${id}"]`) })
  await waitForText('Latest', lineOf(ids[0] ?? ''))
  assert.is(await page.getByText('Latest', { exact: true }).count(), 1)
  assert.is((await downloadedText(() => pressInRow(ids[2] ?? '', 'Download'))).toString(), 'first')
  await putObject(bucket, 'note', 'and a fourth')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('4 versions').waitFor()
  const [fourth = ''] = await versionIds(bucket, 'note')
  await lineOf(fourth).getByText('Latest').waitFor()
  await pressInRow(fourth, 'Delete')
  await confirm('Delete')
  await page.getByText('3 versions').waitFor()
  await page.getByRole('searchbox', { name: 'Search Versions' }).fill(ids[1] ?? '')
  await page.getByText('1 of 3 versions').waitFor()
  await page.reload()
  await page.getByText('1 of 3 versions').waitFor()

  await lineOf(ids[1] ?? '')
    .getByRole('link')
    .click()
  await waitForFact('Size', '7 B')
  assert.ok(page.url().endsWith(`?version=${ids[1]}`))
  await waitForFact('Version ID', ids[1] ?? '')
  assert.is((await downloadedText(() => page.getByRole('button', { name: 'Download' }).click())).toString(), 'second!')
  await page.getByRole('button', { name: 'Add New Tag' }).click()
  await dialog().getByLabel('Key').fill('which')
  await dialog().getByLabel('Value').fill('the second')
  await dialogButton('Save').click()
  await waitForFact('which', 'the second')
  assert.equal((await objectInfo(bucket, 'note')).tags, {})
  assert.equal((await objectInfo(bucket, 'note', ids[1])).tags, { which: 'the second' })

  await page.getByRole('button', { name: 'Delete Version' }).click()
  await waitForText(/permanently/, dialog())
  await confirm('Delete')
  await waitForMessage('Version of note deleted')
  await page.getByText('2 versions').waitFor()
  assert.equal(await versionIds(bucket, 'note'), [ids[0], ids[2]])
  await page.goBack()
  await goto(`${address(bucket, 'note')}?version=${ids[1]}`)
  await page.getByText('This version does not exist').waitFor()
  await page.getByRole('button', { name: 'Show Latest' }).click()
  await waitForFact('Size', '9 B')
})

test('a deleted object still shows its versions, and returns once its delete marker is deleted', async () => {
  const bucket = await createBucket('undeleted', { versioning: true })
  await putObject(bucket, 'a/note', 'text')
  await openObject(bucket, 'a/note')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL(server.url + address(bucket, 'a/'))
  await goto(address(bucket, 'a/note'))
  await page.getByText('"note" was deleted').waitFor()
  await page.getByRole('button', { name: 'Show Versions' }).click()
  await page.getByText('2 versions').waitFor()
  const [marker = ''] = await versionIds(bucket, 'a/note')
  await row(marker).getByText('Deleted').waitFor()
  assert.is(await row(marker).getByRole('button', { name: 'Download' }).getAttribute('aria-disabled'), 'true')
  await pressInRow(marker, 'Delete')
  await confirm('Delete')
  await page.getByText('1 version', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await waitForFact('Size', '4 B')

  await page.getByRole('tab', { name: 'Versions' }).click()
  const [last = ''] = await versionIds(bucket, 'a/note')
  await pressInRow(last, 'Delete')
  await confirm('Delete')
  await page.getByText('There is no object "note"').waitFor()
})

test('a locked version shows its lock, and is deleted only with bypass of governance', async () => {
  const bucket = await createBucket('locks', { locking: true })
  for (const content of ['first', 'second']) await putObject(bucket, 'a', content)
  const [newer = '', older = ''] = await versionIds(bucket, 'a')
  const set = (setting: string, id: string, body: object) =>
    root('PUT', `/api/v1/buckets/${bucket}/objects/${setting}?prefix=a&version_id=${id}`, body)
  assert.is((await set('legalhold', older, { status: 'enabled' })).status, 200)
  assert.is((await set('retention', newer, { mode: 'governance', expires: `${day(5)}T23:59:59Z` })).status, 200)
  await goto(`${address(bucket, 'a')}?tab=versions`)
  await pressInRow(older, 'Delete')
  await dialog()
    .getByRole('status')
    .getByText(/This version is under a legal hold/)
    .waitFor()
  assert.ok(await isBlocked('Delete'))
  await dialogButton('Cancel').click()
  await pressInRow(newer, 'Delete')
  await dialog()
    .getByRole('status')
    .getByText(/locked by governance retention until/)
    .waitFor()
  assert.ok(await isBlocked('Delete'))
  await dialog().getByRole('switch', { name: 'Bypass Governance' }).click()
  await confirm('Delete')
  await waitForMessage('Version of a deleted')
  assert.equal(await versionIds(bucket, 'a'), [older])
})

test('a bucket with suspended versioning says what happens to existing versions', async () => {
  const bucket = await createBucket('suspended', { versioning: true })
  await putObject(bucket, 'note', 'kept')
  assert.is((await root('PUT', `/api/v1/buckets/${bucket}/versioning`, { versioning: false })).status, 201)
  await putObject(bucket, 'note', 'replaced by the next')
  await goto(`${address(bucket, 'note')}?tab=versions`)
  await page.getByText(/existing versions are kept/).waitFor()
  await page.getByText('2 versions').waitFor()
  await row('null').getByText('Latest').waitFor()
})

test('thousands of versions of one object are paged', async () => {
  const bucket = await createBucket('many', { versioning: true })
  for (let made = 0; made < 1040; made += 20)
    await Promise.all(Array.from({ length: 20 }, () => putObject(bucket, 'busy', 'x')))
  await putObject(bucket, 'busy-not', 'another object')
  await goto(`${address(bucket, 'busy')}?tab=versions`)
  await page.getByText('First 1,000 versions loaded. Scroll for more.').waitFor()
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.getByText('1,040 versions').waitFor()
})

for (const { theme, width } of appearances)
  test(`versions, and the dialog to delete one, are readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: 844, theme }, async () => {
      const [newest = '', oldest = ''] = await versionIds('versioned', 'note')
      const assertLayout = (name: string) => assertReadable(`object-${name}-${theme}-${width}`)
      for (const [name, path, text] of [
        ['version', `versioned/browse/note?version=${newest}`, 'Latest version'],
        ['older-version', `versioned/browse/note?version=${oldest}`, 'Older version'],
        ['versions', 'versioned/browse/note?tab=versions', '2 versions'],
        ['no-version', 'versioned/browse/note?version=nonsense', 'This version does not exist'],
      ] as const) {
        await goto(`/buckets/${path}`)
        await page.getByText(text).first().waitFor()
        await assertLayout(name)
      }
      await goto(`${address('locks', 'a')}?tab=versions`)
      const line = page.getByRole('row').nth(1)
      await line.hover()
      await line.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog()
        .getByText(/This version is under a legal hold/)
        .first()
        .waitFor()
      await assertLayout('delete-version')
    }))
