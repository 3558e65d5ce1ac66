import { usablePlugins } from '../../../core/web/registry.ts'
import type Package from 'lucide-react/icons/package'
import { act } from 'react'
import type { Plugin } from '../../../core/web/plugin.ts'
import { closeAtEnd } from '../../lib/close-at-end.ts'
import { assert, test } from '../../lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { connection } from '../../../core/web/connection.ts'
import { currentLocation, navigate } from '../../../core/web/location.ts'
import { session } from '../../../core/web/session.ts'
import { createConsole } from '../../../core/shell/app.tsx'
import { Root } from '../../../core/shell/root.tsx'
import { showDialog } from '../../../ui/confirm.tsx'
import { button, click, field, find, findAll, link, press, render, type, unmount, until } from '../../lib/react.tsx'
import { heading, openConsole, plugins, waitForPage, server, useFakeServer, pageState } from './console.tsx'

const labels = () =>
  findAll('nav[aria-label=Console] a').map(({ textContent }) => textContent.replace('(opens in a new tab)', ''))

useFakeServer(test)

test('"/" leads to the first page the session grants', async () => {
  await openConsole('/')
  await waitForPage('Buckets')
  await unmount()
  await openConsole('/', { pages: ['/users'] })
  await waitForPage('Users')
})

test('a page the session does not grant states the required permissions, and has no entry', async () => {
  await openConsole('/users', { pages: ['/buckets'], withheld: [{ page: '/users', actions: ['admin:ListUsers'] }] })
  assert.is(heading(), 'Users')
  assert.match(document.body.textContent, /You cannot open Users.*admin:ListUsers.*Copy Request/s)
  assert.equal(labels(), ['Buckets', 'Documentation'])
})

test('a page states which feature the storage lacks', async () => {
  await openConsole('/users', {
    pages: ['/buckets'],
    withheld: [{ page: '/users', actions: [], unavailable: 'A directory keeps the users' }],
  })
  assert.is(heading(), 'Users')
  assert.match(document.body.textContent, 'A directory keeps the users')
})

test('an account without policies sees an explanation in place of the first page', async () => {
  await openConsole('/', { rights: 'none' })
  await until(() => assert.match(document.body.textContent, 'No policy is attached to ana moreau'))
})

test('a forbidden page, and the page for accounts without policies, link to permitted pages', async () => {
  const restriction = [{ effect: 'Deny', notActions: ['s3:GetObject'] }]
  const own = [
    {
      effect: 'Allow',
      actions: ['s3:GetObject', 's3:PutObject'],
      resources: ['arn:aws:s3:::photos/*'],
      condition: '{"x":1}',
    },
  ]
  server.reply = ({ url }) => (url === '/api/v1/session/policy' ? { body: { own, restriction } } : { status: 204 })
  await openConsole('/users', { pages: ['/buckets'], withheld: [{ page: '/users', actions: ['admin:ListUsers'] }] })
  await click(button('See What I Can Do'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'arn:aws:s3:::photos/*'))
  assert.match(find('[role=dialog]').textContent, 'Actionss3:GetObjects3:PutObject')
  assert.match(find('[role=dialog]').textContent, 'NeverAll actions buts3:GetObject')
  await click(button('Close', find('[role=dialog] footer')))
  server.reply = ({ url }) => (url === '/api/v1/session/policy' ? { body: { own: [] } } : { status: 204 })
  await openConsole('/', { rights: 'none' })
  await until(() => button('See What I Can Do'))
  await click(button('See What I Can Do'))
  await until(() => assert.match(find('[role=dialog]').textContent, 'No policy is attached to ana moreau'))
})

test('an unknown address shows a not-found page', async () => {
  await openConsole('/nowhere')
  assert.is(heading(), '404 Not Found')
  assert.match(document.body.textContent, /Copyright © \d{4}/)
})

test('the heading of a page that is not found gets the focus, as that of any other page', async () => {
  await openConsole('/buckets')
  await waitForPage('Buckets')
  await act(async () => void navigate('/nowhere'))
  await waitForPage('404 Not Found')
  assert.ok(document.activeElement === find('h1'))
})

test('without any plugin that has a page, the console says so', async () => {
  await openConsole('/', { plugins: [], pages: [] })
  assert.is(heading(), 'Stowage')
  assert.match(document.body.textContent, 'No plugin with a page is on')
})

test('a page of an inactive plugin says so and has no entry', async () => {
  await openConsole('/users', { plugins: ['buckets'] })
  assert.is(heading(), 'Users')
  assert.match(document.body.textContent, /This page is not available.*"users"/s)
  assert.not.match(document.body.textContent, /policies/)
  assert.equal(labels(), ['Buckets', 'Documentation'])
})

