import { assert } from '../../../../test/lib/suite.ts'
import { listZip } from '../../pages/preview/archive.ts'
import { assertAccessible, assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { downloadedText } from '../../../../test/browser/files.ts'
import { createBucket, dock, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'
import { selectRow, sharedLink, fetchText } from '../../../../test/browser/object-dialogs.ts'

const zipped = (zip: Buffer) => listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)

onEveryEngine('object history and search', (test, engine) => {
  // screens that are equal on both engines are checked once
  const seen = engine === 'embedded' ? assertAccessible : async () => undefined

  const fits = engine === 'embedded' ? assertReadable : async () => undefined

  test('a folder is shown as of an earlier time, and deleted and overwritten objects are restored', async () => {
    const bucket = await createBucket('rewound', { versioning: true })
    for (const key of ['same', 'replaced', 'deleted', 'folder/a', 'folder/b']) await putObject(bucket, key, 'then')
    const moment = new Date().toISOString()
    await page.waitForTimeout(10)
    await putObject(bucket, 'replaced', 'now')
    await putObject(bucket, 'newer', 'now')
    await putObject(bucket, 'folder/a', 'now')
    await root('POST', `/api/v1/buckets/${bucket}/delete-objects`, [{ path: 'deleted' }, { path: 'folder/b' }])
    await openBucket(bucket)
    await button('Rewind').click()
    await dialog().getByRole('heading', { name: 'Rewind' }).waitFor()
    await seen(`rewind-dialog-${engine}`)
    await pressInDialog('Show')
    await page.getByText('0 objects at that time, 4 newer objects are not shown').waitFor()
    await goto(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(moment)}`)
    await waitForText(/^Deleted 20/, row('deleted'))
    await waitForText(/^Replaced 20/, row('replaced'))
    await row('same').getByText('Unchanged').waitFor()
    await waitForText('3 objects at that time, 1 deleted and 1 replaced since, 1 newer object is not shown')
    assert.match(await page.getByRole('row').nth(1).innerText(), /^folder\//, 'folders are not first')
    await fits(`rewind-${engine}`)
    await page.getByRole('checkbox', { name: 'Show deleted' }).uncheck()
    await row('deleted').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Show deleted' }).check()
    await page.getByRole('checkbox', { name: 'Compare with now' }).check()
    await page.getByText('1 added, 2 replaced and 2 deleted since, including subfolders').waitFor()
    assert.match(page.url(), /compare=1/)
    for (const [name, since] of [
      ['newer', 'Added'],
      ['folder/a', 'Replaced'],
      ['folder/b', 'Deleted'],
      ['deleted', 'Deleted'],
    ] as const)
      await waitForText(new RegExp(`^${since} 20`), row(name))
    assert.is(await row('same').count(), 0)
    await fits(`compare-${engine}`)
    await page.getByRole('checkbox', { name: 'Compare with now' }).press('Space')
    await row('same').waitFor()
    assert.is(String(await downloadedText(() => pressInRow('replaced', 'Download'))), 'then')
    const { entries } = await zipped(await downloadedText(() => pressInRow('folder/', 'Download as Zip')))
    assert.equal(
      entries.map(({ name, size }) => [name, size]),
      [
        ['a', 4],
        ['b', 4],
      ],
    )
    await selectRow('deleted')
    await selectRow('replaced')
    await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
    await waitForMessage('2 objects restored')
    await waitForText(/^Replaced 20/, row('deleted'))
    assert.equal(await keysOf(bucket), ['deleted', 'folder/a', 'newer', 'replaced', 'same'])
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await goto(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(moment)}`)
      await page.getByRole('link', { name: 'folder/' }).click()
      await page.getByText('2 objects at that time').waitFor()
      await fits(`rewind-${engine}-390-dark`)
      await button('More folder actions').click()
      await page.getByRole('menuitem', { name: 'Restore Folder' }).click()
      await dialog().locator('dl').getByText('8 B').waitFor()
      await seen(`restore-${engine}-390-dark`)
      await pressInDialog('Restore')
      await waitForMessage('2 objects restored')
      await dock().getByText('2 objects · Restored').waitFor()
      await fits(`restored-${engine}-390-dark`)
    })
    assert.equal(await keysOf(bucket), ['deleted', 'folder/a', 'folder/b', 'newer', 'replaced', 'same'])
  })

  test('an older version is restored, shared by a link, and all versions are deleted', async () => {
    const bucket = await createBucket('older', { versioning: true })
    for (const content of ['same\nfirst\nsame', 'same\nsecond\nsame']) await putObject(bucket, 'note', content)
    const versions = async () => {
      const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?prefix=note&with_versions=true&limit=100`)
      return (json as { objects: { version_id: string }[] }).objects.map(({ version_id }) => version_id)
    }
    const [, older = ''] = await versions()
    await goto(`/buckets/${bucket}/browse/note?version=${older}`)
    await button('Share').click()
    assert.is(await fetchText(await sharedLink()), 'same\nfirst\nsame')
    await dialog().getByText('Close', { exact: true }).click()
    await waitForDialogClose()
    await goto(`/buckets/${bucket}/browse/note?tab=versions`)
    await pressInRow(older, 'Compare')
    const changed = dialog().getByRole('region', { name: 'Changed lines' })
    await changed.waitFor()
    assert.equal(await changed.locator('> div').allTextContents(), [' same', '−first', '+second', ' same'])
    await fits(`versions-compared-${engine}`)
    await dialog().getByLabel('After', { exact: true }).selectOption(older)
    await dialog().getByText('The versions are the same').waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await waitForDialogClose()
    await pressInRow(older, 'Restore')
    await waitForMessage('Version of note restored')
    await page.getByText('3 versions').waitFor()
    assert.is((await versions()).length, 3)
    await button('Delete All Versions').click()
    await confirm('Delete All')
    await until(async () => (await versions()).length === 0)
    await page.getByText('There are no objects yet.').waitFor()
  })

  test('objects are found below a folder, by name and other criteria, and opened from the results', async () => {
    const bucket = await createBucket('looked-through', { versioning: true })
    for (const key of ['logs/a.txt', 'logs/deep/epoch-1.bin', 'logs/deep/epoch-2.bin', 'other/epoch-3.bin'])
      await putObject(bucket, key, key)
    await putObject(bucket, 'logs/deep/epoch-large.bin', 'x'.repeat(5000))
    await openBucket(bucket, '/logs/')
    await page.getByRole('searchbox').fill('epoch')
    // Enter does not change the scope, and the scope selector keeps the focus
    await page.keyboard.press('Enter')
    assert.is(new URL(page.url()).searchParams.get('find'), null)
    await button('Search Below').press('Enter')
    await page.getByText(/^3 objects found · 4 objects searched in/).waitFor()
    assert.match(page.url(), /find=epoch/)
    await page.getByRole('button', { name: 'With subfolders' }).and(page.locator(':focus')).waitFor()
    await page.locator('h1[title="logs"]').waitFor()
    await fits(`found-${engine}`)
    await page.getByLabel('Size at least').fill('1 KiB')
    await page.getByText(/^1 object found · 4 objects searched/).waitFor()
    await row('deep/epoch-large.bin').waitFor()
    await page.getByLabel('Size at least').fill('')
    const since = page.getByRole('textbox', { name: 'Modified since' })
    // the placeholder of the search
    await since.pressSequentially('YYYY-MM-DD')
    assert.ok(await since.evaluate((one) => one.scrollWidth <= one.clientWidth), 'a date is cut off')
    await since.fill('')
    await page.getByRole('searchbox').fill('epoch-?.bin')
    await page.getByText(/^2 objects found · 4 objects searched/).waitFor()
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await goto(`/buckets/${bucket}/browse/logs/?find=epoch&min=1k`)
      await page.getByText(/^1 object found · 4 objects searched/).waitFor()
      await fits(`found-${engine}-390-dark`)
    })
    await pressInRow('deep/epoch-1.bin', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('epoch-9.bin')
    await pressInDialog('Rename')
    await row('deep/epoch-9.bin').waitFor()
    await button('This folder').click()
    await row('deep/').waitFor()
    await button('Export Listing').click()
    await dialog().getByLabel('All objects below it').check()
    const file = String(await downloadedText(() => pressInDialog('Save')))
    assert.equal(
      file
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
      ['logs/a.txt', 'logs/deep/epoch-2.bin', 'logs/deep/epoch-9.bin', 'logs/deep/epoch-large.bin'],
    )
    await button('Go to Path').click()
    await dialog().getByLabel('Path', { exact: true }).fill(`s3://${bucket}/other/`)
    await pressInDialog('Go')
    await row('epoch-3.bin').waitFor()
  })
})
