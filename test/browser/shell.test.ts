import { assert, suite } from '../lib/suite.ts'
import { startServer } from '../lib/server.ts'
import { allow, createPolicy, createUser } from './accounts.ts'
import { until } from '../lib/until.ts'
import { assertReadable } from './accessibility.ts'
import { page, problems, root, server, useConsole } from './console.ts'
import { sidebarEntry, row } from './elements.ts'
import { createBucket, putObject } from './objects.ts'
import { waitForHeading } from './pages.ts'
import { currentPath, openFreshTab } from './fresh-tab.ts'

const test = suite('the shell')

useConsole(test)

test('the sidebar opens every page, Back returns, and the heading gets the focus', async () => {
  await openFreshTab('/users')
  await sidebarEntry('Groups').click()
  await waitForHeading('Groups')
  await until(() => page.evaluate(() => document.activeElement?.tagName === 'H1'))
  assert.is(await sidebarEntry('Groups').getAttribute('aria-current'), 'page')
  assert.match(await page.title(), /^Groups/)
  await page.goBack()
  await waitForHeading('Users')
  await page.goForward()
  await waitForHeading('Groups')
})

test('Back restores the scroll position of a long list', async () => {
  for (let number = 10; number < 60; number++) {
    const added = await root('POST', '/api/v1/groups', { group: `team-${number}`, members: [] })
    assert.is(added.status, 201, added.text)
  }
  await openFreshTab('/groups')
  const top = () => page.getByRole('grid').evaluate((grid) => grid.scrollTop)
  await page.getByRole('row').nth(5).waitFor()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 700 }))
  await page.getByText('team-40', { exact: true }).waitFor()
  await sidebarEntry('Users').click()
  await waitForHeading('Users')
  await page.goBack()
  await page.getByText('team-40', { exact: true }).waitFor()
  assert.ok(Math.abs((await top()) - 700) < 5, `${await top()}`)
  await page.goForward()
  await sidebarEntry('Groups').click()
  await page.getByText('team-10', { exact: true }).waitFor()
  assert.is(await top(), 0)
})

test('Back to a list that has become shorter does not hold on to its old scroll position', async () => {
  await openFreshTab('/groups')
  const grid = page.getByRole('grid')
  await page.getByText('team-10', { exact: true }).waitFor()
  await grid.evaluate((element) => element.scrollTo({ top: 1200 }))
  await page.getByText('team-50', { exact: true }).waitFor()
  await sidebarEntry('Users').click()
  await waitForHeading('Users')
  for (let number = 35; number < 60; number++) await root('DELETE', `/api/v1/group?name=team-${number}`)
  await page.goBack()
  await page.getByText('team-34', { exact: true }).waitFor()
  await grid.hover()
  await page.mouse.wheel(0, -2000)
  await until(() => grid.evaluate((element) => element.scrollTop === 0))
})

test('tabs in the path of a page keep the focus while arrow keys move through them', async () => {
  await createBucket('tabs-by-keys')
  await openFreshTab('/buckets/tabs-by-keys/admin/summary')
  const tabAt = (name: string) => page.getByRole('tab', { name, exact: true })
  await tabAt('Summary').focus()
  for (const [name, path] of [
    ['Events', 'events'],
    ['Lifecycle', 'lifecycle'],
  ] as const) {
    await page.keyboard.press('ArrowRight')
    await until(() => currentPath() === `/buckets/tabs-by-keys/admin/${path}`)
    await page.getByRole('tabpanel', { name }).waitFor()
    await until(() => tabAt(name).evaluate((element) => element === document.activeElement))
  }
})

test('the sidebar is 245 px wide, 115 px collapsed, and stays as left', async () => {
  await openFreshTab('/users', { motion: 'full' })
  const waitForWidth = (width: number) =>
    until(async () => Math.round((await page.locator('aside').first().boundingBox())?.width ?? 0) === width)
  await waitForWidth(245)
  await page.getByRole('button', { name: 'Close the sidebar' }).click()
  await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
  await waitForWidth(115)
  await page.reload()
  await waitForWidth(115)
  await page.getByRole('button', { name: 'Open the sidebar' }).click()
  await waitForWidth(245)
})

test('the palette opens a page by keyboard alone', async () => {
  await openFreshTab('/users')
  await waitForHeading('Users')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a page or action' }).waitFor()
  await page.keyboard.type('polic')
  await page.keyboard.press('Enter')
  await waitForHeading('Policies')
  assert.is(currentPath(), '/policies')
})