test('an address without a page names a missing administration API, except in operator mode', async () => {
  const reasons: [Parameters<typeof openConsole>[1], RegExp][] = [
    [{}, /The console cannot administer this server/],
    [{ features: ['administration'] }, /The page may be disabled/],
    [{ operator: true }, /The page may be disabled/],
  ]
  for (const [session, reason] of reasons) {
    await openConsole('/nowhere', session)
    assert.match(document.body.textContent, reason)
    await unmount()
  }
})

test('a page receives its parameters unescaped', async () => {
  await openConsole('/users/a%2Fb%25')
  await waitForPage('Thing a%2Fb%25')
})

test('the tab title contains the page, and the operator in operator mode', async () => {
  await openConsole('/buckets')
  await until(() => assert.is(document.title, 'Buckets · Stowage'))
  await unmount()
  await openConsole('/buckets', { operator: true })
  await until(() => assert.is(document.title, 'Buckets · Stowage Operator'))
})

test('a sidebar link opens its page, marks it as current and focuses its heading', async () => {
  await openConsole('/buckets')
  await waitForPage('Buckets')
  assert.is(document.activeElement, document.body)
  await click(link('Users'))
  await waitForPage('Users')
  assert.is(link('Users').getAttribute('aria-current'), 'page')
  assert.is(link('Buckets').getAttribute('aria-current'), null)
  await until(() => assert.is(document.activeElement, find('h1')))
})

test('Documentation opens in a new tab with the referring page', async () => {
  for (const [operator, marker] of [
    [false, 'console'],
    [true, 'operator'],
  ] as const) {
    await openConsole('/buckets', { operator })
    const documentation = findAll('nav[aria-label=Console] a').at(-1)
    assert.ok(documentation?.getAttribute('href')?.endsWith(`ref=${marker}`))
    assert.is(documentation?.getAttribute('target'), '_blank')
    await unmount()
  }
})

test('the sidebar collapses to short labels with full names, and the browser remembers it', async () => {
  await openConsole('/buckets')
  await click(button('Close the sidebar'))
  assert.is(link('Users').textContent, 'U')
  assert.is(window.localStorage.getItem('sidebar'), 'closed')
  await unmount()
  await openConsole('/buckets')
  await click(button('Open the sidebar'))
  assert.is(link('Users').textContent, 'Users')
  assert.is(window.localStorage.getItem('sidebar'), 'open')
})

test('a bare page has no sidebar', async () => {
  await openConsole('/frame')
  await waitForPage('Frame')
  assert.equal(findAll('nav[aria-label=Console]'), [])
})

test('logging out opens the login page', async () => {
  await openConsole('/buckets')
  server.reply = ({ url }) => (url === '/api/v1/login' ? { body: { loginStrategy: 'form' } } : { status: 500 })
  await click(button('Logout'))
  await waitForPage('Console Login')
  assert.equal([session.state, currentLocation().path], ['out', '/login'])
  assert.is(`${server.sent[0]?.method} ${server.sent[0]?.url}`, 'POST /api/v1/logout')
})

test('leaving an unsaved form asks, and stays if cancelled', async () => {
  await openConsole('/form')
  await waitForPage('Form')
  await type(field('Name'), 'x')
  await click(link('Users'))
  await until(() => button('Discard'))
  await click(button('Cancel'))
  assert.is(heading(), 'Form')
  await click(link('Users'))
  await until(() => button('Discard'))
  await click(button('Discard'))
  await waitForPage('Users')
})

test('an error in a page leaves the shell intact, and the page can be retried', async () => {
  const { error } = console
  console.error = () => {}
  pageState.broken = true
  await openConsole('/fragile')
  await until(() => assert.match(document.body.textContent, /a bug in this page/))
  console.error = error
  link('Buckets')
  button('Reload')
  pageState.broken = false
  await click(button('Try again'))
  await waitForPage('Fragile')
})

test('an error in a dialog is shown in its place, and the page stays', async () => {
  const { error } = console
  console.error = () => {}
  await openConsole('/buckets')
  await waitForPage('Buckets')
  const Broken = () => {
    throw new Error('a bug in this dialog')
  }
  await act(async () => void showDialog(() => <Broken />))
  console.error = error
  assert.match(find('[role=dialog]').textContent, 'a bug in this dialog')
  button('Reload', find('[role=dialog]'))
  await click(button('Close', find('[role=dialog] footer')))
  assert.is(document.querySelector('[role=dialog]'), null)
  await waitForPage('Buckets')
})

test('an error in a page does not affect the next page', async () => {
  const { error } = console
  console.error = () => {}
  pageState.broken = true
  await openConsole('/fragile')
  await until(() => button('Try again'))
  console.error = error
  await click(link('Buckets'))
  await waitForPage('Buckets')
})

