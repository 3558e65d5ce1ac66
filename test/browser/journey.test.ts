import { randomBytes } from 'node:crypto'
import { assert } from '../lib/suite.ts'
import { screenshot } from '../lib/browser.ts'
import { type KeyPair, signIn } from '../lib/server.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { newTab, page, server } from './console.ts'
import { waitForDialogClose, dialog, pressInDialog, selectInDialog } from './dialogs.ts'
import { button, bucketCard, sidebarEntry, row, pressInRow, disabledReason } from './elements.ts'
import { downloadedText } from './files.ts'
import { createBucket } from './objects.ts'
import { goto, submitSignIn, waitForHeading } from './pages.ts'
import { suiteOn } from './engines.ts'

const content = randomBytes(2_000_000)
const reader = { accessKey: 'ana.moreau', secretKey: 'a-good-password' }

/** A policy for one folder of one bucket, without deleting. */
const oneFolder = [
  allow(['s3:ListBucket'], ['invoices'], { StringLike: { 's3:prefix': ['partner/*'] } }),
  allow(['s3:GetObject', 's3:PutObject'], ['invoices/partner/*']),
]

// on the embedded engine test/browser/quick/walk.test.ts covers this
const test = suiteOn('minio', 'the main journey')

let partner: KeyPair
const entries = async () => {
  const all = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
  return all.map((text) => text.replace('(opens in a new tab)', ''))
}
const save = async () => {
  await pressInDialog('Save')
  await waitForDialogClose()
}

// axe checks these pages in test/browser/everywhere.test.ts and quick/pages.test.ts
const takeScreenshot = (picture: string) => screenshot(page, `journey-${picture}`)

const enter = async (pair: KeyPair, home: 'Dashboard' | 'Buckets') => {
  await goto('/login')
  await waitForHeading('Console Login')
  await takeScreenshot('login')
  await submitSignIn(pair)
  await waitForHeading(home)
}

const leave = async () => {
  await button('Logout').click()
  await waitForHeading('Console Login')
}

const upload = (name: string, buffer: Buffer) =>
  page.getByLabel('Files to upload').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }])

const refusedFolder = async (path: string) => {
  await goto(`/buckets/invoices/browse${path}`)
  await page.getByText('You cannot see these objects').waitFor()
}

test.before(() => newTab({ motion: 'full' }))

test('an administrator creates a user with a policy and a bucket, and uploads a file that is read back byte for byte', async () => {
  await enter(server.root, 'Dashboard')
  await page.getByText('Showing 1 - 1 out of 1 Total Server').waitFor()
  await takeScreenshot('dashboard')
  await sidebarEntry('Buckets').click()
  await page.getByText('There are no buckets yet.').waitFor()
  await takeScreenshot('no-buckets')

  await sidebarEntry('Users').click()
  await waitForHeading('Users')
  await button('Create User').click()
  await dialog().getByLabel('Access Key').fill(reader.accessKey)
  await dialog().getByLabel('Secret Key').fill(reader.secretKey)
  await selectInDialog('Policies', 'readonly')
  await takeScreenshot('user')
  await pressInDialog('Save')
  await pressInDialog('Done')
  await waitForDialogClose()
  await row(reader.accessKey).getByText('readonly').waitFor()
  await takeScreenshot('users')

  await sidebarEntry('Buckets').click()
  await button('Create Bucket').click()
  await dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('invoices')
  await takeScreenshot('bucket')
  await save()
  await bucketCard('invoices').getByRole('link', { name: 'Browse' }).click()
  await waitForHeading('invoices')
  await upload('report.bin', content)
  await row('report.bin').waitFor()
  await takeScreenshot('objects')
  assert.ok((await downloadedText(() => pressInRow('report.bin', 'Download'))).equals(content))
  await leave()
})

test('a user with "readonly" reads named objects, and sees which permissions are missing', async () => {
  await enter(reader, 'Buckets')
  await bucketCard('invoices').waitFor()
  await takeScreenshot('readonly-buckets')
  assert.equal(await entries(), ['Buckets', 'Service Accounts', 'License', 'Documentation'])
  assert.is(await button('Create Bucket').count(), 0)
  await goto('/users')
  await page.getByText('You cannot open Users').waitFor()
  await refusedFolder('')
  await takeScreenshot('readonly-objects')
  const address = '/api/v1/buckets/invoices/objects/download?prefix=report.bin'
  assert.ok((await downloadedText(() => page.evaluate((to) => window.location.assign(to), address))).equals(content))
  await goto('/buckets')
  await leave()
})

test('a user with a policy for one folder works there, and nowhere else', async () => {
  await createPolicy('one-folder', ...oneFolder)
  partner = await createUser('partner', { policies: ['one-folder'] })
  await createBucket('salaries')

  await enter(partner, 'Buckets')
  await bucketCard('invoices').waitFor()
  assert.is(await bucketCard('salaries').count(), 0)
  await takeScreenshot('folder-buckets')
  await refusedFolder('/others/')
  await goto('/buckets')
  await bucketCard('invoices').getByRole('link', { name: 'Browse' }).click()
  await row('partner/').waitFor()
  assert.is(await row('report.bin').count(), 0)
  await row('partner/').getByRole('link').first().click()
  await page.getByText('There are no objects yet.').waitFor()
  await upload('order.bin', content)
  await row('order.bin').waitFor()
  await takeScreenshot('folder-objects')
  assert.ok((await downloadedText(() => pressInRow('order.bin', 'Download'))).equals(content))
  await disabledReason('order.bin', 'Delete')
  const own = await signIn(server.url, partner)
  const remove = (path: string) => own('DELETE', `/api/v1/buckets/invoices/objects?path=${encodeURIComponent(path)}`)
  for (const path of ['partner/order.bin', 'report.bin']) assert.is((await remove(path)).status, 403, path)
  await leave()
})

test('after a restart everything is still there', async () => {
  await enter(server.root, 'Dashboard')
  await server.restart()
  await goto('/buckets/invoices/browse')
  await row('partner/').waitFor()
  assert.ok((await downloadedText(() => pressInRow('report.bin', 'Download'))).equals(content))
  await sidebarEntry('Users').click()
  await row(reader.accessKey).getByText('readonly').waitFor()
  await row(partner.accessKey).getByText('one-folder').waitFor()
  await takeScreenshot('after-restart')
})
