import Users from 'lucide-react/icons/users'
import { act } from 'react'
import { navigate } from '../../core/web/location.ts'
import { getPreference, setPreference } from '../../core/web/preferences.ts'
import { Sidebar } from '../../core/shell/sidebar.tsx'
import { column } from '../../ui/columns.tsx'
import { ListPage } from '../../ui/list.tsx'
import { storageRefused } from '../../ui/messages.ts'
import { Page } from '../../ui/page.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { startFakeServer } from '../core/fake-server.ts'
import { button, cleanup, click, find, findAll, menuItem, nameOf, press, render, type, until } from '../lib/react.tsx'
import { closeAtEnd } from '../lib/close-at-end.ts'
import { startTestSession } from '../lib/session.ts'
import { assert, test } from '../lib/suite.ts'

type Item = { name: string }

const rows: Item[] = [{ name: 'logs' }, { name: 'media' }]
const columns = [column.name('Name', ({ name }: Item) => name)]

const noop = () => {}

const Console = ({ look = 'open' }: { look?: 'open' | 'closed' }) => (
  <>
    <Sidebar groups={[]} notices={[]} look={look} onToggle={noop} onFind={noop} onPoint={noop} />
    <ListPage
      title="Items"
      list={{
        noun: { one: 'item', many: 'items' },
        source: { rows, reload: async () => {} },
        rowKey: ({ name }) => name,
        columns,
        pin: ({ name }) => (name === 'logs' ? undefined : { label: name, href: `/items/${name}` }),
        empty: { icon: Users },
      }}
    />
  </>
)

const pins = () => findAll('[role=group][aria-label=Pinned] a').map(nameOf)

/** Chooses an item of the menu, whose code is loaded on demand. */
const choose = async (label: string) => {
  await click(button('Saved filters'))
  await until(() => void menuItem(label))
  await click(menuItem(label))
}

const row = (name: string) => find(`[role=row][data-index] [title="${name}"]`).closest<HTMLElement>('[role=row]')!

test.before.each(async () => {
  await startFakeServer(() => ({ body: { permissions: [] } }))
  startTestSession({ account: 'ana' })
  await act(async () => void navigate('/items', { replace: true }))
})

test.after.each(async () => {
  for (const name of ['pins ana', 'pins bob', 'filters.items']) setPreference(name, undefined)
  await act(async () => void navigate('/', { replace: true }))
})

test('a row is pinned to the sidebar, which unpins it', async () => {
  await render(<Console />)
  assert.equal(pins(), [])
  await click(button('Pin', row('media')))
  assert.equal(pins(), ['media'])
  assert.is(find('[aria-label=Pinned] a').getAttribute('href'), '/items/media')
  await click(button('Unpin media'))
  assert.equal(pins(), [])
  button('Pin', row('media'))
})

test('a row without a page cannot be pinned', async () => {
  await render(<Console />)
  assert.equal(findAll('button', row('logs')).map(nameOf), [])
})

test('a page is pinned, and pins are those of one account', async () => {
  await render(
    <>
      <Console />
      <Page title="media" pin={{ label: 'media', href: '/items/media' }}>
        Content
      </Page>
    </>,
  )
  await click(button('Pin media'))
  assert.equal(pins(), ['media'])
  assert.is(getPreference('pins bob'), undefined)
  await cleanup()
  startTestSession({ account: 'bob' })
  await render(<Console />)
  assert.equal(pins(), [])
})

test('the pin of the current page is marked, and no more than 20 can be pinned', async () => {
  setPreference(
    'pins ana',
    JSON.stringify(Array.from({ length: 20 }, (_, index) => ({ label: `p${index}`, href: `/p/${index}` }))),
  )
  await act(async () => void navigate('/p/1/deep', { replace: true }))
  await render(<Console />)
  assert.equal(findAll('[aria-current=page]').map(nameOf), ['p1'])
  assert.is(button('Pin', row('media')).getAttribute('aria-disabled'), 'true')
})

test('a stored value that is not a list of pins is ignored', async () => {
  setPreference('pins ana', '{"label":"x"}')
  await render(<Console />)
  assert.equal(pins(), [])
})

const saveFilters = async (name: string) => {
  await choose('Save These Filters')
  await type(find('[role=dialog] input'), name)
  await click(button('Save Filters'))
}
const savedNames = () =>
  (JSON.parse(getPreference('filters.items') ?? '[]') as { name: string }[]).map(({ name }) => name)

test('filters that another tab has saved or deleted meanwhile stay saved or deleted', async () => {
  await render(<Console />)
  await act(async () => void navigate('/items?search=me', { replace: true }))
  await saveFilters('mine')
  // another tab
  setPreference('filters.items', JSON.stringify([{ name: 'theirs', search: '?search=lo' }]))
  await act(async () => void navigate('/items?search=o', { replace: true }))
  await saveFilters('theirs')
  await until(() => assert.match(find('[role=alert]').textContent, 'There are saved filters with this name'))
  await type(find('[role=dialog] input'), 'also mine')
  await click(button('Save Filters'))
  assert.equal(savedNames(), ['theirs', 'also mine'])
  setPreference(
    'filters.items',
    JSON.stringify(['new', 'also mine'].map((name) => ({ name, search: `?search=${name}` }))),
  )
  await choose('Delete also mine')
  assert.equal(savedNames(), ['new'])
})

test('pins that another tab has set meanwhile stay', async () => {
  await render(<Console />)
  setPreference('pins ana', JSON.stringify([{ label: 'theirs', href: '/items/theirs' }]))
  await act(async () => void window.dispatchEvent(new Event('storage')))
  await click(button('Pin', row('media')))
  assert.equal(pins(), ['theirs', 'media'])
})

test('search and sort are saved under a name, opened again, and deleted', async () => {
  await render(<Console />)
  await act(async () => void navigate('/items?search=me&sort=-name', { replace: true }))
  await choose('Save These Filters')
  await type(find('[role=dialog] input'), 'Media first')
  await press('Enter', find('[role=dialog] input'))
  await click(button('Save Filters'))
  await act(async () => void navigate('/items', { replace: true }))
  await choose('Media first')
  assert.is(window.location.search, '?search=me&sort=-name')
  await choose('Delete Media first')
  assert.is(getPreference('filters.items'), undefined)
})

test('filters and pins that the storage of the browser refuses are reported as not saved', async () => {
  await render(
    <>
      <Console />
      <Toasts />
    </>,
  )
  await act(async () => void navigate('/items?search=me', { replace: true }))
  const { localStorage } = window
  closeAtEnd(() => void Object.defineProperty(window, 'localStorage', { value: localStorage, configurable: true }))
  Object.defineProperty(window, 'localStorage', { value: undefined, configurable: true })
  await saveFilters('mine')
  await until(() => assert.match(find('[role=dialog] [role=alert]').textContent, storageRefused))
  await click(button('Pin', row('media')))
  assert.match(find('[data-part=toast]').textContent, storageRefused)
  assert.equal(pins(), [])
})
