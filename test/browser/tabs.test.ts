import { assert, suite } from '../lib/suite.ts'
import { launch, releaseTab, reuseTab } from '../lib/browser.ts'
import { browser, inTab, page, server, useConsole } from './console.ts'
import { openPage } from './pages.ts'

const test = suite('tabs of tests')
useConsole(test)

const context = () => page.context()

test('a reused tab has no session, stored data, permission or appearance of the previous one', async () => {
  let first = context()
  await inTab({ width: 390, theme: 'dark' }, async () => {
    first = context()
    await context().grantPermissions(['clipboard-read'])
    await openPage('/users', 'Users')
    await page.evaluate(async () => {
      localStorage.setItem('left', '1')
      await new Promise((done) => (indexedDB.open('left').onsuccess = done))
    })
  })
  await inTab({ pair: 'nobody' }, async () => {
    assert.is(context(), first)
    assert.equal(await context().cookies(), [])
    await page.goto(`${server.url}/users`)
    await page.getByRole('heading', { name: 'Console Login' }).waitFor()
    const left = await page.evaluate(async () => ({
      stored: localStorage.getItem('left'),
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      width: innerWidth,
    }))
    assert.equal(left, { stored: null, databases: [], clipboard: left.clipboard, isDark: false, width: 1280 })
    assert.is.not(left.clipboard, 'granted')
  })
})

test('a context whose clock was replaced is not used again', async () => {
  let first = context()
  await inTab({}, async () => {
    first = context()
    await page.clock.install()
  })
  await inTab({}, async () => assert.is.not(context(), first))
})

test('problems of a tab are not those of the next one in its context', async () => {
  const tab = await reuseTab(browser)
  await tab.page.goto(`${server.url}/healthz`)
  await tab.page.evaluate(() => console.error('on purpose'))
  assert.equal(tab.problems.splice(0), ['on purpose'])
  await releaseTab(tab)
  const next = await reuseTab(browser)
  assert.is(next.page.context(), tab.page.context())
  await next.page.evaluate(() => console.error('again'))
  assert.equal([tab.problems, next.problems.splice(0)], [[], ['again']])
  await releaseTab(next)
})

test('suites of a process share one browser', async () => {
  assert.is(await launch(), browser)
})
