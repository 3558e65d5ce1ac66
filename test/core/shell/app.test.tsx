import { Package, Users } from 'lucide-react'
import { act, useState } from 'react'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ref } from 'valtio'
import { banners } from '../../../core/banners.ts'
import { currentPlace, navigate, useLeaveGuard } from '../../../core/location.ts'
import type { PageProps, Plugin, Session } from '../../../core/plugin.ts'
import { session } from '../../../core/session.ts'
import { shell } from '../../../core/shell/app.tsx'
import { Root } from '../../../core/shell/root.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { button, cleanup, click, field, find, findAll, flush, link, press, render, type, until } from '../../lib/react.tsx'
import { type Reply, type Sent, wire } from '../wire.ts'

let line: Awaited<ReturnType<typeof wire>>
let reply: (sent: Sent) => Reply | Promise<Reply>

const Thing = ({ params }: PageProps) => <Page title={`Thing ${params.name}`}>thing</Page>

const Form = () => {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return (
    <Page title="Form">
      <label>
        Name <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
    </Page>
  )
}

let broken = true
const Fragile = () => {
  if (broken) throw new Error('a bug in this page')
  return <Page title="Fragile">whole again</Page>
}

let loads = 0
const loadOften = async () => {
  loads += 1
  if (loads === 1) throw new Error('Failed to fetch dynamically imported module')
  return { default: () => <Page title="Late">loaded</Page> }
}

const named = (title: string) => async () => ({ default: () => <Page title={title}>{title} content</Page> })

const plugins: Plugin[] = [
  {
    id: 'buckets',
    routes: [
      { path: '/buckets', page: '/buckets', load: named('Buckets') },
      { path: '/frame', page: '/frame', layout: 'bare', load: named('Frame') },
    ],
    sidebar: [
      { page: '/buckets', label: 'Buckets', icon: Package, group: 'common', actions: [{ label: 'Create Bucket', to: '/buckets?create=1' }] },
    ],
  },
  {
    id: 'users',
    routes: [
      { path: '/users', page: '/users', load: named('Users') },
      { path: '/users/:name', page: '/users/:userName+', load: async () => ({ default: Thing }) },
      { path: '/form', page: '/form', load: async () => ({ default: Form }) },
      { path: '/fragile', page: '/fragile', load: async () => ({ default: Fragile }) },
      { path: '/late', page: '/late', load: loadOften },
      { path: '/gone', page: '/gone', load: () => Promise.reject(new Error('Failed to fetch')) },
    ],
    sidebar: [{ page: '/users', label: 'Users', short: 'U', icon: Users, group: 'tools' }],
  },
]

const pages = ['/buckets', '/frame', '/users', '/users/:userName+', '/form', '/fragile', '/late', '/gone']

const open = async (path: string, parts: Partial<Session> = {}) => {
  const value = { status: 'ok', pages, features: [], operator: false, distributedMode: false, account: 'ana moreau', plugins: ['buckets', 'users'] }
  session.value = ref({ ...value, ...parts })
  session.state = 'in'
  await act(async () => navigate(path, { force: true }))
  await render(<Root signedIn={async () => shell(plugins)} />)
  await flush(3)
}

const heading = () => find('h1').textContent
const reached = (title: string) => until(() => assert.is(heading(), title))
const labels = () => findAll('nav[aria-label=Console] a').map(({ textContent }) => textContent.replace('(opens in a new tab)', ''))

test.before.each(async () => {
  window.localStorage.clear()
  reply = () => ({ status: 204 })
  line = await wire((sent) => reply(sent))
})

test.after.each(async () => {
  await cleanup()
  await line.close()
})

test('"/" leads to the first page that the session grants', async () => {
  await open('/')
  await reached('Buckets')
  await cleanup()
  await open('/', { pages: ['/users'] })
  await reached('Users')
})

test('a page that the session does not grant is not found, and has no entry', async () => {
  await open('/users', { pages: ['/buckets'] })
  assert.is(heading(), '404 Not Found')
  assert.match(document.body.textContent, /Copyright © \d{4}/)
  assert.equal(labels(), ['Buckets', 'Documentation'])
})

test('a plugin that is off has neither page nor entry', async () => {
  await open('/users', { plugins: ['buckets'] })
  assert.is(heading(), '404 Not Found')
  assert.equal(labels(), ['Buckets', 'Documentation'])
})

test('a page gets its parameters raw', async () => {
  await open('/users/a%2Fb%25')
  await reached('Thing a%2Fb%25')
})

test('the tab is named after the page, and after the operator in its mode', async () => {
  await open('/buckets')
  await until(() => assert.is(document.title, 'Buckets · Stowage'))
  await cleanup()
  await open('/buckets', { operator: true })
  await until(() => assert.is(document.title, 'Buckets · Stowage Operator'))
})

test('a link of the sidebar opens its page, marks it as current and moves the focus to its heading', async () => {
  await open('/buckets')
  await reached('Buckets')
  assert.is(document.activeElement, document.body)
  await click(link('Users'))
  await reached('Users')
  assert.is(link('Users').getAttribute('aria-current'), 'page')
  assert.is(link('Buckets').getAttribute('aria-current'), null)
  await until(() => assert.is(document.activeElement, find('h1')))
})

test('Documentation opens elsewhere, marked with who sent the reader', async () => {
  for (const [operator, marker] of [[false, 'console'], [true, 'operator']] as const) {
    await open('/buckets', { operator })
    const documentation = findAll('nav[aria-label=Console] a').at(-1)
    assert.ok(documentation?.getAttribute('href')?.endsWith(`ref=${marker}`))
    assert.is(documentation?.getAttribute('target'), '_blank')
    await cleanup()
  }
})