test('the palette finds buckets, objects by path, users, groups and policies, and returns the focus', async () => {
  await createBucket('ledger-books')
  await putObject('ledger-books', 'years/2026/report.txt', 'all of it')
  await createUser('ledger-clerk')
  assert.is((await root('POST', '/api/v1/groups', { group: 'ledger-readers', members: [] })).status, 201)
  await createPolicy('ledger-policy', allow(['s3:GetObject'], ['ledger-books/*']))
  await openFreshTab('/users')
  await waitForHeading('Users')
  const opener = page.getByRole('button', { name: /^Go to/ })
  await opener.click()
  const box = page.getByRole('combobox', { name: 'Go to a page or action' })
  const option = (name: string) => page.getByRole('option', { name })
  await box.fill('ledger')
  for (const name of ['ledger-books', 'ledger-clerk', 'ledger-readers', 'ledger-policy']) await option(name).waitFor()
  await assertReadable('palette-data')
  await box.fill('ledger-books/years/2026/')
  await option('ledger-books/years/2026/report.txt').waitFor()
  await page.keyboard.press('Escape')
  await until(() => opener.evaluate((element) => element === document.activeElement))
  await opener.click()
  await box.fill('ledger-cl')
  await option('ledger-clerk').waitFor()
  await page.keyboard.press('Enter')
  await waitForHeading('ledger-clerk')
  await page.keyboard.press('Control+k')
  await box.fill('ledger-books/ye')
  await option('ledger-books/years/').click()
  await row('2026/').waitFor()
  assert.is(currentPath(), '/buckets/ledger-books/browse/years/')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'ledger-clerk' }).waitFor()
})

test('"/" focuses the search of the page and "?" shows the shortcuts', async () => {
  await openFreshTab('/users')
  await waitForHeading('Users')
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

test('an unknown address shows "not found"', async () => {
  await openFreshTab('/no/such/page')
  await waitForHeading('404 Not Found')
  await page.getByText(/^Copyright © \d{4}/).waitFor()
})

test('an unsaved form holds back Back until confirmed', async () => {
  await openFreshTab('/policies')
  await waitForHeading('Policies')
  await page.getByRole('link', { name: 'readonly', exact: true }).click()
  await waitForHeading('readonly')
  await page.getByRole('tab', { name: /JSON|Policy|Raw/ }).click()
  await page.getByRole('textbox', { name: 'Policy document' }).press('End')
  await page.keyboard.type(' ')
  await page.goBack().catch(() => {})
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor()
  assert.is(currentPath(), '/policies/readonly')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is(currentPath(), '/policies/readonly')
  await page.goBack().catch(() => {})
  await page.getByRole('button', { name: 'Discard' }).click()
  await waitForHeading('Policies')
})

test('an unavailable server is reported on the page, which stays and recovers once it is back', async () => {
  await openFreshTab('/users')
  await waitForHeading('Users')
  // once its list has loaded, the next call is the first one that fails
  const listed = page.waitForResponse((response) => response.url().endsWith('/api/v1/groups'))
  await sidebarEntry('Groups').click()
  await listed
  await waitForHeading('Groups')
  await server.kill()
  await sidebarEntry('Users').click()
  await page.getByText('The server does not answer.').first().waitFor()
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  await page.getByRole('button', { name: 'Create User', disabled: true }).waitFor()
  await assertReadable('server-away')
  assert.is(currentPath(), '/users')
  await server.restart()
  await page.getByRole('button', { name: 'Create User', disabled: false }).waitFor()
  await page.getByText('Users could not be loaded').waitFor({ state: 'detached' })
  assert.equal([currentPath(), await page.getByText('The server does not answer.').count()], ['/users', 0])
  // the browser itself reports what it could not fetch
  problems.length = 0
})

test('a page whose code cannot be loaded reports the unavailable server, and recovers', async () => {
  await openFreshTab('/users')
  await waitForHeading('Users')
  await server.kill()
  await sidebarEntry('Groups').click()
  await page.getByText('The server did not respond').waitFor()
  await server.restart()
  await waitForHeading('Groups')
  // the browser itself reports the failed fetch
  problems.length = 0
})

test('a tooltip or menu whose code cannot be loaded leaves the page as it is, and opens once it can be', async () => {
  await openFreshTab('/users')
  await waitForHeading('Users')
  const scripts = /(tooltip-bubble|open-menu|table-view-menu)-\w+\.js$/
  await page.route(scripts, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('tooltip-bubble'))
  await page.getByRole('button', { name: 'Close the sidebar' }).hover()
  await refused
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByText('This part of the console could not be loaded').waitFor()
  await waitForHeading('Users')
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Refresh' }).hover()
  await page.getByText('Refresh', { exact: true }).waitFor()
  // the browser itself reports the failed fetches
  problems.length = 0
})

test('on a phone the menu overlays the page', async () => {
  await openFreshTab('/users', { width: 390, height: 844 })
  await waitForHeading('Users')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await page.keyboard.press('Escape')
  await until(() => menu.evaluate((element) => element === document.activeElement))
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Groups' }).click()
  await waitForHeading('Groups')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 390)
})

test('the theme follows the system until one is chosen, and applies from the first paint', async () => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  await openFreshTab('/users', { theme: 'dark' })
  assert.is(await theme(), 'dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByText('High contrast').click()
  assert.is(await theme(), 'contrast')
  await page.goto(`${server.url}/users`, { waitUntil: 'commit' })
  await page.waitForSelector('style', { state: 'attached' })
  assert.is(await theme(), 'contrast')
})

test('a disabled plugin has neither entry nor page', async () => {
  const small = await startServer({ plugins: ['buckets', 'object-browser'] })
  await openFreshTab('/users', {}, small.url)
  await page.getByText('The page may be disabled').waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Console' }).getByRole('link').count(), 2)
  await sidebarEntry('Buckets').click()
  await waitForHeading('Buckets')
})
