import { act } from 'react'
import { assert, test } from '../../lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { currentLocation } from '../../../core/web/location.ts'
import { button, click, field, find, findAll, flush, link, press, type, until } from '../../lib/react.tsx'
import { openConsole, waitForPage, server, useFakeServer } from './console.tsx'

useFakeServer(test)

const restartBanner = 'The instance needs to be restarted for configuration changes to take effect.'

const isRestart = ({ url }: { url: string }) => url === '/api/v1/service/restart'

test('the restart banner asks, restarts the server, shows progress, and disappears', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  server.reply = async () => {
    await released
    return { status: 204 }
  }
  await openConsole('/buckets')
  await act(async () => void (banners.restart = 'needed'))
  assert.ok(document.body.textContent.includes(restartBanner))
  await click(button('Restart'))
  assert.match(find('[role=dialog]').textContent, /Requests to the storage server fail for 1 to 5 seconds/)
  assert.not.ok(server.sent.some(isRestart))
  await click(find('[role=dialog] button[type=submit]'))
  await until(() => assert.ok(document.body.textContent.includes('The server is restarting.')))
  find('[role=progressbar][aria-label="The server is restarting"]')
  release()
  await until(() => assert.is(banners.restart, 'none'))
  assert.not.ok(document.body.textContent.includes(restartBanner))
  assert.is(server.sent.filter(isRestart).length, 1)
  await until(() => assert.match(document.body.textContent, /The server has restarted/))
})

test('after a failed restart the banner still asks for one', async () => {
  const { warn } = console
  console.warn = () => {}
  server.reply = () => ({ status: 500, body: { message: 'no' } })
  await openConsole('/buckets')
  await act(async () => void (banners.restart = 'needed'))
  await click(button('Restart'))
  await click(find('[role=dialog] button[type=submit]'))
  await until(() => button('Restart'))
  console.warn = warn
  assert.is(banners.restart, 'needed')
  await act(async () => void (banners.restart = 'none'))
})

const palette = async () => {
  await press('k', document.body, { ctrlKey: true })
  await until(() => find('[role=combobox]'))
}
const options = () => findAll('[role=option]').map(({ textContent }) => textContent)

test('the palette lists what the session grants, filtered by the typed text', async () => {
  await openConsole('/buckets', { pages: ['/buckets'] })
  await palette()
  assert.equal(options().slice(0, 2), ['Buckets', 'Create Bucket'])
  assert.not.ok(options().includes('Users'))
  assert.match(document.body.textContent, /Only what your policies allow is listed/)
  await type(find('[role=combobox]'), 'cre')
  assert.equal(options(), ['Create Bucket'])
  assert.is(find('[role=option] mark').textContent, 'Cre')
  await type(find('[role=combobox]'), 'zzz')
  assert.match(document.body.textContent, /Nothing matches "zzz"/)
})

test('arrows and Enter choose in the palette', async () => {
  await openConsole('/buckets')
  await waitForPage('Buckets')
  await palette()
  const input = find('[role=combobox]')
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
  assert.is(active(), 'Buckets')
  await press('ArrowDown', input)
  assert.is(active(), 'Users')
  await press('ArrowUp', input)
  await press('ArrowUp', input)
  assert.is(active(), 'Logout')
  await type(input, 'users')
  await press('Enter', input)
  await waitForPage('Users')
  assert.equal(findAll('[role=combobox]'), [])
})

test('"?" shows the shortcuts, but not while something is typed', async () => {
  await openConsole('/form')
  await waitForPage('Form')
  await press('?', field('Name'))
  await flush(2)
  assert.equal(findAll('[role=dialog]'), [])
  await press('?', document.body)
  await until(() => assert.match(find('[role=dialog]').textContent, /Keyboard Shortcuts/))
})

test('the menu button opens the sidebar over the page, and choosing a page closes it', async () => {
  await openConsole('/buckets')
  await waitForPage('Buckets')
  await click(button('Menu'))
  await until(() => find('[role=dialog]'))
  await click(link('Users', find('[role=dialog]')))
  await waitForPage('Users')
  await until(() => assert.equal(findAll('[role=dialog]'), []))
})

test('the theme is chosen in the sidebar', async () => {
  await openConsole('/buckets')
  assert.is((field('System') as HTMLInputElement).checked, true)
  await act(async () => field('Dark').click())
  await flush()
  assert.is(window.localStorage.getItem('theme'), 'dark')
  await act(async () => field('System').click())
})

test('"g" and a key open a page, page actions have keys, and the shortcut list shows both', async () => {
  await openConsole('/users')
  await waitForPage('Users')
  await press('c', document.body)
  assert.is(currentLocation().path, '/users', 'it is no key of this page')
  await press('g', document.body)
  await press('b', document.body)
  await waitForPage('Buckets')
  await press('c', document.body)
  assert.is(currentLocation().search, '?create=1')
  await press('?', document.body)
  await until(() => assert.match(document.body.textContent, 'Go to Buckets'))
  assert.match(document.body.textContent, 'Create Bucket, in Buckets')
  await press('g', document.body)
  await press('u', document.body)
  assert.is(currentLocation().path, '/buckets', 'an open dialog has the keys')
})

test('single-key shortcuts can be switched off', async () => {
  await openConsole('/users')
  await waitForPage('Users')
  await press('?', document.body)
  await until(() => find('[role=dialog]'))
  await click(field('Single-key shortcuts'))
  await click(button('Close', find('footer')))
  await press('g', document.body)
  await press('b', document.body)
  assert.is(currentLocation().path, '/users')
  localStorage.removeItem('singleKeys')
})
