import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../../../test/lib/suite.ts'
import { pageFindings, assertAccessible } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, bucketCard, row, pressInRow } from '../../../../test/browser/elements.ts'
import { chooseFiles, filesFolder, useFiles } from '../../../../test/browser/files.ts'
import { createBucket, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, waitForText, undo } from '../../../../test/browser/pages.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

onEveryEngine('deleted objects', (test, engine) => {
  // screens that are equal on both engines are checked once
  const seen = engine === 'embedded' ? assertAccessible : async () => undefined
  useFiles(test)

  test('Undo restores an object deleted in a versioned bucket', async () => {
    const bucket = await createBucket('undone', { versioning: true })
    for (const key of ['a', 'b']) await putObject(bucket, key, key)
    await openBucket(bucket)
    await pressInRow('a', 'Delete')
    await waitForMessage('Object deleted successfully')
    await row('a').waitFor({ state: 'detached' })
    assert.is(await dialog().count(), 0, 'nothing was asked')
    await undo()
    await row('a').waitFor()
    assert.equal(await keysOf(bucket), ['a', 'b'])
  })

  test('an empty folder lists its deleted objects, which are restored or deleted permanently', async () => {
    const bucket = await createBucket('kept', { versioning: true })
    for (const key of ['note', 'note', 'draft']) await putObject(bucket, key, key)
    await root('POST', `/api/v1/buckets/${bucket}/delete-objects`, [{ path: 'note' }, { path: 'draft' }])
    await goto(`/buckets/${bucket}/browse`)
    await page.getByText('2 deleted objects can be restored.').waitFor()
    await button('Show Deleted').click()
    await page.getByText('2 deleted', { exact: true }).waitFor()
    assert.match(page.url(), /deleted=1/)
    await row('note').getByText('Deleted').waitFor()
    await seen('deleted-browse')
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await goto(`/buckets/${bucket}/browse?deleted=1`)
      await page.getByText('2 deleted', { exact: true }).waitFor()
      await seen('deleted-browse-390-dark')
    })
    await pressInRow('note', 'Restore')
    await waitForMessage('Object note restored')
    await row('note').getByText('Deleted').waitFor({ state: 'detached' })
    assert.equal(await keysOf(bucket), ['note'])
    await pressInRow('draft', 'Delete All Versions')
    await confirm('Delete All')
    await waitForDialogClose()
    await row('draft').waitFor({ state: 'detached' })
  })

  test('a bucket with versions is emptied and deleted, and its card counts the versions', async () => {
    const bucket = await createBucket('emptied', { versioning: true })
    for (const key of ['a', 'a', 'b']) await putObject(bucket, key, key)
    await root('POST', `/api/v1/buckets/${bucket}/delete-objects`, [{ path: 'a' }])
    await goto('/buckets')
    // a MinIO server counts versions during its next scan
    if (engine === 'embedded') await bucketCard(bucket).getByText('Versions').waitFor()
    await goto(`/buckets/${bucket}/admin`)
    await button('Delete Bucket').click()
    await dialog().getByRole('heading', { name: 'Empty Bucket' }).waitFor()
    await dialog().locator('dl').getByText('3 B').waitFor()
    assert.equal(await pageFindings(), [])
    await seen('deleted-empty-bucket')
    await confirm('Empty Bucket')
    await dialog().getByRole('heading', { name: 'Delete Bucket' }).waitFor()
    await confirm('Delete')
    await waitForDialogClose()
    await bucketCard(bucket).waitFor({ state: 'detached' })
  })

  test('locked versions in an emptied bucket are reported and stay', async () => {
    const bucket = await createBucket('locked', { locking: true })
    for (const key of ['free', 'held']) await putObject(bucket, key, key)
    await root('PUT', `/api/v1/buckets/${bucket}/objects/legalhold?prefix=held&version_id=`, { status: 'enabled' })
    await inTab({ width: 390, height: 844, theme: 'light' }, async () => {
      await goto(`/buckets/${bucket}/admin`)
      await button('More page actions').click()
      await page.getByRole('menuitem', { name: 'Delete Bucket' }).click()
      await confirm('Empty Bucket')
      await waitForText(/1 version stays.*held is under a legal hold/, dialog())
      await seen('deleted-locked-390')
      // the button in the header has the same name, but no text
      await dialog().getByText('Close', { exact: true }).click()
    })
    assert.equal(await keysOf(bucket), ['held'])
  })

  test('overwriting a file without versions asks once for all files', async () => {
    const bucket = await createBucket('replaced')
    for (const key of ['one.txt', 'two.txt']) await putObject(bucket, key, 'before')
    const names = ['one.txt', 'two.txt', 'three.txt']
    for (const name of names) writeFileSync(join(filesFolder, name), 'after')
    await openBucket(bucket)
    await row('one.txt').waitFor()
    await chooseFiles(names.map((name) => join(filesFolder, name)))
    await dialog().getByRole('heading', { name: '2 Objects Already Exist' }).waitFor()
    await seen('deleted-replace')
    await pressInDialog('Keep Both')
    await row('two (1).txt').waitFor()
    await row('three.txt').waitFor()
    assert.equal(await keysOf(bucket), ['one (1).txt', 'one.txt', 'three.txt', 'two (1).txt', 'two.txt'])
  })
})
