import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { Cookie } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { login, type Look } from '../lib/browser.ts'
import { startServer } from '../lib/server.ts'
import { allow, policyOf, userOf } from './accounts.ts'
import { bucketOf, put } from './objects.ts'
import {
  entry,
  fillIn as fillInPair,
  heading,
  newTab,
  page,
  problems,
  readable,
  root,
  row,
  seenThemes,
  server,
  until,
  useConsole,
} from './console.ts'

const test = suite('the shell')

useConsole(test)

const path = () => new URL(page.url()).pathname
const fillIn = (pair = server.root) => fillInPair(pair)

let cookies: Cookie[] = []

/** A fresh tab, signed in (once for all tests that leave the session alone) and at a page. */
const fresh = async (address = '/users', look: Look = {}, base = server.url) => {
  await newTab(look)
  if (cookies.length === 0 || base !== server.url) await login(page, { url: base, root: server.root })
  else await page.context().addCookies(cookies)
  if (base === server.url) cookies = await page.context().cookies()
  await page.goto(base + address)
  await page
    .getByRole('navigation', { name: 'Console' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor()
}

test('an address that is opened without a session is reached by signing in', async () => {
  await newTab()
  await page.goto(`${server.url}/users?search=adm#x`)
  await heading('Console Login')
  assert.is(path(), '/login')
  await fillIn()
  await heading('Users')
  assert.is(page.url(), `${server.url}/users?search=adm#x`)
  await page.reload()
  await heading('Users')
})

test('a wrong password is said on the login page, and the right one still works there', async () => {
  await newTab()
  await page.goto(`${server.url}/login`)
  await fillIn({ accessKey: 'admin', secretKey: 'not-the-password' })
  await page.getByRole('alert').getByText('Invalid Login').waitFor()
  assert.is(path(), '/login')
  await fillIn()
  await heading('Dashboard')
})

test('the browser keeps no credential', async () => {
  await newTab()
  await login(page, server)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  assert.is(kept, JSON.stringify([{ userLoggedIn: Buffer.from('admin').toString('base64') }, {}, '']))
})

test('the login page fetches no more than 92 kB of script', async () => {
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

test('the sidebar leads everywhere, Back leads back, and the focus goes to the heading', async () => {
  await fresh('/users')
  await entry('Groups').click()
  await heading('Groups')
  await until(() => page.evaluate(() => document.activeElement?.tagName === 'H1'))
  assert.is(await entry('Groups').getAttribute('aria-current'), 'page')
  assert.match(await page.title(), /^Groups/)
  await page.goBack()
  await heading('Users')
  await page.goForward()
  await heading('Groups')
})

test('Back scrolls a long list to where it was', async () => {
  for (let number = 10; number < 60; number++) {
    const added = await root('POST', '/api/v1/groups', { group: `team-${number}`, members: [] })
    assert.is(added.status, 201, added.text)
  }
  await fresh('/groups')
  const top = () => page.getByRole('grid').evaluate((grid) => grid.scrollTop)
  await page.getByRole('row').nth(5).waitFor()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 700 }))
  await page.getByText('team-40', { exact: true }).waitFor()
  await entry('Users').click()
  await heading('Users')
  await page.goBack()
  await page.getByText('team-40', { exact: true }).waitFor()
  assert.ok(Math.abs((await top()) - 700) < 5, `${await top()}`)
  await page.goForward()
  await entry('Groups').click()
  await page.getByText('team-10', { exact: true }).waitFor()
  assert.is(await top(), 0)
})

test('the sidebar is 245 px wide, 115 px closed, and stays as it was left', async () => {
  await fresh('/users', { motion: 'full' })
  const becomes = (width: number) =>
    until(async () => Math.round((await page.locator('aside').first().boundingBox())?.width ?? 0) === width)
  await becomes(245)
  await page.getByRole('button', { name: 'Close the sidebar' }).click()
  await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
  await becomes(115)
  await page.reload()
  await becomes(115)
  await page.getByRole('button', { name: 'Open the sidebar' }).click()
  await becomes(245)
})

test('the palette opens a page with the keyboard alone', async () => {
  await fresh('/users')
  await heading('Users')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a page or action' }).waitFor()
  await page.keyboard.type('polic')
  await page.keyboard.press('Enter')
  await heading('Policies')
  assert.is(path(), '/policies')
})

test('the palette finds buckets, objects by their path, users, groups and policies, and gives the focus back', async () => {
  await bucketOf('ledger-books')
  await put('ledger-books', 'years/2026/report.txt', 'all of it')
  await userOf('ledger-clerk')
  assert.is((await root('POST', '/api/v1/groups', { group: 'ledger-readers', members: [] })).status, 201)
  await policyOf('ledger-policy', allow(['s3:GetObject'], ['ledger-books/*']))
  await fresh('/users')
  await heading('Users')
  const opener = page.getByRole('button', { name: /^Go to/ })
  await opener.click()
  const box = page.getByRole('combobox', { name: 'Go to a page or action' })
  const option = (name: string) => page.getByRole('option', { name })
  await box.fill('ledger')
  for (const name of ['ledger-books', 'ledger-clerk', 'ledger-readers', 'ledger-policy']) await option(name).waitFor()
  await readable('palette-data')
  await box.fill('ledger-books/years/2026/')
  await option('ledger-books/years/2026/report.txt').waitFor()
  await page.keyboard.press('Escape')
  await until(() => opener.evaluate((element) => element === document.activeElement))
  await opener.click()
  await box.fill('ledger-cl')
  await option('ledger-clerk').waitFor()
  await page.keyboard.press('Enter')
  await heading('ledger-clerk')
  await page.keyboard.press('Control+k')
  await box.fill('ledger-books/ye')
  await option('ledger-books/years/').click()
  await row('2026/').waitFor()
  assert.is(path(), '/buckets/ledger-books/browse/years/')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'ledger-clerk' }).waitFor()
})