test('the sidebar closes to short labels with their full names, and this browser remembers it', async () => {
  await open('/buckets')
  await click(button('Close the sidebar'))
  assert.is(link('Users').textContent, 'U')
  assert.is(window.localStorage.getItem('sidebar'), 'closed')
  await cleanup()
  await open('/buckets')
  await click(button('Open the sidebar'))
  assert.is(link('Users').textContent, 'Users')
  assert.is(window.localStorage.getItem('sidebar'), 'open')
})

test('a bare page has no sidebar', async () => {
  await open('/frame')
  await reached('Frame')
  assert.equal(findAll('nav[aria-label=Console]'), [])
})

test('logging out leads to the login page', async () => {
  await open('/buckets')
  reply = ({ url }) => (url === '/api/v1/login' ? { body: { loginStrategy: 'form' } } : { status: 500 })
  await click(button('Logout'))
  await reached('Console Login')
  assert.equal([session.state, currentPlace().path], ['out', '/login'])
  assert.is(`${line.sent[0]?.method} ${line.sent[0]?.url}`, 'POST /api/v1/logout')
})

test('leaving a form that is not saved asks, and stays when told so', async () => {
  await open('/form')
  await reached('Form')
  await type(field('Name'), 'x')
  await click(link('Users'))
  await until(() => button('Discard'))
  await click(button('Cancel'))
  assert.is(heading(), 'Form')
  await click(link('Users'))
  await until(() => button('Discard'))
  await click(button('Discard'))
  await reached('Users')
})

test('a page that breaks leaves the shell whole, and can be tried again', async () => {
  const { error } = console
  console.error = () => {}
  broken = true
  await open('/fragile')
  await until(() => assert.match(document.body.textContent, /a bug in this page/))
  console.error = error
  link('Buckets')
  broken = false
  await click(button('Try again'))
  await reached('Fragile')
})

test('a page that broke does not stand in the way of the next one', async () => {
  const { error } = console
  console.error = () => {}
  broken = true
  await open('/fragile')
  await until(() => button('Try again'))
  console.error = error
  await click(link('Buckets'))
  await reached('Buckets')
})

const index = (script: string) => `<html><script type="module" src="${script}"></script></html>`

test('code that could not be loaded is asked for again on a second try', async () => {
  const { error } = console
  console.error = () => {}
  reply = () => ({ body: index('/assets/main-1.js') })
  await open('/late')
  await until(() => button('Try again'))
  console.error = error
  await click(button('Try again'))
  await reached('Late')
  assert.is(loads, 2)
})

test('code that is gone since the server has a new version asks to reload', async () => {
  const { error } = console
  console.error = () => {}
  const running = document.head.appendChild(document.createElement('script'))
  running.setAttribute('type', 'module')
  running.setAttribute('src', '/assets/main-1.js')
  reply = () => ({ body: index('/assets/main-2.js') })
  await open('/gone')
  await until(() => button('Reload'))
  console.error = error
  running.remove()
})

const restartBanner = 'The instance needs to be restarted for configuration changes to take effect.'

test('the restart banner restarts the server, shows that it does, and leaves', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  reply = async () => {
    await held
    return { status: 204 }
  }
  await open('/buckets')
  await act(async () => void (banners.restart = 'needed'))
  assert.ok(document.body.textContent.includes(restartBanner))
  await click(button('Restart'))
  assert.ok(document.body.textContent.includes('The server is restarting.'))
  find('[role=progressbar][aria-label="The server is restarting"]')
  release()
  await until(() => assert.is(banners.restart, 'none'))
  assert.not.ok(document.body.textContent.includes(restartBanner))
  assert.is(line.sent[0]?.url, '/api/v1/service/restart')
})

test('a restart that fails is needed still', async () => {
  const { warn } = console
  console.warn = () => {}
  reply = () => ({ status: 500, body: { message: 'no' } })
  await open('/buckets')
  await act(async () => void (banners.restart = 'needed'))
  await click(button('Restart'))
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

test('the palette lists what the session grants, and narrows to what is typed', async () => {
  await open('/buckets', { pages: ['/buckets'] })
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
  await open('/buckets')
  await reached('Buckets')
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
  await reached('Users')
  assert.equal(findAll('[role=combobox]'), [])
})

test('"?" shows the shortcuts, but not while something is typed', async () => {
  await open('/form')
  await reached('Form')
  await press('?', field('Name'))
  await flush(2)
  assert.equal(findAll('[role=dialog]'), [])
  await press('?', document.body)
  await until(() => assert.match(find('[role=dialog]').textContent, /Keyboard Shortcuts/))
})

test('the menu button opens the sidebar over the page, and choosing a page closes it', async () => {
  await open('/buckets')
  await reached('Buckets')
  await click(button('Menu'))
  await until(() => find('[role=dialog]'))
  await click(link('Users', find('[role=dialog]')))
  await reached('Users')
  await until(() => assert.equal(findAll('[role=dialog]'), []))
})

test('the theme is chosen in the sidebar', async () => {
  await open('/buckets')
  assert.is((field('System') as HTMLInputElement).checked, true)
  await act(async () => field('Dark').click())
  await flush()
  assert.is(window.localStorage.getItem('theme'), 'dark')
  await act(async () => field('System').click())
})

test.run()
