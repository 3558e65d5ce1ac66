import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { del, get } from '../../core/protocol/contract.ts'
import { navigate } from '../../core/web/location.ts'
import { banners } from '../../core/web/toasts.ts'
import { useCall } from '../../core/web/use-call.ts'
import { column } from '../../ui/columns.tsx'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { callForEachRow } from '../../ui/list-action.ts'
import { ListTab, useRows } from '../../ui/list.tsx'
import { type ReceivedRequest, startFakeServer } from '../core/fake-server.ts'
import { button, click, find, findAll, flush, nameOf, render, until } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'

const Item = v.object({ name: v.string(), size: v.number(), tags: v.array(v.string()) })
type Item = v.InferOutput<typeof Item>

const calls = {
  list: get('/api/v1/items', { allow: ['admin:ServerInfo'], reply: v.object({ items: v.nullable(v.array(Item)) }) }),
  add: get('/api/v1/items/new', { allow: ['admin:CreateUser'] }),
  rename: get('/api/v1/items/rename', { allow: ['admin:GetUser'] }),
  remove: del('/api/v1/items/:name', { allow: ['admin:DeleteUser'] }),
}

let items: Item[]
let denied: string[]

const respond = ({ method, url, body }: ReceivedRequest) => {
  if (url.includes('has-permission')) {
    const { actions } = JSON.parse(body) as { actions: { id: string; action: string }[] }
    return { body: { permissions: actions.map(({ id, action }) => ({ id, can: !denied.includes(action) })) } }
  }
  if (method === 'DELETE') {
    const name = decodeURIComponent(url.split('/').at(-1) ?? '')
    if (name === 'stuck') return { status: 409, body: { code: 409, message: 'It is in use' } }
    items = items.filter((item) => item.name !== name)
    return { status: 200, body: {} }
  }
  return { body: { items } }
}

const columns = [
  column.name('Item Name', ({ name }: Item) => name, { id: 'name' }),
  column.bytes('Size', ({ size }: Item) => size),
  column.names('Tags', ({ tags }: Item) => tags),
]

/** Keeps the name with which it was opened, as a form does. */
const RenameDialog = ({ row }: { row: Item }) => {
  const [name] = useState(row.name)
  return <p>{`Rename ${name} of ${row.size} bytes`}</p>
}

const Items = () => (
  <ListTab
    noun={{ one: 'item', many: 'items' }}
    source={useRows(useCall(calls.list), (data) => data.items ?? [])}
    rowKey={({ name }) => name}
    columns={columns}
    create={{ label: 'Create Item', call: calls.add, dialog: ({ onClose }) => <p onClick={onClose}>The new item</p> }}
    actions={[
      {
        label: 'Rename',
        icon: Pencil,
        call: calls.rename,
        dialog: ({ row }) => <RenameDialog row={row} />,
      },
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        on: 'both',
        disabled: ({ name }) => name === 'root' && 'The root item stays',
        ...callForEachRow(calls.remove, ({ name }: Item) => ({ params: { name } })),
      },
    ]}
    empty={{ icon: Users, text: 'Items hold things.' }}
  />
)

const renderList = async (address = '/items') => {
  await act(async () => void navigate(address, { replace: true }))
  await render(
    <>
      <Items />
      <ConfirmDialogs />
    </>,
  )
  await until(() => assert.not(find('[role=grid], h2').getAttribute('aria-busy') === 'true'))
  await flush(2)
}

const names = () => findAll('[role=row][data-index]').map((row) => find('[data-cell]', row).textContent)
const rowOf = (name: string) =>
  findAll('[role=row][data-index]').find((row) => find('[data-cell]', row).textContent === name)!
const select = (name: string) => click(find('[role=checkbox], input[type=checkbox]', rowOf(name)))
const page = () => document.body.textContent

test.before.each(async () => {
  items = ['b', 'root', 'a', 'stuck'].map((name, index) => ({ name, size: index * 1024, tags: index ? ['x'] : [] }))
  denied = []
  banners.messages = []
  await startFakeServer(respond)
  startTestSession({ features: ['administration'], account: 'admin' })
})

test.after.each(() => act(async () => void navigate('/', { replace: true })))

test('search and sort come from the address, and the first column sorts by default', async () => {
  await renderList()
  assert.equal(names(), ['a', 'b', 'root', 'stuck'])
  await act(async () => void navigate('/items?sort=-size&search=o', { replace: true }))
  await until(() => assert.equal(names(), ['root']))
  await act(async () => void navigate('/items?sort=-size', { replace: true }))
  await until(() => assert.equal(names(), ['stuck', 'a', 'root', 'b']))
})