test('"/" goes to the search of the page and "?" shows the shortcuts', async () => {
  await fresh('/users')
  await heading('Users')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('/')
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
  await page.keyboard.press('Escape')
  await page.locator('h1').focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('an address that is no page is not found', async () => {
  await fresh('/no/such/page')
  await heading('404 Not Found')
  await page.getByText(/^Copyright © \d{4}/).waitFor()
})

test('a form that is not saved holds up Back until it may be left', async () => {
  await fresh('/policies')
  await heading('Policies')
  await page.getByRole('link', { name: 'readonly', exact: true }).click()
  await heading('readonly')
  await page.getByRole('tab', { name: /JSON|Policy|Raw/ }).click()
  await page.getByRole('textbox', { name: 'Policy document' }).press('End')
  await page.keyboard.type(' ')
  await page.goBack().catch(() => {})
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor()
  assert.is(path(), '/policies/readonly')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is(path(), '/policies/readonly')
  await page.goBack().catch(() => {})
  await page.getByRole('button', { name: 'Discard' }).click()
  await heading('Policies')
})

test('a session that ended elsewhere leads to the login page by itself, and back', async () => {
  await newTab()
  await login(page, server)
  // all that the page asks for is answered before its session ends
  const answered = Promise.all(
    ['groups', 'has-permission'].map((call) => page.waitForResponse(new RegExp(`/api/v1/${call}$`))),
  )
  await entry('Groups').click()
  await heading('Groups')
  await answered
  await page.evaluate(() => void fetch('/api/v1/logout', { method: 'POST' }))
  await page.getByText('Your session has ended').waitFor()
  assert.is(await page.inputValue('input[name=accessKey]'), 'admin')
  await fillIn()
  await heading('Groups')
})

test('logging out leads to the login page, and the next person starts at the first page', async () => {
  await fresh('/groups')
  cookies = []
  await entry('Users').click()
  await heading('Users')
  await page.getByRole('button', { name: 'Logout' }).click()
  await heading('Console Login')
  assert.is(await page.inputValue('input[name=accessKey]'), '')
  await page.goBack()
  await heading('Console Login')
  await fillIn()
  await heading('Dashboard')
})

test('a server that goes away is said so on the page, which stays, and comes by itself when it is back', async () => {
  await fresh('/users')
  await heading('Users')
  // once its list is here, the next call is the one that finds no server
  const listed = page.waitForResponse((response) => response.url().endsWith('/api/v1/groups'))
  await entry('Groups').click()
  await listed
  await heading('Groups')
  await server.kill9()
  await entry('Users').click()
  await page.getByText('The server does not answer.').first().waitFor()
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  await page.getByRole('button', { name: 'Create User', disabled: true }).waitFor()
  await readable('server-away')
  assert.is(path(), '/users')
  await server.restart()
  await page.getByRole('button', { name: 'Create User', disabled: false }).waitFor()
  await page.getByText('Users could not be loaded').waitFor({ state: 'detached' })
  assert.equal([path(), await page.getByText('The server does not answer.').count()], ['/users', 0])
  // the browser itself reports what it could not fetch
  problems.length = 0
})

test('a page whose code cannot be fetched says that the server is away, and comes by itself too', async () => {
  await fresh('/users')
  await heading('Users')
  await server.kill9()
  await entry('Groups').click()
  await page.getByText('The server did not answer').waitFor()
  await server.restart()
  await heading('Groups')
  // the browser itself reports the failed fetch
  problems.length = 0
})

test('a person with few rights sees what they may, and nothing else', async () => {
  await newTab()
  await login(page, { url: server.url, root: await userOf('visitor', { policies: ['readonly'] }) })
  await heading('Buckets')
  const labels = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
  assert.equal(
    labels.map((label) => label.replace(/\(.*/, '')),
    ['Buckets', 'Service Accounts', 'License', 'Documentation'],
  )
  await page.goto(`${server.url}/users`)
  await heading('Users')
  await page.getByText('You cannot see users').waitFor()
  await page.getByRole('button', { name: 'See What I Can Do' }).click()
  await page.getByRole('dialog', { name: 'What I Can Do' }).getByText('s3:GetObject', { exact: true }).waitFor()
  await readable('granted')
})

test('on a phone the menu lies over the page', async () => {
  await fresh('/users', { width: 390, height: 844 })
  await heading('Users')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Groups' }).click()
  await heading('Groups')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 390)
})

test('the theme follows the system until one is chosen, and is there at the first paint', async () => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await fresh('/users', { theme: 'dark' })
  assert.is(await theme(), 'dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByText('High contrast').click()
  assert.is(await theme(), 'contrast')
  await page.goto(`${server.url}/users`, { waitUntil: 'commit' })
  await page.waitForSelector('style', { state: 'attached' })
  assert.is(await theme(), 'contrast')
})

test('a plugin that the deployment leaves out has neither entry nor page', async () => {
  const small = await startServer({ plugins: ['buckets', 'object-browser'] })
  try {
    await fresh('/users', {}, small.url)
    await heading('404 Not Found')
    assert.equal(await page.getByRole('navigation', { name: 'Console' }).getByRole('link').count(), 2)
    await entry('Buckets').click()
    await heading('Buckets')
  } finally {
    await small.stop()
  }
})

test('everything works below a sub-path', async () => {
  const below = await startServer({ env: { CONSOLE_SUBPATH: '/console' } })
  try {
    await fresh('/users', {}, `${below.url}/console`)
    await heading('Users')
    await entry('Groups').click()
    await heading('Groups')
    assert.is(path(), '/console/groups')
    await page.reload()
    await heading('Groups')
    await page.getByRole('button', { name: 'Logout' }).click()
    await heading('Console Login')
    assert.is(path(), '/console/login')
  } finally {
    await below.stop()
  }
})

/** A proxy that carries `/api/proxy/storage/one/…` to the console's own addresses, as the operator's does. */
const tenantProxy = async () => {
  const { port } = new URL(server.url)
  const proxy = createServer((incoming, outgoing) => {
    const address = (incoming.url ?? '/').replace(/^\/api\/proxy\/storage\/one/, '') || '/'
    const onward = request(
      { port, host: '127.0.0.1', method: incoming.method, path: address, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => (proxy.closeAllConnections(), proxy.close()),
  }
}

test('behind /api/proxy the first four segments stay before every page and call', async () => {
  const proxy = await tenantProxy()
  const base = '/api/proxy/storage/one'
  try {
    await fresh('/users', {}, proxy.url + base)
    const called = page.waitForRequest((sent) => new URL(sent.url()).pathname === `${base}/api/v1/groups`)
    await entry('Groups').click()
    await heading('Groups')
    assert.is(path(), `${base}/groups`)
    await called
    await page.goBack()
    await heading('Users')
  } finally {
    await page.context().close()
    proxy.close()
  }
})

for (const theme of seenThemes) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`nothing is in the way of anybody: ${theme}, ${width} px`, async () => {
      const look = (name: string) => readable(`shell-${name}-${theme}-${width}`)
      await newTab({ width, height, theme })
      await page.goto(`${server.url}/login`)
      await heading('Console Login')
      await look('login')
      await fresh('/nowhere', { width, height, theme })
      await heading('404 Not Found')
      await look('not-found')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await look('palette')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
      await look('shortcuts')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: width < 720 ? 'Menu' : 'Close the sidebar' }).click()
      await (width < 720
        ? page.getByRole('dialog', { name: 'Menu' })
        : page.getByRole('button', { name: 'Open the sidebar' })
      ).waitFor()
      await look('menu')
    })
  }
}

test.run()
