import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { axeFindings, launch, login, openTab, screenshot, type Tab } from '../lib/browser.ts'
import { directTo } from '../lib/direct.ts'
import { hasOwnMinio, type Minio, startMinio } from '../lib/minio.ts'
import { type Send, signIn, startServer, type TestServer } from '../lib/server.ts'
import { skipping } from './engines.ts'

const name = 'faults of MinIO'
const test = hasOwnMinio() ? suite(name) : skipping(name)

/** Whatever goes wrong is on screen within this time, in ms. */
const SOON = 5000

let minio: Minio
let server: TestServer
let browser: Browser
let root: Send
let tab: Tab
let page: Page

const heading = (title: string) => page.locator(`h1[title="${title}"]`).waitFor()
const entry = (label: string) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: label, exact: true })
const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const dialog = () => page.getByRole('dialog')
const card = (bucket: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: bucket, exact: true }) })
const row = (title: string) => page.getByRole('row').filter({ has: page.locator(`[role=gridcell][title="${title}"]`) })
const at = (path: string) => page.goto(server.url + path)
const soon = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: SOON })
const slow = 'The server is taking long to answer.'

const looked = async (picture: string) => {
  await screenshot(page, `faults-${picture}`)
  assert.equal((await axeFindings(page)).filter((finding) => /^(serious|critical)/.test(finding)), [], picture)
}

const bucketOf = async (bucket: string) => {
  assert.is((await root('POST', '/api/v1/buckets', { name: bucket })).status, 201)
  return directTo(minio, bucket)
}

const policyOf = async (policy: string, ...Statement: object[]) => {
  const body = { name: policy, policy: JSON.stringify({ Version: '2012-10-17', Statement }) }
  assert.is((await root('POST', '/api/v1/policies', body)).status, 201)
}

const userOf = async (accessKey: string, policy: string) => {
  const pair = { accessKey, secretKey: `${accessKey}-secret-key` }
  assert.is((await root('POST', '/api/v1/users', { ...pair, groups: [], policies: [policy] })).status, 201)
  return pair
}

/** All keys below a prefix, straight from the server. */
const keysOf = async (bucket: string) => {
  const { json } = await root('GET', `/api/v1/buckets/${bucket}/objects?recursive=true`)
  return (json as { objects: { name: string }[] }).objects.map((object) => object.name)
}

/** Lets nothing move in the storage server until `work` is done. */
const frozen = async (work: () => Promise<void>) => {
  process.kill(minio.pid(), 'SIGSTOP')
  try {
    await work()
  } finally {
    process.kill(minio.pid(), 'SIGCONT')
  }
}

/** A tab of its own for somebody. */
const asSomebody = async (pair: { accessKey: string; secretKey: string }, work: () => Promise<void>) => {
  const mine = page
  const other = await openTab(browser)
  page = other.page
  try {
    page.setDefaultTimeout(15_000)
    await login(page, { url: server.url, root: pair })
    await work()
    assert.equal(other.problems, [])
  } finally {
    page = mine
    await other.page.context().close()
  }
}

test.before(async () => {
  minio = (await startMinio()) as Minio
  server = await startServer({ env: { CONSOLE_MINIO_SERVER: minio.url } })
  browser = await launch()
  root = await signIn(server.url, minio.root)
  tab = await openTab(browser)
  page = tab.page
  page.setDefaultTimeout(15_000)
  await login(page, { url: server.url, root: minio.root })
  await bucketOf('invoices')
  await userOf('ana.moreau', 'readonly')
})

test.after(async () => {
  await browser?.close()
  await server?.stop()
  await minio?.stop()
})

test.after.each(() => {
  assert.equal(tab.problems, [])
})

test('a storage server that is down is named on the page, and Try again brings the page once it is back', async () => {
  await at('/buckets')
  await card('invoices').waitFor()
  await minio.kill9()
  await entry('Users').click()
  await soon('Users could not be loaded')
  await soon(`The storage server at ${new URL(minio.url).host} cannot be reached`)
  await looked('down')
  await button('Refresh').waitFor({ state: 'detached' })
  await entry('Buckets').click()
  await soon('Buckets could not be loaded')
  await minio.restart()
  await button('Try again').click()
  await card('invoices').waitFor()
  await entry('Users').click()
  await row('ana.moreau').waitFor()
})

