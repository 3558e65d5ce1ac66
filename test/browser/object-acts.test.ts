import * as assert from 'uvu/assert'
import { listZip } from '../../plugins/object-browser/pages/preview/archive.ts'
import {
  agree,
  at,
  button,
  closed,
  dialog,
  findings,
  inTab,
  looked,
  page,
  press,
  readable,
  root,
  row,
  until,
} from './console.ts'
import { onEveryEngine } from './engines.ts'
import { bucketOf, dock, downloaded, inRow, keysOf, open, put, said } from './objects.ts'

const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()

/** What the link field of the dialog holds, once it holds something. */
const link = async () => {
  const field = dialog().getByLabel('Link', { exact: true })
  await until(async () => (await field.inputValue()) !== '')
  return field.inputValue()
}

const zipped = (zip: Buffer) => listZip(async (start, end) => new Uint8Array(zip.subarray(start, end)), zip.length)

const textAt = async (url: string) => (await fetch(url)).text()

onEveryEngine('object acts', (test, engine) => {
  // what the two engines show alike is looked at once
  const seen = engine === 'embedded' ? looked : async () => undefined
  const fits = engine === 'embedded' ? readable : async () => undefined

  test('a link is made, copied and used by nobody who is signed in, and what it gives never runs', async () => {
    const bucket = await bucketOf('shared')
    const script = '<script>document.title = "ran"; top.location = "about:blank"</script>'
    await put(bucket, 'evil.html', script)
    await put(bucket, 'folder/note.txt', 'note')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(bucket)
    await inRow('evil.html', 'Share')
    assert.is(await textAt(await link()), script)
    await dialog().getByRole('button', { name: '1 hour' }).click()
    await dialog().getByLabel('Days', { exact: true }).and(page.locator('[value="0"]')).waitFor()
    await dialog().getByLabel('Minutes', { exact: true }).fill('75')
    await dialog().getByText('Enter 0 to 59 minutes').first().waitFor()
    await dialog().getByRole('button', { name: '7 days' }).click()
    assert.is(await dialog().getByLabel('Hours', { exact: true }).isDisabled(), true)
    const url = await link()
    assert.equal(await findings(), [])
    await looked(`share-${engine}`)
    await press('Copy Link')
    await said('Share URL Copied to clipboard')
    assert.is(await page.evaluate(() => navigator.clipboard.readText()), url)
    if (engine === 'minio') {
      await dialog()
        .getByLabel(/A new service account/)
        .check()
      await press('Copy Link')
      const other = await link()
      assert.is(await textAt(other), script)
      const { json } = await root('GET', '/api/v1/service-account-details')
      assert.match(String((json as { description?: string }[])[0]?.description), /shared\/evil\.html/)
    } else await dialog().getByText('Ends earlier if you lose the right to read it.').waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await closed()
    const got = await downloaded(() => page.evaluate((href) => void (location.href = href), url))
    assert.equal([String(got), (await page.title()) === 'ran'], [script, false])
  })

  test('links to a selection with a folder are copied together', async () => {
    const bucket = await bucketOf('shared-many')
    for (const key of ['a.txt', 'b.txt', 'folder/c.txt']) await put(bucket, key, key)
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(bucket)
      for (const name of ['a.txt', 'folder/']) await select(name)
      await button('More for what is selected').click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      await dialog().getByText('1 object and 1 folder').waitFor()
      await seen(`share-many-${engine}-390-dark`)
      await press('Copy Links')
      await said('2 links copied to clipboard')
      const links = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
      assert.equal(await Promise.all(links.map(textAt)), ['a.txt', 'folder/c.txt'])
    })
  })

  test('objects and folders are renamed, copied and moved, and what stays behind is told', async () => {
    const [bucket, other] = [await bucketOf('moved'), await bucketOf('moved-into')]
    for (const key of ['a.txt', 'b.txt', 'folder/c.txt', 'folder/deep/d.txt', 'kept/a.txt']) await put(bucket, key, key)
    await open(bucket)
    await inRow('a.txt', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('b.txt')
    await press('Rename')
    await dialog()
      .getByText(/already/)
      .first()
      .waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await inRow('a.txt', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('new name.txt')
    await press('Rename')
    await closed()
    await row('new name.txt').waitFor()
    await inRow('folder/', 'Copy')
    await dialog().getByLabel('Folder').fill('folder/deep')
    await dialog().getByText('A folder cannot go into itself').first().waitFor()
    await dialog().getByLabel('Folder').fill('copies')
    await seen(`copy-${engine}`)
    await press('Copy')
    await said('2 objects successfully copied')
    await row('copies/').waitFor()
    await row('b.txt').getByRole('link').dragTo(row('kept/'))
    await dialog().getByLabel('Folder').and(page.locator('[value="kept/"]')).waitFor()
    await press('Move')
    await said('1 object successfully moved')
    await row('b.txt').waitFor({ state: 'detached' })
    await select('new name.txt')
    await select('folder/')
    await button('More for what is selected').click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await dialog().getByLabel('Bucket').selectOption(other)
    await dialog().getByLabel('Folder').fill('')
    await press('Move')
    await said('3 objects successfully moved')
    await row('folder/').waitFor({ state: 'detached' })
    assert.equal(
      [await keysOf(bucket), await keysOf(other)],
      [
        ['copies/folder/c.txt', 'copies/folder/deep/d.txt', 'kept/a.txt', 'kept/b.txt'],
        ['folder/c.txt', 'folder/deep/d.txt', 'new name.txt'],
      ],
    )
  })

  test('metadata is edited of one object and of several', async () => {
    const bucket = await bucketOf('said')
    for (const key of ['a.txt', 'b.txt']) await put(bucket, key, key)
    await open(bucket)
    await inRow('a.txt', 'Edit Metadata')
    await dialog().getByLabel('Cache Control').fill('max-age=60')
    await dialog()
      .getByLabel(/User Metadata/)
      .fill('author: Ana\nno value')
    await press('Save')
    await dialog().getByText('no value: Use letters, digits').first().waitFor()
    await dialog()
      .getByLabel(/User Metadata/)
      .fill('author: Ana')
    await seen(`metadata-${engine}`)
    await press('Save')
    await closed()
    for (const name of ['a.txt', 'b.txt']) await select(name)
    await button('More for what is selected').click()
    await page.getByRole('menuitem', { name: 'Edit Metadata' }).click()
    await dialog().getByLabel('Content Type').fill('text/x-note')
    await press('Save')
    await said('2 objects successfully changed')
    const infoOf = async (key: string) =>
      (await root('GET', `/api/v1/buckets/${bucket}/objects/info?prefix=${key}&version_id=`)).json as {
        content_type: string
        user_metadata: Record<string, string>
      }
    const { content_type, user_metadata } = await infoOf('a.txt')
    assert.equal(
      [
        content_type,
        user_metadata['cache-control'],
        user_metadata['x-amz-meta-author'],
        (await infoOf('b.txt')).content_type,
      ],
      ['text/x-note', 'max-age=60', 'Ana', 'text/x-note'],
    )
  })

  test('a folder is shown as it was, and what was deleted and replaced since is brought back', async () => {
    const bucket = await bucketOf('rewound', { versioning: true })
    for (const key of ['same', 'replaced', 'deleted', 'folder/a', 'folder/b']) await put(bucket, key, 'then')
    const moment = new Date().toISOString()
    await page.waitForTimeout(10)
    await put(bucket, 'replaced', 'now')
    await put(bucket, 'newer', 'now')
    await put(bucket, 'folder/a', 'now')
    await root('POST', `/api/v1/buckets/${bucket}/delete-objects`, [{ path: 'deleted' }, { path: 'folder/b' }])
    await open(bucket)
    await button('Rewind').click()
    await dialog().getByRole('heading', { name: 'Rewind' }).waitFor()
    await seen(`rewind-dialog-${engine}`)
    await press('Show')
    await page.getByText('0 objects at that moment, 4 newer objects are not shown').waitFor()
    await at(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(moment)}`)
    await row('deleted')
      .getByText(/^Deleted 20/)
      .waitFor()
    await row('replaced')
      .getByText(/^Replaced 20/)
      .waitFor()
    await row('same').getByText('Unchanged').waitFor()
    await page
      .getByText('3 objects at that moment, 1 deleted and 1 replaced since, 1 newer object is not shown')
      .waitFor()
    await fits(`rewind-${engine}`)
    await page.getByRole('checkbox', { name: 'Show deleted objects' }).uncheck()
    await row('deleted').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Show deleted objects' }).check()
    await page.getByRole('checkbox', { name: 'Compare with now' }).check()
    await page.getByText('1 added, 2 replaced and 2 deleted since, in this folder and below it').waitFor()
    assert.match(page.url(), /compare=1/)
    for (const [name, since] of [
      ['newer', 'Added'],
      ['folder/a', 'Replaced'],
      ['folder/b', 'Deleted'],
      ['deleted', 'Deleted'],
    ] as const)
      await row(name)
        .getByText(new RegExp(`^${since} 20`))
        .waitFor()
    assert.is(await row('same').count(), 0)
    await fits(`compare-${engine}`)
    await page.getByRole('checkbox', { name: 'Compare with now' }).press('Space')
    await row('same').waitFor()
    assert.is(String(await downloaded(() => inRow('replaced', 'Download'))), 'then')
    const { entries } = await zipped(await downloaded(() => inRow('folder/', 'Download as Zip')))
    assert.equal(
      entries.map(({ name, size }) => [name, size]),
      [
        ['a', 4],
        ['b', 4],
      ],
    )
    await select('deleted')
    await select('replaced')
    await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
    await said('2 objects successfully restored')
    await row('deleted')
      .getByText(/^Replaced 20/)
      .waitFor()
    assert.equal(await keysOf(bucket), ['deleted', 'folder/a', 'newer', 'replaced', 'same'])
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await at(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(moment)}`)
      await page.getByRole('link', { name: 'folder/' }).click()
      await page.getByText('2 objects at that moment').waitFor()
      await fits(`rewind-${engine}-390-dark`)
      await button('More of this moment').click()
      await page.getByRole('menuitem', { name: 'Restore Folder' }).click()
      await dialog().locator('dl').getByText('8 B').waitFor()
      await seen(`restore-${engine}-390-dark`)
      await press('Restore')
      await said('2 objects successfully restored')
      await dock().getByText('2 objects · Restored').waitFor()
      await fits(`restored-${engine}-390-dark`)
    })
    assert.equal(await keysOf(bucket), ['deleted', 'folder/a', 'folder/b', 'newer', 'replaced', 'same'])
  })

  test('an older version is restored from the list of versions, shared by a link of its own, and all of them are deleted', async () => {
    const bucket = await bucketOf('older', { versioning: true })
    for (const content of ['same\nfirst\nsame', 'same\nsecond\nsame']) await put(bucket, 'note', content)
    const versions = async () => {
      const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?prefix=note&with_versions=true&limit=100`)
      return (json as { objects: { version_id: string }[] }).objects.map(({ version_id }) => version_id)
    }
    const [, older = ''] = await versions()
    await at(`/buckets/${bucket}/browse/note?version=${older}`)
    await button('Share').click()
    assert.is(await textAt(await link()), 'same\nfirst\nsame')
    await dialog().getByText('Close', { exact: true }).click()
    await closed()
    await at(`/buckets/${bucket}/browse/note?tab=versions`)
    await inRow(older, 'Compare')
    const changed = dialog().getByRole('region', { name: 'Changed lines' })
    await changed.waitFor()
    assert.equal(await changed.locator('> div').allTextContents(), [' same', '−first', '+second', ' same'])
    await fits(`versions-compared-${engine}`)
    await dialog().getByLabel('After', { exact: true }).selectOption(older)
    await dialog().getByText('The versions are the same').waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await closed()
    await inRow(older, 'Restore')
    await said('Version successfully restored')
    await page.getByText('3 versions').waitFor()
    assert.is((await versions()).length, 3)
    await button('Delete All Versions').click()
    await agree('Delete All')
    await until(async () => (await versions()).length === 0)
    await page.getByText('There are no objects yet.').waitFor()
  })

  test('objects are found below a folder, by name and by more, and used from there', async () => {
    const bucket = await bucketOf('looked-through', { versioning: true })
    for (const key of ['logs/a.txt', 'logs/deep/epoch-1.bin', 'logs/deep/epoch-2.bin', 'other/epoch-3.bin'])
      await put(bucket, key, key)
    await put(bucket, 'logs/deep/epoch-large.bin', 'x'.repeat(5000))
    await open(bucket, '/logs/')
    await page.getByRole('searchbox').fill('epoch')
    await page.keyboard.press('Enter')
    await page.getByText(/^3 found in 4 objects/).waitFor()
    assert.match(page.url(), /find=epoch/)
    await fits(`found-${engine}`)
    await page.getByLabel('Size at least').fill('1 KiB')
    await page.getByText(/^1 found in 4 objects/).waitFor()
    await row('deep/epoch-large.bin').waitFor()
    await page.getByLabel('Size at least').fill('')
    await page.getByRole('searchbox').fill('epoch-?.bin')
    await page.getByText(/^2 found in 4 objects/).waitFor()
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await at(`/buckets/${bucket}/browse/logs/?find=epoch&min=1k`)
      await page.getByText(/^1 found in 4 objects/).waitFor()
      await fits(`found-${engine}-390-dark`)
    })
    await inRow('deep/epoch-1.bin', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('epoch-9.bin')
    await press('Rename')
    await row('deep/epoch-9.bin').waitFor()
    await button('This folder').click()
    await row('deep/').waitFor()
    await button('Export Listing').click()
    await dialog().getByLabel('All below it').check()
    const file = String(await downloaded(() => press('Save')))
    assert.equal(
      file
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
      ['logs/a.txt', 'logs/deep/epoch-2.bin', 'logs/deep/epoch-9.bin', 'logs/deep/epoch-large.bin'],
    )
    await button('Go to Path').click()
    await dialog().getByLabel('Path', { exact: true }).fill(`s3://${bucket}/other/`)
    await press('Go')
    await row('epoch-3.bin').waitFor()
  })

  test('a folder is counted, commands are shown, and the keyboard renames and finds rows', async () => {
    const bucket = await bucketOf('by-key', { locking: true })
    for (const key of ['apple', 'banana', 'cherry', 'folder/a', 'folder/b']) await put(bucket, key, key)
    await open(bucket)
    await inRow('folder/', 'Count Size')
    await dialog().locator('dl').getByText('16 B').waitFor()
    await dialog().getByText('with all below it.').waitFor()
    await seen(`size-${engine}`)
    await dialog().getByText('Close', { exact: true }).click()
    await closed()
    await row('apple').hover()
    await row('apple').getByRole('button', { name: 'More actions' }).click()
    const commands = page.getByRole('menuitem', { name: 'Commands' })
    if (engine === 'embedded') {
      await page.getByText('This storage has no S3 address').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    } else {
      await commands.click()
      await dialog().getByText('mc cp ALIAS/by-key/apple .').waitFor()
      assert.equal(await findings(), [])
      await looked('commands')
      await dialog().getByText('Close', { exact: true }).click()
      await closed()
    }
    await row('folder/').focus()
    await page.keyboard.press('c')
    await until(async () => (await page.evaluate(() => document.activeElement?.textContent ?? '')).includes('cherry'))
    await page.keyboard.press('F2')
    await dialog().getByLabel('Name', { exact: true }).fill('date')
    await page.keyboard.press('Enter')
    await row('date').waitFor()
    for (const name of ['apple', 'banana']) await select(name)
    await button('More for what is selected').click()
    await page.getByRole('menuitem', { name: 'Add Tag' }).click()
    await dialog().getByLabel('Key', { exact: true }).fill('colour')
    await dialog().getByLabel('Value', { exact: true }).fill('red')
    await press('Save')
    await said('2 objects successfully tagged')
    for (const name of ['apple', 'banana']) await select(name)
    await button('More for what is selected').click()
    await page.getByRole('menuitem', { name: 'Legal Hold' }).click()
    await press('Set')
    await said('2 objects successfully put under legal hold')
    for (const name of ['apple', 'banana']) await select(name)
    await button('More for what is selected').click()
    await page.getByRole('menuitem', { name: 'Retention' }).click()
    await dialog()
      .getByLabel('Date')
      .fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10))
    await press('Save')
    await said('2 objects successfully retained')
    const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects/info?prefix=banana&version_id=`)
    const { tags, legal_hold_status, retention_mode } = json as {
      tags: object
      legal_hold_status: string
      retention_mode: string
    }
    assert.equal([tags, legal_hold_status, retention_mode], [{ colour: 'red' }, 'ON', 'GOVERNANCE'])
    for (const key of ['apple', 'banana']) {
      await root('PUT', `/api/v1/buckets/${bucket}/objects/legalhold?prefix=${key}&version_id=`, { status: 'disabled' })
      await root('DELETE', `/api/v1/buckets/${bucket}/objects/retention?prefix=${key}&version_id=`)
    }
  })
})
