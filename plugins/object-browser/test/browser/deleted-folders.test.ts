import { assert } from '../../../../test/lib/suite.ts'
import { assertAccessible } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { confirm } from '../../../../test/browser/dialogs.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { createBucket, keysOf, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage, undo } from '../../../../test/browser/pages.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

/** Deletes keys over the API. */
const remove = (bucket: string, keys: readonly string[]) =>
  root(
    'POST',
    `/api/v1/buckets/${bucket}/delete-objects`,
    keys.map((path) => ({ path })),
  )

onEveryEngine('deleted folders', (test, engine) => {
  const seen = engine === 'embedded' ? assertAccessible : async () => undefined

  test('a deleted folder leaves the list, and Undo restores its objects', async () => {
    const bucket = await createBucket('undo-folder', { versioning: true })
    for (const key of ['gone/a', 'gone/deep/b', 'gone/former', 'stays']) await putObject(bucket, key, key)
    await remove(bucket, ['gone/former'])
    await openBucket(bucket)
    await pressInRow('gone/', 'Delete')
    await confirm('Delete')
    await waitForMessage('Objects deleted successfully')
    await row('gone/').waitFor({ state: 'detached' })
    assert.equal(await keysOf(bucket), ['stays'])
    await undo()
    await waitForMessage('2 objects restored')
    await row('gone/').waitFor()
    assert.equal(await keysOf(bucket), ['gone/a', 'gone/deep/b', 'stays'])
  })

  test('a deleted folder is marked under Show deleted, and restored from there', async () => {
    const bucket = await createBucket('restore-folder', { versioning: true })
    for (const key of ['gone/a', 'gone/a', 'gone/deep/b', 'other/c', 'half/d', 'half/e'])
      await putObject(bucket, key, key)
    await remove(bucket, ['gone/a', 'gone/deep/b', 'other/c', 'half/d'])
    await openBucket(bucket)
    await row('half/').waitFor()
    assert.is(await row('gone/').count(), 0)
    await goto(`/buckets/${bucket}/browse?deleted=1`)
    await row('gone/').getByText('Deleted').waitFor()
    assert.is(await row('half/').getByText('Deleted').count(), 0)
    await seen('deleted-folder')
    await inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await goto(`/buckets/${bucket}/browse?deleted=1`)
      // a row in a narrow window has no cells with titles
      await page.getByRole('row', { name: /gone/ }).getByText('Deleted').waitFor()
      await seen('deleted-folder-390-dark')
    })
    // only the supported actions are offered
    await row('gone/').hover()
    assert.is(
      await row('gone/')
        .getByRole('button', { name: /Delete|Share|Download/ })
        .count(),
      0,
    )
    await pressInRow('gone/', 'Restore')
    await waitForMessage('2 objects restored')
    await row('gone/').getByText('Deleted').waitFor({ state: 'detached' })
    assert.equal(await keysOf(bucket), ['gone/a', 'gone/deep/b', 'half/e'])
    // a folder opens with the same view as its parent
    await row('other/').getByRole('link', { name: 'other/' }).click()
    await row('c').getByText('Deleted').waitFor()
  })

  test('restoring a folder without any version left says so', async () => {
    const bucket = await createBucket('nothing-left', { versioning: true })
    await putObject(bucket, 'gone/a', 'a')
    await remove(bucket, ['gone/a'])
    const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?recursive=true&with_versions=true`)
    const content = (json as { objects: { version_id: string; is_delete_marker?: boolean }[] }).objects.find(
      ({ is_delete_marker }) => !is_delete_marker,
    )
    await root('DELETE', `/api/v1/buckets/${bucket}/objects?path=gone%2Fa&version_id=${content?.version_id}`)
    await goto(`/buckets/${bucket}/browse?deleted=1`)
    await pressInRow('gone/', 'Restore')
    await page.getByText('Nothing in gone/ can be restored').waitFor()
  })
})
