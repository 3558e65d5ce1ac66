import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  at,
  button,
  card,
  closed,
  dialog,
  withConsole,
  entry,
  fillIn,
  heading,
  newTab,
  page,
  press,
  row,
  server,
  useConsole,
  until,
} from '../console.ts'
import { demoTokens } from '../../../engines/kubernetes/demo/people.ts'
import { startTestConsole } from '../../lib/test-console.ts'
import { downloaded, inRow, open, refusedIn } from '../objects.ts'

const test = suite('the main journeys')

useConsole(test)

/** The user who uploads; the console generates the secret. */
const ana = { accessKey: 'ana', secretKey: '' }

const create = async (entryLabel: string, what: string, fill: () => Promise<void>) => {
  await entry(entryLabel).click()
  await heading(entryLabel)
  await button(`Create ${what}`).first().click()
  await fill()
  await press('Save')
}

test('root creates a bucket, a policy for one folder of it, and a user with that policy', async () => {
  await newTab()
  await at('/login')
  await fillIn(server.root)
  await heading('Dashboard')
  await create('Buckets', 'Bucket', () => dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('photos'))
  await closed()
  await create('Policies', 'Policy', async () => {
    await dialog().getByLabel('Policy Name').fill('from-ana')
    await dialog().getByLabel('Start From').selectOption('Read and upload in one folder')
    await dialog().getByLabel('Bucket', { exact: true }).selectOption('photos')
    await dialog()
      .getByLabel(/^Folder/)
      .fill('from-ana')
  })
  await closed()
  await create('Users', 'User', async () => {
    await dialog().getByLabel('Access Key').fill('ana')
    ana.secretKey = await dialog().getByLabel('Secret Key').inputValue()
    await dialog().getByLabel('Select from-ana', { exact: true }).check()
  })
  await press('Done')
  await closed()
  await row('ana').getByText('from-ana').waitFor()
  await button('Logout').click()
  await heading('Console Login')
})

test('that user uploads to the folder, sees why deletion is refused, and what to ask an administrator for', async () => {
  await fillIn(ana)
  await heading('Buckets')
  await card('photos').waitFor()
  assert.is(
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
      .count(),
    1,
  )
  await card('photos').getByRole('link', { name: 'Browse' }).click()
  await row('from-ana/').getByRole('link').first().click()
  await page
    .getByLabel('Files to upload')
    .setInputFiles([{ name: 'sea.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a picture') }])
  await row('sea.jpg').waitFor()
  const reason = page.getByText(/s3:DeleteObject.* on arn:aws:s3:::photos\/from-ana\/sea\.jpg/)
  await refusedIn('sea.jpg', 'Delete', () => reason.filter({ visible: true }).first().waitFor())
  await at('/users')
  await page.getByText('admin:ListUsers').first().waitFor()
  await button('Copy Request').waitFor()
})

test('after a restart of the console, the bucket, the object, the policy and the user are still there', async () => {
  await button('Logout').click()
  await heading('Console Login')
  await server.restart()
  await at('/login')
  await fillIn(ana)
  await heading('Buckets')
  await at('/buckets/photos/browse/from-ana/')
  await row('sea.jpg').waitFor()
  assert.is(String(await downloaded(() => inRow('sea.jpg', 'Download'))), 'a picture')
  await button('Logout').click()
  await heading('Console Login')
})

test('a shared link gives the object to a visitor without a session', async () => {
  await at('/login')
  await fillIn(server.root)
  await heading('Dashboard')
  await open('photos', '/from-ana/')
  await inRow('sea.jpg', 'Share')
  const link = dialog().getByLabel('Link', { exact: true })
  await until(async () => (await link.inputValue()) !== '')
  const response = await fetch(await link.inputValue())
  assert.equal([response.status, await response.text()], [200, 'a picture'])
  await dialog().getByText('Close', { exact: true }).click()
  await closed()
})

test('the operator demo signs in with a token and shows its tenants and their health', async () => {
  await withConsole(await startTestConsole('demo'), async () => {
    await newTab()
    await at('/login')
    await heading('Operator Login')
    await page.locator('input[name=jwt]').fill(demoTokens.admin)
    await page.keyboard.press('Enter')
    await heading('Tenants')
    await page.getByText('harbour-prod').first().waitFor()
    await at('/namespaces/harbour/tenants/harbour-prod')
    await heading('harbour-prod')
    await page.getByText('https://s3.harbour.example').first().waitFor()
    await at('/tenants/health')
    await heading('Health of Tenants')
    await page.getByRole('row').filter({ hasText: '1 of 32 drives is offline' }).waitFor()
  })
})

test.run()
