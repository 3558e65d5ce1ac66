import { assert } from '../../../../test/lib/suite.ts'
import { pageFindings, assertAccessible } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row, pressInRow } from '../../../../test/browser/elements.ts'
import { downloadedText } from '../../../../test/browser/files.ts'
import { createBucket, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForHeading, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'
import { selectRow, sharedLink, fetchText } from '../../../../test/browser/object-dialogs.ts'

onEveryEngine('object actions', (test, engine) => {
  // screens that are equal on both engines are checked once
  const seen = engine === 'embedded' ? assertAccessible : async () => undefined

  test('a link is created, copied and used without a session, and its content never runs', async () => {
    const bucket = await createBucket('shared')
    const script = '<script>document.title = "ran"; top.location = "about:blank"</script>'
    await putObject(bucket, 'evil.html', script)
    await putObject(bucket, 'folder/note.txt', 'note')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openBucket(bucket)
    await pressInRow('evil.html', 'Share')
    assert.is(await fetchText(await sharedLink()), script)
    await dialog().getByRole('button', { name: '1 hour' }).click()
    await dialog().getByLabel('Days', { exact: true }).and(page.locator('[value="0"]')).waitFor()
    await dialog().getByLabel('Minutes', { exact: true }).fill('75')
    await dialog().getByText('Enter 0 to 59 minutes').first().waitFor()
    const week = dialog().getByRole('button', { name: '7 days' })
    if (engine === 'minio') {
      // the session ends earlier
      assert.is(await week.getAttribute('aria-disabled'), 'true')
      await dialog().getByRole('button', { name: '1 hour' }).click()
    } else {
      await week.click()
      assert.is(await dialog().getByLabel('Hours', { exact: true }).isDisabled(), true)
    }
    await waitForText(/^The link expires on 20/, dialog())
    await dialog().getByText('127.0.0.1', { exact: false }).first().waitFor()
    const url = await sharedLink()
    assert.equal(await pageFindings(), [])
    await assertAccessible(`share-${engine}`)
    await pressInDialog('Copy Link')
    await waitForMessage('Share URL Copied to clipboard')
    assert.is(await page.evaluate(() => navigator.clipboard.readText()), url)
    if (engine === 'minio') {
      await dialog()
        .getByLabel(/A new service account/)
        .check()
      assert.is(await week.getAttribute('aria-pressed'), 'true')
      await pressInDialog('Copy Link')
      const other = await sharedLink()
      assert.is(await fetchText(other), script)
      const { json } = await root('GET', '/api/v1/service-account-details')
      assert.match(String((json as { description?: string }[])[0]?.description), /shared\/evil\.html/)
    } else await dialog().getByText('It stops working if you lose access.').waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await waitForDialogClose()
    const downloaded = await downloadedText(() => page.evaluate((href) => void (location.href = href), url))
    assert.equal([String(downloaded), (await page.title()) === 'ran'], [script, false])
  })

  test('links to a selection with a folder are copied together', async () => {
    const bucket = await createBucket('shared-many')
    for (const key of ['a.txt', 'b.txt', 'folder/c.txt']) await putObject(bucket, key, key)
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openBucket(bucket)
      for (const name of ['a.txt', 'folder/']) await selectRow(name)
      await button('More actions for the selection').click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      await dialog().getByText('1 object and 1 folder').waitFor()
      await seen(`share-many-${engine}-390-dark`)
      await pressInDialog('Copy Links')
      await waitForMessage('2 links copied to clipboard')
      const links = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
      assert.equal(await Promise.all(links.map(fetchText)), ['a.txt', 'folder/c.txt'])
    })
  })

  test('objects and folders are renamed, copied and moved, and skipped ones are reported', async () => {
    const [bucket, other] = [await createBucket('moved'), await createBucket('moved-into')]
    for (const key of ['a.txt', 'b.txt', 'folder/c.txt', 'folder/deep/d.txt', 'kept/a.txt'])
      await putObject(bucket, key, key)
    await openBucket(bucket)
    await pressInRow('a.txt', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('b.txt')
    await pressInDialog('Rename')
    await dialog()
      .getByText(/already/)
      .first()
      .waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await pressInRow('a.txt', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('new name.txt')
    await pressInDialog('Rename')
    await waitForDialogClose()
    await row('new name.txt').waitFor()
    await pressInRow('folder/', 'Copy')
    // folders are listed as their path is typed
    await dialog().getByLabel('Folder').fill('fol')
    await page.getByRole('option', { name: 'folder/', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'folder/deep/', exact: true }).click()
    await dialog().getByText('A folder cannot be copied or moved into itself').first().waitFor()
    await dialog().getByLabel('Folder').fill('folder/deep')
    await dialog().getByText('A folder cannot be copied or moved into itself').first().waitFor()
    await dialog().getByLabel('Folder').fill('copies')
    await seen(`copy-${engine}`)
    await pressInDialog('Copy')
    await waitForMessage('2 objects copied')
    await row('copies/').waitFor()
    await row('b.txt').getByRole('link').dragTo(row('kept/'))
    await dialog().getByLabel('Folder').and(page.locator('[value="kept/"]')).waitFor()
    await pressInDialog('Move')
    await waitForMessage('1 object moved')
    await row('b.txt').waitFor({ state: 'detached' })
    await selectRow('new name.txt')
    await selectRow('folder/')
    await button('More actions for the selection').click()
    await page.getByRole('menuitem', { name: 'Move' }).click()
    await dialog().getByLabel('Bucket').selectOption(other)
    await dialog().getByLabel('Folder').fill('')
    await pressInDialog('Move')
    await waitForMessage('3 objects moved')
    await row('folder/').waitFor({ state: 'detached' })
    assert.equal(
      [await keysOf(bucket), await keysOf(other)],
      [
        ['copies/folder/c.txt', 'copies/folder/deep/d.txt', 'kept/a.txt', 'kept/b.txt'],
        ['folder/c.txt', 'folder/deep/d.txt', 'new name.txt'],
      ],
    )
  })

  test("a failed rename on an object's page says so and stays there, in a narrow window too", async () => {
    const bucket = await createBucket('renamed')
    for (const key of ['reports/a.txt', 'reports/b.txt']) await putObject(bucket, key, key)
    for (const width of [1280, 390])
      await inTab({ width }, async () => {
        await goto(`/buckets/${bucket}/browse/reports/a.txt`)
        // the folder is one step away
        await page
          .getByRole('link', { name: /^reports/ })
          .first()
          .waitFor()
        await button('More page actions').click()
        await page.getByRole('menuitem', { name: 'Rename' }).click()
        await dialog().getByLabel('Name', { exact: true }).fill('b.txt')
        await pressInDialog('Rename')
        await dialog().getByText('1 object could not be renamed').waitFor()
        await dialog().getByText('Close', { exact: true }).click()
        await waitForHeading('a.txt')
      })
    assert.equal(await keysOf(bucket), ['reports/a.txt', 'reports/b.txt'])
  })

  test('metadata of one object and of several is edited', async () => {
    const bucket = await createBucket('said')
    for (const key of ['a.txt', 'b.txt']) await putObject(bucket, key, key)
    await openBucket(bucket)
    await pressInRow('a.txt', 'Edit Metadata')
    await dialog().getByLabel('Cache Control').fill('max-age=60')
    await dialog()
      .getByLabel(/User Metadata/)
      .fill('author: Ana\nno value')
    await pressInDialog('Save')
    await dialog().getByText('no value: Use letters, digits').first().waitFor()
    await dialog()
      .getByLabel(/User Metadata/)
      .fill('author: Ana')
    await seen(`metadata-${engine}`)
    await pressInDialog('Save')
    await waitForDialogClose()
    for (const name of ['a.txt', 'b.txt']) await selectRow(name)
    await button('More actions for the selection').click()
    await page.getByRole('menuitem', { name: 'Edit Metadata' }).click()
    await dialog().getByLabel('Content Type').fill('text/x-note')
    await pressInDialog('Save')
    await waitForMessage('2 objects changed')
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

  test('a folder is counted, commands are shown, and the keyboard renames and finds rows', async () => {
    const bucket = await createBucket('by-key', { locking: true })
    for (const key of ['apple', 'banana', 'cherry', 'folder/a', 'folder/b']) await putObject(bucket, key, key)
    await openBucket(bucket)
    await pressInRow('folder/', 'Calculate Size')
    await dialog().locator('dl').getByText('16 B').waitFor()
    await dialog().getByText('including subfolders.').waitFor()
    await seen(`size-${engine}`)
    await dialog().getByText('Close', { exact: true }).click()
    await waitForDialogClose()
    await row('apple').hover()
    await row('apple').getByRole('button', { name: 'More actions' }).click()
    const commands = page.getByRole('menuitem', { name: 'Commands' })
    if (engine === 'embedded') {
      await page.getByText('This storage has no S3 endpoint').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    } else {
      await commands.click()
      await dialog().getByText('mc cp ALIAS/by-key/apple .').waitFor()
      assert.equal(await pageFindings(), [])
      await assertAccessible('commands')
      await dialog().getByText('Close', { exact: true }).click()
      await waitForDialogClose()
    }
    await row('folder/').focus()
    await page.keyboard.press('c')
    await until(async () => (await page.evaluate(() => document.activeElement?.textContent ?? '')).includes('cherry'))
    await page.keyboard.press('F2')
    await dialog().getByLabel('Name', { exact: true }).fill('date')
    await page.keyboard.press('Enter')
    await row('date').waitFor()
    for (const name of ['apple', 'banana']) await selectRow(name)
    await button('More actions for the selection').click()
    await page.getByRole('menuitem', { name: 'Add Tag' }).click()
    await dialog().getByLabel('Key', { exact: true }).fill('colour')
    await dialog().getByLabel('Value', { exact: true }).fill('red')
    await pressInDialog('Save')
    await waitForMessage('2 objects tagged')
    for (const name of ['apple', 'banana']) await selectRow(name)
    await button('More actions for the selection').click()
    await page.getByRole('menuitem', { name: 'Legal Hold' }).click()
    await pressInDialog('Set')
    await waitForMessage('2 objects put under legal hold')
    for (const name of ['apple', 'banana']) await selectRow(name)
    await button('More actions for the selection').click()
    await page.getByRole('menuitem', { name: 'Retention' }).click()
    await dialog()
      .getByRole('textbox', { name: 'Date' })
      .fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10))
    await pressInDialog('Save')
    await waitForMessage('2 objects retained')
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