test('a console that is opened while the storage server is down says so, and goes on by itself once it is back', async () => {
  await at('/users')
  await row('ana.moreau').waitFor()
  await minio.kill9()
  await page.reload()
  await soon(/cannot be reached/)
  await looked('opened-down')
  await minio.restart()
  await heading('Users')
  await row('ana.moreau').waitFor()
})

test('a storage server that hangs is said within 5 s, and the page comes when it goes on', async () => {
  await at('/buckets')
  await card('invoices').waitFor()
  await frozen(async () => {
    await entry('Users').click()
    await soon(slow)
    await looked('slow')
  })
  await row('ana.moreau').waitFor()
  await page.getByText(slow).waitFor({ state: 'detached' })

  await frozen(async () => {
    await page.reload()
    await soon(slow)
  })
  await row('ana.moreau').waitFor()
  await page.getByText(slow).waitFor({ state: 'detached' })
})

test('a storage server that hangs on is given up after its deadline, and tried again', async () => {
  await at('/buckets')
  await card('invoices').waitFor()
  await frozen(async () => {
    await entry('Users').click()
    await page.getByText(/does not answer/).waitFor()
    assert.is(await page.getByText(slow).count(), 0)
  })
  await button('Try again').click()
  await row('ana.moreau').waitFor()
})

test('one bucket that is denied leaves all others as they are', async () => {
  const many = Array.from({ length: 12 }, (_, n) => `team-${n + 10}`)
  for (const bucket of [...many, 'closed']) await (await bucketOf(bucket)).unpack(['report.txt'])
  const on = (Effect: string, Resource: string[]) => ({ Effect, Action: ['s3:*'], Resource })
  const closed = ['arn:aws:s3:::closed', 'arn:aws:s3:::closed/*']
  await policyOf('not-closed', on('Allow', ['arn:aws:s3:::*']), on('Deny', closed))
  await asSomebody(await userOf('most', 'not-closed'), async () => {
    for (const bucket of many) await card(bucket).waitFor()
    assert.is(await card('closed').getByText('R/W').count(), 0)
    await at('/buckets/closed/browse')
    await soon('You cannot see these objects')
    await looked('denied')
    await at('/buckets/team-10/browse')
    await row('report.txt').waitFor()
  })
})

test('a session that the server has ended leads to the login page, and back after signing in again', async () => {
  const pair = await userOf('leaver', 'consoleAdmin')
  await asSomebody(pair, async () => {
    await at('/users')
    await row('ana.moreau').waitFor()
    assert.is((await root('DELETE', '/api/v1/user?name=leaver')).status, 204)
    await entry('Groups').click()
    await soon('Your session has ended')
    await looked('session-ended')
    await userOf('leaver', 'consoleAdmin')
    await page.fill('input[name=secretKey]', pair.secretKey)
    await page.keyboard.press('Enter')
    await page.locator('h1:is([title="Groups"], [title="Users"])').waitFor()
  })
})

test('a removal of thousands that is cut off says so, and is taken up again where it was', async () => {
  const all = Array.from({ length: 4000 }, (_, n) => `many/${String(n).padStart(5, '0')}`)
  const bucket = await bucketOf('thousands')
  for (let from = 0; from < all.length; from += 1000) await bucket.unpack(all.slice(from, from + 1000))
  await bucket.unpack(['many-more', 'many2/stays'])

  await at('/buckets/thousands/browse')
  await row('many/').hover()
  await row('many/').getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByText(/^[1-9][\d,]* objects deleted so far/).waitFor()
  await minio.kill9()
  await dialog().getByRole('alert').getByText(/cannot be reached/).waitFor({ timeout: SOON })
  await looked('removal')

  await minio.restart()
  const left = await keysOf('thousands')
  assert.ok(left.length > 2 && left.length < all.length, `${left.length} are left`)
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().waitFor({ state: 'detached', timeout: 60_000 })
  assert.equal(await keysOf('thousands'), ['many-more', 'many2/stays'])
})

test.run()
