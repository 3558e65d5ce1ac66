import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { axeFindings, launch, openTab, screenshot, type Tab } from '../lib/browser.ts'
import { type Pair, signIn } from '../lib/server.ts'
import { onEveryEngine } from './engines.ts'

const content = randomBytes(2_000_000)
const reader = { accessKey: 'ana.moreau', secretKey: 'a-good-password' }
const partner = { accessKey: 'partner', secretKey: 'a-better-password' }

/** What lets someone work in one folder of one bucket, and not even delete there. */
const oneFolder = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: ['arn:aws:s3:::invoices'],
      Condition: { StringLike: { 's3:prefix': ['partner/*'] } },
    },
    { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: ['arn:aws:s3:::invoices/partner/*'] },
  ],
})

onEveryEngine('the main journey', (test, place) => {
  let browser: Browser
  let tab: Tab
  let page: Page

  const heading = (name: string) => page.locator(`h1[title="${name}"]`).waitFor()
  const entry = (name: string) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true })
  const entries = async () => {
    const all = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
    return all.map((text) => text.replace('(opens in a new tab)', ''))
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const row = (name: string) => page.getByRole('row').filter({ has: page.locator(`[role=gridcell][title="${name}"]`) })
  const at = (path: string) => page.goto(place().server.url + path)

  const inRow = async (name: string, action: string) => {
    await row(name).hover()
    await row(name).getByRole('button', { name: action, exact: true }).click()
  }

  const save = async () => {
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'detached' })
  }

  const looked = async (name: string) => {
    await screenshot(page, `journey-${place().name}-${name}`)
    assert.equal((await axeFindings(page)).filter((finding) => /^(serious|critical)/.test(finding)), [], name)
  }

  const enter = async ({ accessKey, secretKey }: Pair, home: 'Dashboard' | 'Buckets') => {
    await at('/login')
    await page.locator('h1', { hasText: 'Console Login' }).waitFor()
    await looked('login')
    await page.fill('input[name=accessKey]', accessKey)
    await page.fill('input[name=secretKey]', secretKey)
    await page.keyboard.press('Enter')
    await heading(home)
  }

  const leave = async () => {
    await button('Logout').click()
    await page.locator('h1', { hasText: 'Console Login' }).waitFor()
  }

  const upload = (name: string, buffer: Buffer) =>
    page.getByLabel('Files to upload').setInputFiles([{ name, mimeType: 'application/octet-stream', buffer }])

  const downloaded = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), inRow(name, 'Download')])
    return readFileSync(await download.path())
  }

  const refusedFolder = async (path: string) => {
    await at(`/buckets/invoices/browse${path}`)
    await page.getByText('You cannot see these objects').waitFor()
  }

  test.before(async () => {
    browser = await launch()
    tab = await openTab(browser)
    page = tab.page
    page.setDefaultTimeout(15_000)
  })

  test.after(() => browser?.close())

  test.after.each(() => {
    assert.equal(tab.problems, [])
  })

  test('an administrator makes a user with a policy and a bucket, and stores a file that comes back byte for byte', async () => {
    await enter(place().server.root, 'Dashboard')
    await page.getByText('Showing 1 - 1 out of 1 Total Server').waitFor()
    await looked('dashboard')
    await entry('Buckets').click()
    await page.getByText('There are no buckets yet.').waitFor()
    await looked('no-buckets')

    await entry('Users').click()
    await heading('Users')
    await button('Create User').click()
    await dialog().getByLabel('Access Key').fill(reader.accessKey)
    await dialog().getByLabel('Secret Key').fill(reader.secretKey)
    await dialog().getByLabel('Select readonly', { exact: true }).check()
    await looked('user')
    await save()
    await row(reader.accessKey).getByText('readonly').waitFor()
    await looked('users')

    await entry('Buckets').click()
    await button('Create Bucket').click()
    await dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('invoices')
    await looked('bucket')
    await save()
    await card('invoices').getByRole('link', { name: 'Browse' }).click()
    await heading('invoices')
    await upload('report.bin', content)
    await row('report.bin').waitFor()
    await looked('objects')
    assert.ok((await downloaded('report.bin')).equals(content))
    await leave()
  })

  test('a user with "readonly" reads what they name, and is told what they may not see', async () => {
    await enter(reader, 'Buckets')
    await card('invoices').waitFor()
    await looked('readonly-buckets')
    assert.equal(await entries(), ['Buckets', 'Service Accounts', 'Documentation'])
    assert.is(await button('Create Bucket').count(), 0)
    await at('/users')
    await page.getByRole('heading', { name: '404 Not Found' }).waitFor()
    await refusedFolder('')
    await looked('readonly-objects')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => window.location.assign('/api/v1/buckets/invoices/objects/download?prefix=report.bin')),
    ])
    assert.ok(readFileSync(await download.path()).equals(content))
    await at('/buckets')
    await leave()
  })

  test('a user with a policy for one folder works there, and nowhere else', async () => {
    const root = await signIn(place().server.url, place().server.root)
    assert.is((await root('POST', '/api/v1/policies', { name: 'one-folder', policy: oneFolder })).status, 201)
    assert.is((await root('POST', '/api/v1/users', { ...partner, groups: [], policies: ['one-folder'] })).status, 201)
    assert.is((await root('POST', '/api/v1/buckets', { name: 'salaries' })).status, 201)

    await enter(partner, 'Buckets')
    await card('invoices').waitFor()
    assert.is(await card('salaries').count(), 0)
    await looked('folder-buckets')
    await refusedFolder('/others/')
    await at('/buckets')
    await card('invoices').getByRole('link', { name: 'Browse' }).click()
    await row('partner/').waitFor()
    assert.is(await row('report.bin').count(), 0)
    await row('partner/').getByRole('link').first().click()
    await page.getByText('There are no objects yet.').waitFor()
    await upload('order.bin', content)
    await row('order.bin').waitFor()
    await looked('folder-objects')
    assert.ok((await downloaded('order.bin')).equals(content))
    await row('order.bin').getByRole('button', { name: 'Delete', exact: true }).and(page.locator('[aria-disabled=true]')).waitFor()
    const own = await signIn(place().server.url, partner)
    const remove = (path: string) => own('DELETE', `/api/v1/buckets/invoices/objects?path=${encodeURIComponent(path)}`)
    for (const path of ['partner/order.bin', 'report.bin']) assert.is((await remove(path)).status, 403, path)
    await leave()
  })

  test('after a restart everything is still there', async () => {
    await enter(place().server.root, 'Dashboard')
    await place().server.restart()
    await at('/buckets/invoices/browse')
    await row('partner/').waitFor()
    assert.ok((await downloaded('report.bin')).equals(content))
    await entry('Users').click()
    await row(reader.accessKey).getByText('readonly').waitFor()
    await row(partner.accessKey).getByText('one-folder').waitFor()
    await looked('after-restart')
  })
})
