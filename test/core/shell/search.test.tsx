import User from 'lucide-react/icons/user'
import { act } from 'react'
import { assert, test } from '../../lib/suite.ts'
import { navigate } from '../../../core/web/location.ts'
import type { Hits } from '../../../core/web/plugin.ts'
import { button, click, find, findAll, press, type, unmount, until } from '../../lib/react.tsx'
import { heading, openConsole, waitForPage, server, useFakeServer, pageState } from './console.tsx'

useFakeServer(test)

const searches: { text: string; signal: AbortSignal }[] = []

/** Returns the same users for every search, and records the searches. */
const respondWithUsers = (names: readonly string[], rest: Partial<Hits> = {}) => {
  searches.length = 0
  pageState.find = async (text, signal) => {
    searches.push({ text, signal })
    return { hits: names.map((label) => ({ label, icon: User, to: `/users/${label}` })), ...rest }
  }
}

const box = () => find('[role=combobox]')
const palette = async () => {
  await press('k', document.body, { ctrlKey: true })
  await until(() => box())
}
const under = (section: string) =>
  findAll(`[role=group][aria-label^="${section}"] [role=option]`).map(({ textContent }) => textContent)

test('the palette finds named things on the server, and Enter opens one', async () => {
  respondWithUsers(['walter', 'maria'], { all: true })
  await openConsole('/buckets')
  await palette()
  await type(box(), 'alt')
  await until(() => assert.equal(under('People'), ['walter']))
  assert.is(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent, 'walter')
  await press('Enter', box())
  await waitForPage('Thing walter')
})

test('Enter that ends the composition of a word in an input method opens nothing', async () => {
  respondWithUsers(['walter'], { all: true })
  await openConsole('/buckets')
  await palette()
  await type(box(), 'alt')
  await until(() => assert.equal(under('People'), ['walter']))
  await press('Enter', box(), { isComposing: true })
  assert.ok(box(), 'the palette is still open')
  await press('Enter', box())
  await waitForPage('Thing walter')
})

test('a longer text filters a complete result, and any other text is a new search', async () => {
  respondWithUsers(['walter', 'walburga'], { all: true })
  await openConsole('/buckets')
  await palette()
  await type(box(), 'wal')
  await until(() => assert.equal(under('People'), ['walter', 'walburga']))
  await type(box(), 'walb')
  assert.equal(under('People'), ['walburga'])
  await type(box(), 'wa')
  await until(() =>
    assert.equal(
      searches.map(({ text }) => text),
      ['wal', 'wa'],
    ),
  )
})

test('the next key cancels a search, and its result is never shown', async () => {
  searches.length = 0
  pageState.find = (text, signal) =>
    new Promise((resolve) => {
      searches.push({ text, signal })
      const respond = () => resolve({ hits: [{ label: `maria, asked for ${text}`, icon: User, to: '/users/maria' }] })
      if (text === 'maria') respond()
      else signal.addEventListener('abort', respond)
    })
  await openConsole('/buckets')
  await palette()
  await type(box(), 'mar')
  await until(() => assert.is(searches.length, 1))
  assert.match(document.body.textContent, 'Searching People…')
  assert.not.ok(searches[0]?.signal.aborted)
  await type(box(), 'maria')
  assert.ok(searches[0]?.signal.aborted)
  await until(() => assert.equal(under('People'), ['maria, asked for maria']))
})

test('closing the palette cancels its searches', async () => {
  searches.length = 0
  pageState.find = (text, signal) => new Promise(() => searches.push({ text, signal }))
  await openConsole('/buckets')
  await palette()
  await type(box(), 'mar')
  await until(() => assert.is(searches.length, 1))
  await press('Escape', box())
  await until(() => assert.ok(searches[0]?.signal.aborted))
})

test('types without a page for the account are not searched', async () => {
  respondWithUsers(['maria'])
  await openConsole('/buckets', { pages: ['/buckets'] })
  await palette()
  await type(box(), 'maria')
  await until(() => assert.match(document.body.textContent, /Nothing matches "maria"/))
  assert.equal(searches, [])
})

test('results appear above the fixed commands, and nothing moves after an arrow key', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const names = ['dark-one']
  pageState.find = async () => {
    await released
    return { hits: names.map((label) => ({ label, icon: User, to: `/users/${label}` })) }
  }
  const sections = () => findAll('[role=listbox] [role=group]').map((group) => group.getAttribute('aria-label'))
  await openConsole('/buckets')
  await palette()
  await type(box(), 'e')
  await until(() => assert.ok(sections().includes('Console')))
  // an arrow key keeps the order of all sections, including later ones
  await press('ArrowDown', box())
  const before = sections()
  release()
  await until(() => assert.equal(sections(), [...before, 'People']))
  await type(box(), 'da')
  await until(() => assert.equal(sections(), ['People', 'Console']))
})

test('a section that cannot be searched shows the reason next to other results', async () => {
  pageState.find = async () => {
    throw new Error('The server is busy')
  }
  await openConsole('/buckets')
  await palette()
  await type(box(), 'buck')
  await until(() => assert.match(document.body.textContent, 'People could not be searched: The server is busy'))
  assert.equal(under('Pages'), ['Buckets'])
})

test('a section shows five results and the number of others', async () => {
  respondWithUsers(Array.from({ length: 12 }, (_, at) => `maria-${at}`))
  await openConsole('/buckets')
  await palette()
  await type(box(), 'maria')
  await until(() => assert.is(under('People').length, 5))
  find('[role=group][aria-label="People, and 7 more"]')
})

test('recent pages come first, except those the account may no longer see', async () => {
  await openConsole('/users/maria')
  await waitForPage('Thing maria')
  await act(async () => navigate('/users/walter'))
  await waitForPage('Thing walter')
  await palette()
  assert.equal(
    under('Recent').map((text) => text?.slice(0, 5)),
    ['maria'],
  )
  assert.match(findAll('[role=option]')[0]?.textContent ?? '', 'maria')
  await press('Escape', box())
  await openConsole('/buckets', { pages: ['/buckets'] })
  await palette()
  assert.equal(under('Recent'), [])
})

test('an action on a page the account may not open is not offered', async () => {
  await openConsole('/buckets')
  await palette()
  assert.ok(under('Actions').some((text) => text?.startsWith('Go Late')))
  await unmount()
  await openConsole('/buckets', { pages: ['/buckets', '/pointed'] })
  await palette()
  assert.equal(under('Actions'), ['Create Bucket'])
})

test('an action the policies deny is not offered', async () => {
  server.reply = ({ url, body }) =>
    url === '/api/v1/has-permission'
      ? { status: 201, body: { permissions: [{ id: 's3:CreateBucket', can: !body.includes('s3:CreateBucket') }] } }
      : { status: 204 }
  await openConsole('/buckets', { account: 'reader' })
  await palette()
  await until(() => assert.not.ok(under('Actions').includes('Create Bucket')))
  assert.ok(under('Pages').includes('Buckets'))
})

test('focus returns to the previous element when the palette closes', async () => {
  await openConsole('/things')
  await waitForPage('Things')
  const opener = button('Refresh')
  opener.focus()
  await palette()
  assert.is(document.activeElement, box())
  await press('Escape', box())
  await until(() => assert.is(document.activeElement, opener))
  await click(opener)
  assert.is(heading(), 'Things')
})