test('the selection is in the address, and only rows that exist are selected', async () => {
  await renderList('/items?selected=a&selected=gone')
  assert.match(page(), '1 selected')
  await select('b')
  assert.equal(new URLSearchParams(location.search).getAll('selected').sort(), ['a', 'b', 'gone'])
  await click(button('Clear selection'))
  assert.is(location.search, '')
})

test('an action without the right for its call is disabled and says which right is missing', async () => {
  denied = ['admin:DeleteUser', 'admin:CreateUser']
  await renderList()
  for (const name of ['Create Item', 'Delete']) {
    const control = button(name)
    await until(() => assert.is(control.getAttribute('aria-disabled'), 'true'))
    assert.match(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? '', /admin:/)
  }
  assert.is(button('Rename', rowOf('a')).getAttribute('aria-disabled'), null)
})

test('a row can refuse an action, and so refuses a selection with it', async () => {
  await renderList('/items?selected=root&selected=a')
  assert.is(button('Delete', rowOf('root')).getAttribute('aria-disabled'), 'true')
  assert.is(button('Delete', rowOf('a')).getAttribute('aria-disabled'), null)
  assert.is(button('Delete', find('[role=status]').parentElement!).getAttribute('aria-disabled'), 'true')
})

test('an action makes its call, names the object in its message, and reloads the list', async () => {
  await renderList()
  await click(button('Delete', rowOf('a')))
  await until(() => assert.equal(names(), ['b', 'root', 'stuck']))
  assert.is(banners.messages[0]?.text, 'Item a deleted')
})

test('a refused call says why and reloads the list', async () => {
  await renderList()
  items = items.filter(({ name }) => name !== 'b')
  await click(button('Delete', rowOf('stuck')))
  await until(() => assert.equal(names(), ['a', 'root', 'stuck']))
  assert.is(banners.messages[0]?.text, 'It is in use')
})

test('an action on a selection acts on all of it and clears it', async () => {
  await renderList('/items?selected=a&selected=b')
  await click(button('Delete', find('[role=status]').parentElement!))
  await until(() => assert.equal(names(), ['root', 'stuck']))
  assert.is(banners.messages[0]?.text, '2 items deleted')
  await until(() => assert.is(location.search, ''))
})

test('dialogs open from the address, for a row that exists and a permitted call', async () => {
  await renderList('/items?rename=a')
  assert.match(page(), 'Rename a')
  await act(async () => void navigate('/items?rename=gone', { replace: true }))
  assert.not.match(page(), 'Rename gone')
  await act(async () => void navigate('/items?create=1', { replace: true }))
  assert.match(page(), 'The new item')
})

test('an open dialog keeps its row as it was, also if a reload changes or removes it', async () => {
  await renderList('/items?rename=root')
  assert.match(page(), 'Rename root of 1024 bytes')
  items = items.map((item) => (item.name === 'root' ? { ...item, size: 7 } : item))
  await click(button('Delete', rowOf('a')))
  await until(() => assert.match(rowOf('root').textContent, '7 B'))
  assert.match(page(), 'Rename root of 1024 bytes')
  items = items.filter(({ name }) => name !== 'root')
  await click(button('Delete', rowOf('b')))
  await until(() => assert.equal(names(), ['stuck']))
  assert.match(page(), 'Rename root of 1024 bytes')
  await act(async () => void navigate('/items', { replace: true }))
  assert.not.match(page(), 'Rename root')
})

test('Back to the dialog of another row starts with the values of that row', async () => {
  await renderList('/items?rename=a')
  await act(async () => void navigate('/items?rename=b'))
  assert.match(page(), 'Rename b of')
  await act(async () => window.history.back())
  await until(() => assert.match(page(), 'Rename a of'))
})

test('a dialog is not opened from the address without the right for its call', async () => {
  denied = ['admin:GetUser']
  await renderList('/items?rename=a')
  assert.not.match(page(), 'Rename a')
})

test('an empty list offers the main action instead of the toolbar', async () => {
  items = []
  await renderList()
  assert.match(page(), 'There are no items yet.Items hold things.')
  assert.is(findAll('button').filter((one) => nameOf(one) === 'Create Item').length, 1)
})
