import type { Browser, Page } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { closeTabs, launch, openTab, screenshot } from '../lib/browser.ts'
import { hasOwnMinio, type Minio, startMinio } from '../lib/minio.ts'
import { hasS3Server, type S3Server, startS3Server } from '../lib/s3-servers.ts'
import { type KeyPair, startServer, type TestServer } from '../lib/server.ts'
import { openCopyToServer } from './copy-to-server.ts'

const test = suite('several servers')
const canRun = hasOwnMinio() && hasS3Server('versity')

let minio: Minio | undefined
let versity: S3Server
let server: TestServer
let browser: Browser
let page: Page

test.before(async () => {
  if (!canRun) return
  ;[minio, versity] = await Promise.all([startMinio({ on: 'memory' }), startS3Server('versity')])
  const env = {
    CONSOLE_SERVERS: `prod=${minio?.url},backup=${versity.url},gone=http://127.0.0.1:9`,
    CONSOLE_SUBPATH: '/console',
  }
  ;[server, browser] = await Promise.all([startServer({ env }), launch()])
  page = (await openTab(browser)).page
})
test.after(async () => {
  if (browser) await closeTabs(browser)
  await server?.stop()
  await Promise.all([minio?.stop(), versity?.stop()])
})

/** Screenshots of a screen, wide and narrow, light and dark, if `SHOTS` names a folder. */
const takeScreenshots = async (name: string) => {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await screenshot(page, `${name}-${width}-${colorScheme}`)
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Signs in and waits for the first page. */
const signIn = async ({ accessKey, secretKey }: KeyPair, first: string) => {
  await page.locator('input[name=accessKey]').fill(accessKey)
  await page.locator('input[name=secretKey]').fill(secretKey)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${server.url}/console${first}`)
}

const pathname = () => new URL(page.url()).pathname

const menu = () => page.getByRole('complementary')

const openMenu = async (current: string) => {
  await menu()
    .getByRole('button', { name: `Server: ${current}` })
    .click()
  return page.getByRole('navigation', { name: 'Servers' })
}

const run = (title: string, body: () => Promise<void>) => (canRun ? test(title, body) : test.skip(title, body))

run('the sign-in page of the first server offers the others', async () => {
  await page.goto(`${server.url}/console/`)
  const list = page.getByRole('navigation', { name: 'Servers' })
  await list.getByRole('link', { name: 'prod' }).waitFor()
  assert.is(pathname(), '/console/prod/login')
  assert.is(await page.title(), 'Console Login · prod · Stowage')
  assert.equal(await list.getByRole('link').allInnerTexts(), [
    `prod\n${new URL(minio?.url ?? '').host}`,
    `backup\n${new URL(versity.url).host}`,
    'gone\n127.0.0.1:9',
  ])
  assert.is(await list.locator('[aria-current=page]').getByText('prod').count(), 1)
  await takeScreenshots('sign-in')
})

run('each server has its own session, buckets and remembered name', async () => {
  if (!minio) return
  await signIn(minio.root, '/prod/dashboard')
  const list = await openMenu('prod')
  await list.getByRole('link', { name: 'backup' }).click()
  await page.getByRole('heading', { level: 1, name: 'Console Login' }).waitFor()
  assert.is(pathname(), '/console/backup/login')
  assert.is(await page.locator('input[name=accessKey]').inputValue(), '')
  await signIn(versity.root, '/backup/buckets')
})

run('the menu shows state, account and version of each server', async () => {
  if (!minio) return
  const list = await openMenu('backup')
  const textOf = async (name: string) => (await list.getByRole('link', { name }).innerText()).split('\n').slice(2)
  await list.getByText('Does not answer').waitFor()
  await list.getByText(/^MinIO \S/).waitFor()
  assert.equal((await textOf('gone')).join(' '), 'Does not answer Not signed in')
  assert.match((await textOf('prod')).join(' '), new RegExp(`^Reachable ${minio.root.accessKey} MinIO \\S+$`))
  assert.match((await textOf('backup')).join(' '), new RegExp(`^Reachable ${versity.root.accessKey} VERSITYGW`, 'i'))
  await takeScreenshots('menu')
  await page.keyboard.press('Escape')
})

run('the palette names the server and leads to the others', async () => {
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Go to a page or action · backup' })
  await input.fill('prod')
  await page.getByRole('option', { name: /^prod/ }).click()
  await page.waitForURL(`${server.url}/console/prod/dashboard`)
  await menu().getByRole('button', { name: 'Server: prod' }).waitFor()
})

run('a folder is copied to another server in the transfers dock, which a second copy finds complete', async () => {
  const send = async (method: string, address: string, data?: object) => {
    const headers = { origin: server.url }
    const response = await page.request.fetch(`${server.url}/console${address}`, { method, headers, ...data })
    assert.ok(response.ok(), `${address} answered ${response.status()}`)
    return response
  }
  await send('POST', '/prod/api/v1/buckets', { data: { name: 'photos' } })
  await send('POST', '/backup/api/v1/buckets', { data: { name: 'copies' } })
  for (const name of ['one.txt', 'two.txt']) {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(name) }
    await send('POST', `/prod/api/v1/buckets/photos/objects/upload?key=summer/${name}`, {
      multipart: { [name.length]: file },
    })
  }
  const copy = () => openCopyToServer(page, `${server.url}/console/prod/buckets/photos/browse`, 'summer')
  const dialog = await copy()
  await takeScreenshots('copy')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  const dock = page.getByRole('region', { name: 'Transfers' })
  await dock.getByRole('heading', { name: 'Transfers · prod' }).waitFor()
  await dock.getByText('2 objects · Copied to backup').waitFor()
  await takeScreenshots('dock')
  for (const name of ['one.txt', 'two.txt']) {
    const query = `prefix=${encodeURIComponent(`summer/${name}`)}`
    const response = await send('GET', `/backup/api/v1/buckets/copies/objects/download?${query}`)
    assert.is(await response.text(), name)
  }
  await (await copy()).getByRole('button', { name: 'Copy', exact: true }).click()
  await dock.getByText('2 objects · Copied to backup').waitFor()
})

run('signing out of one server keeps the session of the other', async () => {
  await menu().getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Console Login' }).waitFor()
  await page.goto(`${server.url}/console/backup/`)
  await page.getByRole('heading', { level: 1, name: 'Buckets' }).waitFor()
  assert.is(pathname(), '/console/backup/buckets')
})
