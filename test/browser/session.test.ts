import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { assert, suite } from '../lib/suite.ts'
import { signInOnPage } from '../lib/browser.ts'
import { startServer } from '../lib/server.ts'
import { createUser } from './accounts.ts'
import { assertReadable, testedThemes } from './accessibility.ts'
import { newTab, page, server, useConsole } from './console.ts'
import { sidebarEntry } from './elements.ts'
import { waitForHeading } from './pages.ts'
import { currentPath, submitRootSignIn, openFreshTab, forgetSession } from './fresh-tab.ts'

const test = suite('a session and where it is')

useConsole(test)

test('a URL opened without a session is shown after signing in', async () => {
  await newTab()
  await page.goto(`${server.url}/users?search=adm#x`)
  await waitForHeading('Console Login')
  assert.is(currentPath(), '/login')
  await submitRootSignIn()
  await waitForHeading('Users')
  assert.is(page.url(), `${server.url}/users?search=adm#x`)
  await page.reload()
  await waitForHeading('Users')
})

test('a wrong password is reported on the sign-in page, and the right one still works', async () => {
  await newTab()
  await page.goto(`${server.url}/login`)
  await submitRootSignIn({ accessKey: 'admin', secretKey: 'not-the-password' })
  await page.getByRole('alert').getByText('Invalid Login').waitFor()
  assert.is(currentPath(), '/login')
  await submitRootSignIn()
  await waitForHeading('Dashboard')
})

test('the browser stores no credential', async () => {
  await newTab()
  await signInOnPage(page, server)
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  assert.is(stored, JSON.stringify([{ userLoggedIn: Buffer.from('admin').toString('base64') }, {}, '']))
})

test('the sign-in page loads at most 92 kB of scripts', async () => {
  await newTab()
  await page.goto(`${server.url}/login`)
  await page.waitForSelector('input[name=accessKey]')
  await page.waitForLoadState('networkidle')
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  assert.ok(sizes.length > 1)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total > 60_000 && total <= 92_000, `${total} bytes`)
})

test('a session ended elsewhere leads to the sign-in page, and back', async () => {
  await newTab()
  await signInOnPage(page, server)
  // all requests of the page are answered before its session ends
  const answered = Promise.all(
    ['groups', 'has-permission'].map((call) => page.waitForResponse(new RegExp(`/api/v1/${call}$`))),
  )
  await sidebarEntry('Groups').click()
  await waitForHeading('Groups')
  await answered
  await page.evaluate(() => void fetch('/api/v1/logout', { method: 'POST' }))
  await page.getByText('Your session has ended').waitFor()
  assert.is(await page.inputValue('input[name=accessKey]'), 'admin')
  await submitRootSignIn()
  await waitForHeading('Groups')
})

test('signing out leads to the sign-in page, and the next account starts at the first page', async () => {
  await openFreshTab('/groups')
  forgetSession()
  await sidebarEntry('Users').click()
  await waitForHeading('Users')
  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForHeading('Console Login')
  assert.is(await page.inputValue('input[name=accessKey]'), '')
  await page.goBack()
  await waitForHeading('Console Login')
  await submitRootSignIn()
  await waitForHeading('Dashboard')
})

test('an account with few rights sees only what they allow', async () => {
  await newTab()
  await signInOnPage(page, { url: server.url, root: await createUser('visitor', { policies: ['readonly'] }) })
  await waitForHeading('Buckets')
  const labels = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
  assert.equal(
    labels.map((label) => label.replace(/\(.*/, '')),
    ['Buckets', 'Service Accounts', 'License', 'Documentation'],
  )
  await page.goto(`${server.url}/users`)
  await waitForHeading('Users')
  await page.getByText('You cannot open Users').waitFor()
  await page.getByRole('button', { name: 'See What I Can Do' }).click()
  await page.getByRole('dialog', { name: 'What I Can Do' }).getByText('s3:GetObject', { exact: true }).waitFor()
  await assertReadable('granted')
})

test('everything works under a base path', async () => {
  const below = await startServer({ env: { CONSOLE_SUBPATH: '/console' } })
  await openFreshTab('/users', {}, `${below.url}/console`)
  await waitForHeading('Users')
  await sidebarEntry('Groups').click()
  await waitForHeading('Groups')
  assert.is(currentPath(), '/console/groups')
  await page.reload()
  await waitForHeading('Groups')
  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForHeading('Console Login')
  assert.is(currentPath(), '/console/login')
})

/** A proxy that forwards `/api/proxy/storage/one/…` to the console's own addresses, as the operator's console does. */
const tenantProxy = async () => {
  const { port } = new URL(server.url)
  const proxy = createServer((incoming, outgoing) => {
    const address = (incoming.url ?? '/').replace(/^\/api\/proxy\/storage\/one/, '') || '/'
    const forwarded = request(
      { port, host: '127.0.0.1', method: incoming.method, path: address, headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => (proxy.closeAllConnections(), proxy.close()),
  }
}

test('under /api/proxy the first four path segments precede every page and call', async () => {
  const proxy = await tenantProxy()
  const base = '/api/proxy/storage/one'
  try {
    await openFreshTab('/users', {}, proxy.url + base)
    const called = page.waitForRequest((sent) => new URL(sent.url()).pathname === `${base}/api/v1/groups`)
    await sidebarEntry('Groups').click()
    await waitForHeading('Groups')
    assert.is(currentPath(), `${base}/groups`)
    await called
    await page.goBack()
    await waitForHeading('Users')
  } finally {
    await page.context().close()
    proxy.close()
  }
})

for (const theme of testedThemes) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`it is accessible: ${theme}, ${width} px`, async () => {
      const check = (name: string) => assertReadable(`shell-${name}-${theme}-${width}`)
      await newTab({ width, height, theme })
      await page.goto(`${server.url}/login`)
      await waitForHeading('Console Login')
      await check('login')
      await openFreshTab('/nowhere', { width, height, theme })
      await waitForHeading('404 Not Found')
      await check('not-found')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await check('palette')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
      await check('shortcuts')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: width < 720 ? 'Menu' : 'Close the sidebar' }).click()
      await (width < 720
        ? page.getByRole('dialog', { name: 'Menu' })
        : page.getByRole('button', { name: 'Open the sidebar' })
      ).waitFor()
      await check('menu')
    })
  }
}
