import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../../test/lib/suite.ts'
import { suiteOn } from '../../../test/browser/engines.ts'
import { slowScanner } from '../../../test/lib/minio.ts'
import { startTestConsole } from '../../../test/lib/test-console.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { withConsole, inTab, page, server, storage } from '../../../test/browser/console.ts'
import { button, sidebarEntry } from '../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../test/browser/objects.ts'
import { goto, openPage } from '../../../test/browser/pages.ts'

const test = suiteOn('minio', 'heal', slowScanner)

/** Deletes all data of a bucket from one drive. */
const empty = (bucket: string) => {
  const drive = join(storage.folder ?? '', 'drive3', bucket)
  for (const name of readdirSync(drive)) rmSync(join(drive, name), { recursive: true })
}

const damaged = async (bucket: string) => {
  await createBucket(bucket)
  for (let number = 0; number < 6; number++) await putObject(bucket, `2026/INV-${number}.pdf`, 'x'.repeat(5000))
  empty(bucket)
}

const figure = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')

test('a bucket is healed, with missing and repaired objects on the page', async () => {
  await damaged('invoices')
  await openPage('/heal', 'Heal')
  await page.getByText('Nothing is being healed').waitFor()
  await page.getByLabel('Bucket').fill('invoices')
  await page.keyboard.press('Escape')
  await page.getByLabel('Prefix').fill('2026/')
  await page.getByLabel('Dry run').check()
  await button('Start').click()
  await page.getByText('Finished', { exact: true }).waitFor()
  assert.is(await figure('Objects That Would Be Healed').textContent(), '6')
  await page.getByLabel('Dry run').uncheck()
  await button('Start').click()
  await figure('Objects Healed').filter({ hasText: '6' }).waitFor()
  await page.getByText('Finished', { exact: true }).waitFor()
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Yellow' })
  assert.match((await row.getByRole('cell').allTextContents()).join(' | '), /^6 \| .+% \| 0 \| 0% \| −6$/)
  await page.getByRole('grid', { name: 'Items' }).getByText('invoices/2026/INV-0.pdf').waitFor()
  assert.match(
    (await page.getByRole('grid', { name: 'Items' }).textContent()) ?? '',
    /yellow, .*drive3 missing.*green, .*drive3 missing, now ok/,
  )
})

test('after leaving and coming back the heal and its counts are shown', async () => {
  await damaged('kept')
  await openPage('/heal?bucket=kept', 'Heal')
  await button('Start').click()
  await figure('Objects Scanned').waitFor()
  await sidebarEntry('Buckets').click()
  await page.getByRole('heading', { name: 'Buckets', level: 1 }).waitFor()
  await openPage('/heal?bucket=kept', 'Heal')
  await page.getByText('Finished', { exact: true }).waitFor()
  assert.is(await figure('Objects Healed').textContent(), '6')
})

test('choosing one of the forces clears the other, and the button follows', async () => {
  await openPage('/heal?bucket=kept', 'Heal')
  await page.getByLabel('Force Start').check()
  await page.getByLabel('Force Stop').check()
  assert.not(await page.getByLabel('Force Start').isChecked())
  await button('Stop Heal').click()
  await page.getByLabel('Force Stop').uncheck()
  await button('Start').waitFor()
})

test('healing a missing bucket is refused with a message', async () => {
  await openPage('/heal?bucket=no-such-bucket', 'Heal')
  await button('Start').click()
  await page.getByRole('alert').getByText('The specified bucket does not exist').waitFor()
})

for (const { theme, width } of appearances)
  test(`it is readable at ${width} px in ${theme}`, () =>
    inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
      await openPage('/heal?bucket=looked', 'Heal')
      await assertReadable(`heal-before-${theme}-${width}`)
      await damaged(`looked-${theme}-${width}`)
      await openPage(`/heal?bucket=looked-${theme}-${width}`, 'Heal')
      await button('Start').click()
      await page.getByText('Finished', { exact: true }).first().waitFor()
      // the server's scanner may already have healed some of them
      await figure('Objects Healed')
        .filter({ hasText: /^[1-6]$/ })
        .waitFor()
      await assertReadable(`heal-${theme}-${width}`)
    }))

test('a single drive has nothing to heal, which is not an error', async () =>
  withConsole(await startTestConsole('embedded'), () =>
    inTab({ at: server }, async () => {
      await goto('/heal')
      await page.getByText('Heal needs more than one drive').waitFor()
      assert.is(await sidebarEntry('Heal').count(), 0)
    }),
  ))