const index = (script: string) => `<html><script type="module" src="${script}"></script></html>`

test('code that failed to load is requested again on retry', async () => {
  const { error } = console
  console.error = () => {}
  server.reply = () => ({ body: index('/assets/main-1.js') })
  await openConsole('/late')
  await until(() => button('Try again'))
  console.error = error
  await click(button('Try again'))
  await waitForPage('Late')
  assert.is(pageState.loads, 2)
})

test('code removed by a new server version asks for a reload', async () => {
  const { error } = console
  console.error = () => {}
  const running = document.head.appendChild(document.createElement('script'))
  running.setAttribute('type', 'module')
  running.setAttribute('src', '/assets/main-1.js')
  server.reply = () => ({ body: index('/assets/main-2.js') })
  await openConsole('/gone')
  await until(() => button('Reload'))
  console.error = error
  running.remove()
})

test('code that a proxy refuses while the server is down is no new version', async () => {
  const { error } = console
  console.error = () => {}
  const running = document.head.appendChild(document.createElement('script'))
  running.setAttribute('type', 'module')
  running.setAttribute('src', '/assets/main-1.js')
  server.reply = () => ({ status: 502, body: '<html>Bad Gateway</html>' })
  await openConsole('/gone')
  await until(() => assert.match(document.body.textContent, 'The server did not respond'))
  console.error = error
  assert.not.match(document.body.textContent, 'new version')
  running.remove()
})

test('hovering a link loads the code of its page once', async () => {
  pageState.fetched = 0
  await openConsole('/buckets')
  await waitForPage('Buckets')
  for (let times = 0; times < 2; times++) {
    await act(async () => void link('Pointed').dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  }
  assert.is(pageState.fetched, 1)
  await click(link('Pointed'))
  await waitForPage('Pointed')
  assert.is(pageState.fetched, 1)
})

test('a slow server is announced on every screen until it responds, but not during a restart', async () => {
  const texts = {
    in: 'The server is taking a long time to answer.',
    out: 'The server is taking a long time to answer.',
    // the console has answered, so it is the storage behind it
    loading: 'The storage is not answering.',
  }
  const showsScreen = () => document.body.textContent.includes(texts[session.state])
  await openConsole('/buckets')
  assert.is(showsScreen(), false)
  for (const state of ['in', 'out', 'loading'] as const) {
    await act(async () => void (session.state = state))
    await act(async () => void (connection.slow = true))
    assert.is(showsScreen(), true, state)
    await act(async () => void (banners.restart = 'running'))
    assert.is(showsScreen(), false, state)
    await act(async () => {
      banners.restart = 'none'
      connection.slow = false
    })
    assert.is(showsScreen(), false, state)
  }
})

test('only the frame renders before the session is loaded, and no frame on the login page', async () => {
  await openConsole('/buckets')
  await act(async () => void (session.state = 'loading'))
  assert.is(find('[role=status]').textContent, 'Loading')
  assert.equal(findAll('a, button'), [])
  await act(async () => navigate('/login', { force: true }))
  assert.is(document.body.textContent, '')
})

test('a plugin with a duplicate id is left out, and the others work', async () => {
  const { error } = console
  const errors: string[] = []
  console.error = (text: string) => void errors.push(text)
  await openConsole('/')
  await unmount()
  await render(
    <Root
      signedIn={async () => createConsole(usablePlugins([...plugins, { id: 'buckets', routes: [], sidebar: [] }]))}
    />,
  )
  await until(() => assert.is(heading(), 'Buckets'))
  console.error = error
  assert.match(errors.join(), /The plugin "buckets" is off: There are two plugins "buckets"/)
})

test('an icon of a plugin that throws is replaced, in the sidebar and the palette', async () => {
  const { error } = console
  const errors: unknown[] = []
  console.error = (...args: unknown[]) => errors.push(...args.map(String))
  closeAtEnd(() => void (console.error = error))
  const Broken = (() => {
    throw new Error('boom icon')
  }) as unknown as typeof Package
  const broken: Plugin = {
    id: 'users',
    routes: [{ path: '/users', page: '/users', load: async () => ({ default: () => null }) }],
    sidebar: [{ page: '/users', label: 'Users', icon: Broken, group: 'tools' }],
  }
  await openConsole('/')
  await unmount()
  await render(<Root signedIn={async () => createConsole(plugins.map((one) => (one.id === 'users' ? broken : one)))} />)
  await waitForPage('Buckets')
  assert.ok(link('Users').querySelector('svg'))
  await press('k', document.body, { ctrlKey: true })
  await until(() => assert.ok(findAll('[role=option]').some(({ textContent }) => textContent.includes('Users'))))
  assert.is(heading(), 'Buckets')
  assert.match(errors.join(), 'boom icon')
})
