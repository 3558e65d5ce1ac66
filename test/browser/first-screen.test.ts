import type { Browser, Page, Request } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { closeTabs, launch, signInOnPage, openTab } from '../lib/browser.ts'
import { signIn, startServer, type TestServer } from '../lib/server.ts'

const test = suite('the page before any script')
let server: TestServer
let browser: Browser

test.before(async () => {
  server = await startServer()
  browser = await launch()
  const root = await signIn(server.url, server.root)
  await root('POST', '/api/v1/buckets', { name: 'first' })
})
test.after(async () => {
  if (browser) await closeTabs(browser)
})

/** Delays every script of the build until it is released. */
const holdScripts = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Requests of a page until it is idle, without its live feed: each as `GET /path`. */
const requestsOf = async (page: Page, visit: () => Promise<unknown>) => {
  const requests: string[] = []
  const listen = (request: Request) => requests.push(`${request.method()} ${request.url().slice(server.url.length)}`)
  // the previous page sends no more requests
  await page.goto('about:blank')
  page.on('request', listen)
  await visit()
  await page.waitForLoadState('networkidle')
  page.off('request', listen)
  return requests
}

/** Records every change of the page's title; the returned function returns the distinct titles. */
const watchTitles = async (page: Page) => {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const title = () => (document.querySelector('h1') ?? document.querySelector('header p'))?.textContent || 'none'
    new MutationObserver(() => seen.add(title())).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

const signedIn = async () => {
  const tab = await openTab(browser)
  await signInOnPage(tab.page, server)
  await tab.page.getByRole('heading', { level: 1 }).waitFor()
  return tab
}

test('without scripts the sign-in form is shown and sends no input in a URL', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/users`)
  await page.getByRole('heading', { name: 'Console Login' }).waitFor()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('a-secret')
  await page.keyboard.press('Enter')
  await page.waitForLoadState()
  assert.not.match(page.url(), /secret|admin/)
  await context.close()
})

test('input typed before the script loads is kept, and Enter is not lost', async () => {
  const { page, problems } = await openTab(browser)
  const release = await holdScripts(page)
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Username').fill(server.root.accessKey)
  await page.getByLabel('Password').fill(server.root.secretKey)
  await page.keyboard.press('Enter')
  assert.match(page.url(), /\/login$/)
  release()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  assert.equal(problems, [])
  await page.context().close()
})

test('input typed before the script loads remains with the focus', async () => {
  const { page, problems } = await openTab(browser)
  const release = await holdScripts(page)
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Username').pressSequentially('half a na')
  release()
  await page.locator('form:not([data-early])').waitFor()
  await page.keyboard.type('me')
  assert.is(await page.getByLabel('Username').inputValue(), 'half a name')
  assert.equal(problems, [])
  await page.context().close()
})

test('the sign-in page takes at most 8 requests and no calls', async () => {
  const { page } = await openTab(browser)
  const requests = await requestsOf(page, () => page.goto(`${server.url}/login`))
  assert.ok(requests.length <= 8, requests.join('\n'))
  assert.equal(
    requests.filter((address) => address.includes('/api/')),
    [],
  )
  await page.context().close()
})

test('the sign-in page has the styles of the first screens, and all others load once with a session, before a page is shown', async () => {
  const { page, problems } = await openTab(browser)
  const sheets: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'stylesheet' && sheets.push(request.url())))
  await page.route('**/assets/*.css', async (route) => {
    assert.is(await page.locator('h1').filter({ hasText: 'Dashboard' }).count(), 0)
    await route.continue()
  })
  await page.goto(`${server.url}/login`)
  await page.locator('form:not([data-early])').waitFor()
  assert.equal(sheets, [])
  await signInOnPage(page, server)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  assert.is(sheets.length, 1)
  assert.equal(problems, [])
  await page.context().close()
})

test('a missing style sheet is reported', async () => {
  const { page, problems } = await openTab(browser)
  await page.route('**/assets/*.css', (route) => route.abort())
  await signInOnPage(page, server)
  await page.getByText('The style sheet of the console could not be loaded').waitFor()
  await page.unroute('**/assets/*.css')
  problems.length = 0
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.context().close()
})

/** Pages that load more once they are visible: the first steps of an empty storage, and comboboxes. */
const loadingMore = ['/dashboard', '/policies/readonly']

test('a signed-in page takes at most 12 files, and makes its first call once', async () => {
  const { page, problems } = await signedIn()
  for (const [path, title] of [
    ['/buckets', 'Buckets'],
    ['/buckets/first/browse', 'first'],
    ['/buckets/first/browse/a%20b/', 'a b'],
    ['/buckets/first/admin', 'first'],
    ['/dashboard', 'Dashboard'],
    ['/users', 'Users'],
    ['/users/nobody', 'nobody'],
    ['/groups', 'Groups'],
    ['/account', 'Service Accounts'],
    ['/policies', 'Policies'],
    ['/policies/readonly', 'readonly'],
  ] as const) {
    const requests = await requestsOf(page, async () => {
      await page.goto(server.url + path)
      await page.locator(`h1[title="${title}"]`).waitFor()
    })
    const first = await page.locator('link[rel=preload][as=fetch]').getAttribute('href')
    assert.is(requests.filter((address) => address === `GET ${first}`).length, 1, `${path}: ${requests.join('\n')}`)
    const others = requests.filter((address) => !address.includes('/api/'))
    assert.ok(others.length <= (loadingMore.includes(path) ? 15 : 12), others.join('\n'))
  }
  assert.equal(problems, [])
  await page.context().close()
})

test('a page whose data arrives before its scripts has it in its first rendering', async () => {
  const { page, problems } = await signedIn()
  const release = await holdScripts(page)
  const received = page.waitForResponse(/\/api\/v1\/buckets/)
  await page.goto(`${server.url}/buckets?view=list`, { waitUntil: 'commit' })
  await (await received).finished()
  const contentOfFirst = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const look = () => {
          if (document.querySelector('h1[title=Buckets]'))
            resolve([...document.querySelectorAll('[role=row] a')].flatMap((link) => link.textContent || []))
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }),
  )
  release()
  assert.equal(await contentOfFirst, ['first'])
  assert.equal(problems, [])
  await page.context().close()
})

test("the frame and title are shown before a page's script loads, without a white screen in between", async () => {
  const { page, problems } = await signedIn()
  const release = await holdScripts(page)
  await page.goto(`${server.url}/users`, { waitUntil: 'commit' })
  await page.locator('header p').getByText('Users').waitFor()
  assert.match(await page.title(), /^Users/)
  const titles = await watchTitles(page)
  release()
  await page.locator('h1[title=Users]').waitFor()
  assert.equal(await titles(), ['Users'])
  assert.equal(problems, [])
  await page.context().close()
})

test('after signing in, the form stays until there is a page with a title', async () => {
  const { page, problems } = await openTab(browser)
  await page.goto(`${server.url}/login`)
  await page.locator('form:not([data-early])').waitFor()
  const titles = await watchTitles(page)
  const release = await holdScripts(page)
  await page.getByLabel('Username').fill(server.root.accessKey)
  await page.getByLabel('Password').fill(server.root.secretKey)
  await page.keyboard.press('Enter')
  await page.waitForResponse(/\/api\/v1\/login$/)
  assert.is(await page.locator('h1').textContent(), 'Console Login')
  release()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  assert.equal(await titles(), ['Console Login', 'Dashboard'])
  assert.equal(problems, [])
  await page.context().close()
})

test('a link on another site opens the page in the session, although the browser withholds the cookie', async () => {
  const { page, problems } = await signedIn()
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${server.url}/users">go</a>` }),
  )
  await page.goto('http://elsewhere.test/')
  await page.getByText('go').click()
  await page.locator('h1[title=Users]').waitFor()
  assert.equal(problems, [])
  await page.context().close()
})
