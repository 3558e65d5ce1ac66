import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { assert } from '../../../../test/lib/suite.ts'
import { assertReadable } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog } from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { chooseFiles, filesFolder, useFiles } from '../../../../test/browser/files.ts'
import { createBucket, dock, keysOf, openBucket, putObject, limitUploadRate } from '../../../../test/browser/objects.ts'
import { goto, waitForHeading, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import type { EngineName } from '../../../../test/lib/test-console.ts'
import { onEveryEngine } from '../../../../test/browser/engines.ts'

/** Operates the page by keyboard or pointer. */
type Controls = {
  press: (target: Locator) => Promise<void>
  choose: (target: Locator) => Promise<void>
  select: (name: string) => Promise<void>
  rowOf: (name: string) => Locator
  inRow: (name: string, action: string) => Promise<void>
  rename: (name: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

const narrowRow = (name: string) => page.getByRole('row').filter({ hasText: name })

const inNarrowRow = async (name: string, action: string) => {
  await narrowRow(name).getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const mouseControls = (rowOf: Controls['rowOf'], inRow: Controls['inRow']): Controls => ({
  press: async (target) => {
    // a message stays while the pointer is over it
    await page.mouse.move(0, 0)
    await target.click()
  },
  choose: (target) => target.check(),
  select: (name) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check(),
  rowOf,
  inRow,
  rename: (name) => inRow(name, 'Rename'),
  remove: (name) => inRow(name, 'Delete'),
})

/** Chooses from the context menu of a row, opened at its end, where a click does not open the object. */
const inContextMenu = async (name: string, action: string) => {
  await row(name).getByRole('gridcell').last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const keyboardControls = (rowOf: Controls['rowOf']): Controls => ({
  rowOf,
  // a key press on a disabled button is lost
  press: async (target) => {
    await until(async () => (await target.getAttribute('aria-disabled')) !== 'true')
    await target.press('Enter')
  },
  choose: (target) => target.press('Space'),
  select: async (name) => {
    await rowOf(name).focus()
    await page.keyboard.press('Shift+Space')
  },
  inRow: async (name, action) => {
    await rowOf(name).focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
  },
  rename: async (name) => {
    await rowOf(name).focus()
    await page.keyboard.press('F2')
  },
  remove: async (name) => {
    await rowOf(name).focus()
    await page.keyboard.press('Delete')
  },
})

const close = async ({ press }: Controls) => {
  await press(dialog().getByRole('button', { name: 'Close', exact: true }).last())
  await waitForDialogClose()
}

/** Uploads a file that fails and is retried, and one that is paused, resumed and cancelled. */
const transfers = async ({ press }: Controls) => {
  const inDock = (name: string) => press(dock().getByRole('button', { name, exact: true }))
  writeFileSync(join(filesFolder, 'sent.txt'), 'sent')
  writeFileSync(join(filesFolder, 'slow.bin'), Buffer.alloc(2_000_000))
  const refusal = { code: 507, message: 'The disk of the storage is full', detailedMessage: null }
  await page.route('**/objects/upload?*', (route) => route.fulfill({ status: 507, json: refusal }), { times: 1 })
  await chooseFiles([join(filesFolder, 'sent.txt')])
  await dock().getByText(refusal.message).waitFor()
  await inDock('Retry sent.txt')
  await dock().getByText('4 B · Uploaded').waitFor()
  await limitUploadRate(200_000)
  await chooseFiles([join(filesFolder, 'slow.bin')])
  await waitForText(/ of 1.9 MiB · /, dock())
  await inDock('Pause slow.bin')
  await waitForText(/^Paused · /, dock())
  await inDock('Resume slow.bin')
  await waitForText(/ of 1.9 MiB · /, dock())
  await inDock('Cancel slow.bin')
  await dock().getByText('Cancelled').waitFor()
  await limitUploadRate(0)
  await inDock('Hide transfers')
  await inDock('Show transfers')
  await inDock('Clear finished')
  await dock().waitFor({ state: 'detached' })
}

/**
 * On the page of an object, compares, restores and deletes a version, and sets a tag, legal hold and retention.
 */
const details = async (bucket: string, controls: Controls) => {
  const { press } = controls
  const inDialog = (name: string) => press(dialog().getByRole('button', { name, exact: true }))
  const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?prefix=a.txt&with_versions=true`)
  const oldest = (json as { objects: { version_id: string }[] }).objects.at(-1)?.version_id ?? ''
  await goto(`/buckets/${bucket}/browse/a.txt?tab=versions`)
  await page.getByText('3 versions').waitFor()
  await controls.inRow(oldest, 'Compare')
  await dialog().getByRole('region', { name: 'Changed lines' }).getByText('first').waitFor()
  await close(controls)
  await controls.inRow(oldest, 'Restore')
  await page.getByText('4 versions').waitFor()
  await controls.inRow(oldest, 'Delete')
  await inDialog('Delete')
  await page.getByText('3 versions').waitFor()

  await press(page.getByRole('tab', { name: 'Details' }))
  await press(button('Add New Tag'))
  await dialog().getByLabel('Key').fill('walked')
  await dialog().getByLabel('Value').fill('yes')
  await page.keyboard.press('Enter')
  const waitForDetail = (text: string | RegExp) => page.locator('dl').getByText(text).waitFor()
  await waitForDetail('walked')
  await press(button('Set Legal Hold'))
  await dialog().getByRole('radio', { name: 'Enabled' }).press('Space')
  await inDialog('Set')
  await page.locator('dl > div').filter({ hasText: 'Legal Hold' }).getByText('On', { exact: true }).waitFor()
  await press(button('Set Retention'))
  await dialog()
    .getByRole('textbox', { name: 'Date' })
    .fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10))
  await inDialog('Save')
  await waitForDetail(/^Governance until/)
}

/** Restores a deleted object from an earlier state of its folder. */
const restoreFromPast = async (bucket: string, { press, rowOf, inRow }: Controls) => {
  const moment = Date.now()
  await until(async () => Date.now() > moment + 10)
  assert.is((await root('DELETE', `/api/v1/buckets/${bucket}/objects?path=a.txt`)).status, 200)
  await goto(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(new Date(moment).toISOString())}`)
  await waitForText(/^Deleted 20/, rowOf('a.txt'))
  await inRow('a.txt', 'Restore')
  await waitForMessage('1 object restored')
  await press(page.getByRole('link', { name: 'Back to Now' }))
  await rowOf('a.txt').waitFor()
}

/** Shares one object, on MinIO also with a service account, and a selection with a folder. */
const share = async (controls: Controls, engine: EngineName) => {
  const { press } = controls
  const inDialog = (name: string) => press(dialog().getByRole('button', { name, exact: true }))
  await controls.inRow('a.txt', 'Share')
  await until(async () => (await dialog().getByLabel('Link', { exact: true }).inputValue()) !== '')
  if (engine === 'minio') {
    await controls.choose(dialog().getByLabel(/A new service account/))
    await inDialog('Copy Link')
    await dialog().getByText('Key created. Revoke it in Service Accounts.').waitFor()
  }
  await close(controls)
  for (const name of ['a.txt', 'deep/']) await controls.select(name)
  await press(button('More actions for the selection'))
  await press(page.getByRole('menuitem', { name: 'Share', exact: true }))
  await inDialog('Copy Links')
  await waitForMessage('2 links copied to clipboard')
  await close(controls)
  await press(button('Clear selection'))
}

/** Aborts an incomplete upload of another client. */
const abortUpload = async (bucket: string, { press, inRow, rowOf }: Controls) => {
  assert.is(
    (await root('POST', `/api/v1/buckets/${bucket}/uploads`, { key: 'half.bin', size: 100_000_000 })).status,
    201,
  )
  await press(button('Upload'))
  await press(page.getByRole('menuitem', { name: 'Incomplete Uploads' }))
  await inRow('half.bin', 'Abort')
  await press(dialog().getByRole('button', { name: 'Abort', exact: true }).last())
  await rowOf('half.bin').waitFor({ state: 'detached' })
  await press(dialog().getByRole('button', { name: 'Done', exact: true }))
  await waitForDialogClose()
}

/** Uses every function for objects in turn. */
const walk = async (bucket: string, controls: Controls, engine: EngineName) => {
  const { press, rowOf } = controls
  await putObject(bucket, 'a.txt', 'first')
  await putObject(bucket, 'a.txt', 'second')
  await putObject(bucket, 'deep/c.txt', 'c')
  await page.context().grantPermissions(['clipboard-write'])
  await openBucket(bucket)
  await share(controls, engine)
  await abortUpload(bucket, controls)

  await controls.inRow('a.txt', 'Preview')
  await dialog().locator('pre').getByText('second').waitFor()
  await page.keyboard.press('Escape')
  await waitForDialogClose()

  await controls.inRow('a.txt', 'Copy')
  await dialog()
    .getByRole('combobox', { name: /^Folder/ })
    .fill('copies')
  await page.keyboard.press('Enter')
  await waitForMessage('1 object copied')
  await rowOf('copies/').waitFor()
  await controls.rename('copies/')
  await dialog().getByLabel('Name', { exact: true }).fill('renamed')
  await page.keyboard.press('Enter')
  await rowOf('renamed/').waitFor()

  await controls.inRow('deep/', 'Calculate Size')
  await dialog().getByText('including subfolders.').waitFor()
  await close(controls)

  await controls.inRow('a.txt', 'Edit Metadata')
  await dialog().getByLabel('Cache Control').fill('max-age=60')
  await press(dialog().getByRole('button', { name: 'Save', exact: true }))
  await waitForMessage('Metadata of a.txt saved')

  await controls.remove('a.txt')
  await waitForMessage('Object deleted successfully')
  await rowOf('a.txt').waitFor({ state: 'detached' })
  await press(page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).last())
  await rowOf('a.txt').waitFor()

  await transfers(controls)

  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('c.t')
  await page.getByText('No object matches "c.t"').waitFor()
  if (await button('Search Below').isVisible()) await press(button('Search Below'))
  else {
    await press(button('More'))
    await press(page.getByRole('menuitem', { name: 'Search Below' }))
  }
  await rowOf('deep/c.txt').waitFor()

  await details(bucket, controls)
  await restoreFromPast(bucket, controls)
  assert.equal(await keysOf(bucket), ['a.txt', 'deep/c.txt', 'renamed/a.txt', 'sent.txt'])
}

onEveryEngine('a walk through the object browser', (test, engine, once) => {
  useFiles(test)

  test('everything works by keyboard alone', async () => {
    await walk(await createBucket('by-keys', { locking: true }), keyboardControls(row), engine)
    await row('a.txt').focus()
    await page.keyboard.press('Control+a')
    // MinIO still lists a folder that has only older versions
    await page.getByText(/^[45] selected$/).waitFor()
    await page.keyboard.press('Escape')
  })

  test('after deleting by keyboard the next row has the focus, or the previous one if there is none', async () => {
    const bucket = await createBucket('focus-after-deletion')
    for (const key of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) await putObject(bucket, key, key)
    await goto(`/buckets/${bucket}/browse`)
    const isFocused = (name: string) => row(name).evaluate((one) => one === document.activeElement)
    await row('b.txt').focus()
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await row('b.txt').waitFor({ state: 'detached' })
    await until(() => isFocused('c.txt'))
    await page.keyboard.press('ArrowDown')
    await until(() => isFocused('d.txt'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await dialog().getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await row('e.txt').waitFor({ state: 'detached' })
    await until(() => isFocused('d.txt'))
    // several rows are selected, the focused one among them
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('Delete')
    await dialog()
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await row('c.txt').waitFor({ state: 'detached' })
    await until(() => isFocused('a.txt'))
  })

  once('everything works by keyboard alone in a narrow window', () =>
    inTab({ width: 390, height: 844 }, async () =>
      walk(await createBucket('by-keys-narrow', { locking: true }), keyboardControls(narrowRow), engine),
    ),
  )

  test("everything works by pointer, in a row's menu", async () =>
    walk(await createBucket('by-pointer', { locking: true }), mouseControls(row, inContextMenu), engine))

  once('everything works by pointer in a narrow window', () =>
    inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await walk(
        await createBucket('by-pointer-narrow', { locking: true }),
        mouseControls(narrowRow, inNarrowRow),
        engine,
      )
      await assertReadable(`object-walk-${engine}-390`)
    }),
  )

  test('a folder, an object, a version and a preview have URLs', async () => {
    const bucket = await createBucket('addressed', { versioning: true })
    for (const content of ['first', 'second']) await putObject(bucket, 'deep/a b.txt', content)
    const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?prefix=deep/&with_versions=true`)
    const older = (json as { objects: { version_id: string }[] }).objects[1]?.version_id
    await goto(`/buckets/${bucket}/browse/deep/`)
    await row('a b.txt').waitFor()
    await goto(`/buckets/${bucket}/browse/deep/a%20b.txt?version=${older}&tab=preview`)
    await waitForHeading('a b.txt')
    await page.locator('pre').getByText('first').waitFor()
    await goto(`/buckets/${bucket}/browse/deep/?preview=deep%2Fa%20b.txt`)
    await dialog().locator('pre').getByText('second').waitFor()
  })
})
