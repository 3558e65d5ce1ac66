import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import * as assert from 'uvu/assert'
import { at, button, closed, dialog, heading, inTab, page, readable, root, row, until } from './console.ts'
import { onEveryEngine } from './engines.ts'
import { bucketOf, chooseFiles, dock, files, keysOf, open, put, said, useFiles } from './objects.ts'

/** How somebody gets about: what they press, and how they come to what can be done with a row. */
type Way = {
  press: (what: Locator) => Promise<void>
  rowOf: (name: string) => Locator
  inRow: (name: string, action: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

const narrowRow = (name: string) => page.getByRole('row').filter({ hasText: name })

const inNarrowRow = async (name: string, action: string) => {
  await narrowRow(name).getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const mouse: Way = {
  press: (what) => what.click(),
  rowOf: narrowRow,
  inRow: inNarrowRow,
  remove: (name) => inNarrowRow(name, 'Delete'),
}

const keys: Way = {
  rowOf: row,
  press: (what) => what.press('Enter'),
  inRow: async (name, action) => {
    await row(name).focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
  },
  remove: async (name) => {
    await row(name).focus()
    await page.keyboard.press('Delete')
  },
}

const close = async ({ press }: Way) => {
  await press(dialog().getByRole('button', { name: 'Close', exact: true }).last())
  await closed()
}

/** Walks all that can be done with objects, one thing after the other. */
const walk = async (bucket: string, way: Way) => {
  const { press, rowOf } = way
  await put(bucket, 'a.txt', 'first')
  await put(bucket, 'a.txt', 'second')
  await put(bucket, 'deep/c.txt', 'c')
  await open(bucket)
  await way.inRow('a.txt', 'Share')
  await until(async () => (await dialog().getByLabel('Link', { exact: true }).inputValue()) !== '')
  await close(way)

  await way.inRow('a.txt', 'Preview')
  await dialog().locator('pre').getByText('second').waitFor()
  await page.keyboard.press('Escape')
  await closed()

  await way.inRow('a.txt', 'Copy')
  await dialog().getByRole('textbox', { name: /^Folder/ }).fill('copies')
  await page.keyboard.press('Enter')
  await said('1 object successfully copied')
  await rowOf('copies/').waitFor()
  await way.inRow('copies/', 'Rename')
  await dialog().getByLabel('Name', { exact: true }).fill('kept')
  await page.keyboard.press('Enter')
  await rowOf('kept/').waitFor()

  await way.inRow('deep/', 'Count Size')
  await dialog().getByText('with all below it.').waitFor()
  await close(way)

  await way.inRow('a.txt', 'Edit Metadata')
  await dialog().getByLabel('Cache Control').fill('max-age=60')
  await press(dialog().getByRole('button', { name: 'Save', exact: true }))
  await said('Metadata successfully saved')

  await way.remove('a.txt')
  await said('Object deleted successfully')
  await rowOf('a.txt').waitFor({ state: 'detached' })
  await press(button('Undo'))
  await rowOf('a.txt').waitFor()

  writeFileSync(join(files, 'sent.txt'), 'sent')
  await chooseFiles([join(files, 'sent.txt')])
  await dock().getByText('4 B · Uploaded').waitFor()
  await press(dock().getByRole('button', { name: 'Hide transfers' }))
  await press(dock().getByRole('button', { name: 'Show transfers' }))
  await press(dock().getByRole('button', { name: 'Close', exact: true }))
  await dock().waitFor({ state: 'detached' })

  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('c.t')
  await page.keyboard.press('Enter')
  await rowOf('deep/c.txt').waitFor()

  await at(`/buckets/${bucket}/browse/a.txt?tab=versions`)
  await page.getByText('3 versions').waitFor()
  await press(page.getByRole('tab', { name: 'Details' }))
  await press(button('Add New Tag'))
  await dialog().getByLabel('Key').fill('walked')
  await dialog().getByLabel('Value').fill('yes')
  await page.keyboard.press('Enter')
  await page.locator('dl').getByText('walked', { exact: true }).waitFor()

  await at(`/buckets/${bucket}/browse?rewind=${encodeURIComponent(new Date().toISOString())}`)
  await rowOf('a.txt').getByText('Unchanged').waitFor()
  await press(page.getByRole('link', { name: 'Back to Now' }))
  await rowOf('kept/').waitFor()
  assert.equal(await keysOf(bucket), ['a.txt', 'deep/c.txt', 'kept/a.txt', 'sent.txt'])
}

onEveryEngine('a walk through the object browser', (test, engine) => {
  useFiles(test)

  test('all of it is done by keys alone', async () => {
    await walk(await bucketOf('by-keys', { versioning: true }), keys)
    await row('a.txt').focus()
    await page.keyboard.press('Control+a')
    // a MinIO server goes on listing a folder of which only versions are left
    await page.getByText(/^[45] selected$/).waitFor()
    await page.keyboard.press('Escape')
  })

  test('all of it is done by pointer in a narrow window', () =>
    inTab({ width: 390, height: 844, theme: 'dark' }, async () => {
      await walk(await bucketOf('by-pointer', { versioning: true }), mouse)
      await readable(`object-walk-${engine}-390`)
    }))

  test('a folder, an object, a version and a preview have addresses of their own', async () => {
    const bucket = await bucketOf('addressed', { versioning: true })
    for (const content of ['first', 'second']) await put(bucket, 'deep/a b.txt', content)
    const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?prefix=deep/&with_versions=true`)
    const older = (json as { objects: { version_id: string }[] }).objects[1]?.version_id
    await at(`/buckets/${bucket}/browse/deep/`)
    await row('a b.txt').waitFor()
    await at(`/buckets/${bucket}/browse/deep/a%20b.txt?version=${older}&tab=preview`)
    await heading('a b.txt')
    await page.locator('pre').getByText('first').waitFor()
    await at(`/buckets/${bucket}/browse/deep/?preview=deep%2Fa%20b.txt`)
    await dialog().locator('pre').getByText('second').waitFor()
  })
})
