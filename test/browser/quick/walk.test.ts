import { assert, suite } from '../../lib/suite.ts'
import { until } from '../../lib/until.ts'
import { withConsole, newTab, page, server, useConsole } from '../console.ts'
import { waitForDialogClose, dialog, pressInDialog, selectInDialog } from '../dialogs.ts'
import { button, bucketCard, sidebarEntry, row, pressInRow, disabledReason } from '../elements.ts'
import { downloadedText } from '../files.ts'
import { openBucket } from '../objects.ts'
import { goto, submitSignIn, waitForHeading } from '../pages.ts'
import { demoTokens } from '../../../engines/kubernetes/demo/access-control.ts'
import { startTestConsole } from '../../lib/test-console.ts'

const test = suite('the main journeys')

useConsole(test)

/** The user who uploads; the console generates the secret. */
const ana = { accessKey: 'ana', secretKey: '' }

const create = async (entryLabel: string, what: string, fill: () => Promise<void>) => {
  await sidebarEntry(entryLabel).click()
  await waitForHeading(entryLabel)
  await button(`Create ${what}`).first().click()
  await fill()
  await pressInDialog('Save')
}

test('root creates a bucket, a policy for one folder of it, and a user with that policy', async () => {
  await newTab()
  await goto('/login')
  await submitSignIn(server.root)
  await waitForHeading('Dashboard')
  await create('Buckets', 'Bucket', () => dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('photos'))
  await waitForDialogClose()
  await create('Policies', 'Policy', async () => {
    await dialog().getByLabel('Policy Name').fill('from-ana')
    await dialog().getByLabel('Start From').selectOption('Read and upload in one folder')
    await dialog().getByLabel('Bucket', { exact: true }).selectOption('photos')
    await dialog()
      .getByLabel(/^Folder/)
      .fill('from-ana')
  })
  await waitForDialogClose()
  await create('Users', 'User', async () => {
    await dialog().getByLabel('Access Key').fill('ana')
    ana.secretKey = await dialog().getByLabel('Secret Key').inputValue()
    await selectInDialog('Policies', 'from-ana')
  })
  await pressInDialog('Done')
  await waitForDialogClose()
  await row('ana').getByText('from-ana').waitFor()
  await button('Logout').click()
  await waitForHeading('Console Login')
})

test('that user uploads to the folder, sees why deletion is refused, and what to ask an administrator for', async () => {
  await submitSignIn(ana)
  await waitForHeading('Buckets')
  await bucketCard('photos').waitFor()
  assert.is(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .count(),
    1,
  )
  await bucketCard('photos').getByRole('link', { name: 'Browse' }).click()
  await row('from-ana/').getByRole('link').first().click()
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a picture') }])
  await row('sea.jpg').waitFor()
  const reason = page.getByText(/s3:DeleteObject.* on arn:aws:s3:::photos\/from-ana\/sea\.jpg/)
  await disabledReason('sea.jpg', 'Delete', () => reason.filter({ visible: true }).first().waitFor())
  await goto('/users')
  await page.getByText('admin:ListUsers').first().waitFor()
  await button('Copy Request').waitFor()
})

test('after a restart of the console, the bucket, the object, the policy and the user are still there', async () => {
  await button('Logout').click()
  await waitForHeading('Console Login')
  await server.restart()
  await goto('/login')
  await submitSignIn(ana)
  await waitForHeading('Buckets')
  await goto('/buckets/photos/browse/from-ana/')
  await row('sea.jpg').waitFor()
  assert.is(String(await downloadedText(() => pressInRow('sea.jpg', 'Download'))), 'a picture')
  await button('Logout').click()
  await waitForHeading('Console Login')
})

test('a shared link gives the object to a visitor without a session', async () => {
  await goto('/login')
  await submitSignIn(server.root)
  await waitForHeading('Dashboard')
  await openBucket('photos', '/from-ana/')
  await pressInRow('sea.jpg', 'Share')
  const link = dialog().getByLabel('Link', { exact: true })
  await until(async () => (await link.inputValue()) !== '')
  const response = await fetch(await link.inputValue())
  assert.equal([response.status, await response.text()], [200, 'a picture'])
  await dialog().getByText('Close', { exact: true }).click()
  await waitForDialogClose()
})

test('the operator demo signs in with a token and shows its tenants and their health', async () => {
  await withConsole(await startTestConsole('demo'), async () => {
    await newTab()
    await goto('/login')
    await waitForHeading('Operator Login')
    await page.locator('input[name=jwt]').fill(demoTokens.admin)
    await page.keyboard.press('Enter')
    await waitForHeading('Tenants')
    await page.getByText('harbour-prod').first().waitFor()
    await goto('/namespaces/harbour/tenants/harbour-prod')
    await waitForHeading('harbour-prod')
    await page.getByText('https://s3.harbour.example').first().waitFor()
    await goto('/tenants/health')
    await waitForHeading('Health of Tenants')
    await page.getByRole('row').filter({ hasText: '1 of 32 drives is offline' }).waitFor()
  })
})
