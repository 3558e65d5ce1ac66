import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { closeTabs, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { startServer, type TestServer } from '../lib/server.ts'

const test = suite('branding')
const folder = temporaryFolder('brand')
let server: TestServer
let browser: Browser

test.before(async () => {
  const logo = join(folder, 'logo.svg')
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>')
  const env = {
    CONSOLE_BRAND_NAME: 'Acme <Storage>',
    CONSOLE_BRAND_LOGO: logo,
    CONSOLE_BRAND_COLOR: '#4a1030',
    CONSOLE_BRAND_TEXT: 'For employees & partners of Acme.',
    CONSOLE_BRAND_SUPPORT: 'https://help.acme.example/storage',
  }
  ;[server, browser] = await Promise.all([startServer({ env }), launch()])
})
test.after(async () => {
  if (browser) await closeTabs(browser)
  await server?.stop()
})

test('the sign-in page and the sidebar have name, logo, color, text and help of the operator', async () => {
  // the tab fails on violations of the content security policy
  const { page } = await openTab(browser)
  await page.goto(`${server.url}/login`)
  await page.getByText('For employees & partners of Acme.').waitFor()
  assert.is(await page.title(), 'Console Login · Acme <Storage>')
  const brand = page.locator('header').filter({ hasText: 'Acme <Storage>' })
  assert.is(await brand.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(74, 16, 48)')
  assert.ok(await brand.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth > 0))
  assert.is(await page.getByRole('link', { name: 'Support' }).getAttribute('href'), 'https://help.acme.example/storage')
  assert.is(await page.getByText('Stowage', { exact: false }).count(), 0)

  await signInOnPage(page, server)
  const sidebar = page.getByRole('complementary')
  await sidebar.getByText('Acme <Storage>').waitFor()
  await page.getByRole('link', { name: /^Support/ }).waitFor()
  assert.match(await page.title(), / · Acme <Storage>$/)
})

test('the high-contrast theme keeps its own background', async () => {
  const { page } = await openTab(browser)
  await page.goto(`${server.url}/login`)
  await page.getByText('For employees & partners of Acme.').waitFor()
  await page.evaluate(() => (document.documentElement.dataset.theme = 'contrast'))
  const brand = page.locator('header').filter({ hasText: 'Acme <Storage>' })
  assert.is(await brand.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(0, 0, 0)')
})
