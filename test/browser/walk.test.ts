import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  at,
  button,
  card,
  closed,
  dialog,
  entry,
  fillIn,
  heading,
  newTab,
  page,
  press,
  row,
  server,
  useConsole,
} from './console.ts'
import { refusedIn } from './objects.ts'

const test = suite('the walk of the README')

useConsole(test)

/** Who uploads; the secret is the one that the console makes. */
const ana = { accessKey: 'ana', secretKey: '' }

const create = async (entryLabel: string, what: string, fill: () => Promise<void>) => {
  await entry(entryLabel).click()
  await heading(entryLabel)
  await button(`Create ${what}`).first().click()
  await fill()
  await press('Save')
}

test('root makes a bucket, a policy for one folder of it, and who has it', async () => {
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

test('that person uploads to the folder, learns why a deletion is refused, and what to ask for', async () => {
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
  const reason = page.getByText('s3:DeleteObject on arn:aws:s3:::photos/from-ana/*')
  await refusedIn('sea.jpg', 'Delete', () => reason.filter({ visible: true }).first().waitFor())
  await at('/users')
  await page.getByText('admin:ListUsers').first().waitFor()
  await button('Copy Request').waitFor()
})

test.run()
