import Users from 'lucide-react/icons/users'
import Trash2 from 'lucide-react/icons/trash'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { navigate } from '../../core/web/location.ts'
import { banners } from '../../core/web/toasts.ts'
import { Search } from '../../ui/search.tsx'
import { Table, type Column, type TableProps } from '../../ui/table.tsx'
import { useBulkActions } from '../../ui/use-bulk-actions.ts'
import { button, click, field, find, findAll, menuItem, press, render, unmount, until } from '../lib/react.tsx'
import { usersTable } from './users-table.ts'

type User = { name: string; keys: number }

const users = ['ana', 'bob', 'mei', 'zoe'].map((name, keys): User => ({ name, keys }))

const columns: Column<User>[] = [
  { id: 'name', title: 'Access Key', value: ({ name }) => name, look: 'name' },
  { id: 'keys', title: 'Keys', value: ({ keys }) => keys, look: 'number' },
]

const base = usersTable(users, columns)

let deleted: string[] = []

const List = (props: Partial<TableProps<User>>) => {
  const { selection, chosen } = useBulkActions<User>({
    rows: users,
    rowKey: base.rowKey,
    noun: base.noun,
    actions: [
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: (some) => some.some(({ name }) => name === 'bob') && 'bob is you',
        onSelect: (some) => void deleted.push(some.map(({ name }) => name).join('+')),
      },
    ],
  })
  const [search, setSearch] = useState('')
  return (
    <>
      <output>{chosen.map(({ name }) => name).join(' ')}</output>
      <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <Table
        {...base}
        search={search}
        selection={selection}
        actions={({ name }) => [
          { label: 'Edit', icon: Users, onSelect: () => undefined },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: name === 'bob' && 'You cannot delete yourself',
            onSelect: () => void deleted.push(name),
          },
        ]}
        {...props}
      />
    </>
  )
}

const rows = () => findAll('[role=row][data-index]')
const selected = () => find('output').textContent
const focus = (row: number) => act(async () => rows()[row]?.focus())
const openMenu = (row: number) =>
  act(async () => {
    find('[data-cell]', rows()[row]).dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }),
    )
  })
const control = { ctrlKey: true }
const shift = { shiftKey: true }

test.before.each(() => {
  deleted = []
  localStorage.clear()
  // the selection is in the address
  void navigate('/', { replace: true })
  banners.messages = []
})

test('Ctrl+A selects all visible rows unless a text field has focus, and Escape clears the selection', async () => {
  await render(<List />)
  await press('a', document.body, control)
  assert.is(selected(), 'ana bob mei zoe')
  await focus(0)
  await press('Escape')
  assert.is(selected(), '')
  await act(async () => field('Search').focus())
  await press('a', field('Search'), control)
  assert.is(selected(), '', 'in a text it selects the text')
})

test('Shift with arrows extends the selection, and shrinks it on the way back', async () => {
  await render(<List />)
  await focus(1)
  await press('ArrowDown', rows()[1], shift)
  await press('ArrowDown', rows()[2], shift)
  assert.is(selected(), 'bob mei zoe')
  await press('ArrowUp', rows()[3], shift)
  assert.is(selected(), 'bob mei')
  await press('ArrowUp', rows()[2], shift)
  await press('ArrowUp', rows()[1], shift)
  assert.is(selected(), 'ana bob', 'the other way from where it began')
})

test('Shift with a click selects a range, and Ctrl with a click a single row', async () => {
  await render(<List />)
  const cell = (row: number) => find('[data-cell]', rows()[row])
  await click(cell(3), control)
  assert.is(selected(), 'zoe')
  await click(cell(1), shift)
  assert.is(selected(), 'bob mei zoe')
})

test('Delete deletes the selection or the current row, and states the reason if it cannot', async () => {
  await render(<List />)
  await focus(2)
  await press('Delete')
  assert.equal(deleted, ['mei'])
  await press(' ')
  await press('ArrowDown', rows()[2], shift)
  await press('Delete')
  assert.equal(deleted, ['mei', 'mei+zoe'])
  await focus(1)
  await press('Delete')
  assert.equal(deleted.length, 2)
  assert.is(banners.messages[0]?.text, 'You cannot delete yourself')
})

test("a row's menu offers its buttons' actions, and for a selected row the bulk actions", async () => {
  await render(<List />)
  const items = () => findAll('[role=menuitem]').map(({ textContent }) => textContent)
  await openMenu(0)
  await until(() => assert.equal(items(), ['Edit', 'DeleteDel']))
  await click(menuItem('DeleteDel'))
  assert.equal(deleted, ['ana'])
  await press('a', document.body, control)
  await openMenu(0)
  await until(() => assert.equal(items(), ['Deletebob is youDel']))
})

test("an action of a row's menu keeps the focus that it moved, as a dialog does, otherwise the row gets it", async () => {
  const toSearch = { label: 'Find', icon: Users, onSelect: () => field('Search').focus() }
  await render(<List actions={() => [toSearch, { label: 'Edit', icon: Users, onSelect: () => undefined }]} />)
  await openMenu(0)
  await until(() => menuItem('Find'))
  await click(menuItem('Find'))
  await until(() => assert.is(findAll('[role=menu]').length, 0))
  assert.is(document.activeElement, field('Search'))
  await openMenu(1)
  await until(() => menuItem('Edit'))
  await click(menuItem('Edit'))
  await until(() => assert.is(document.activeElement, rows()[1]))
})

test('names first sort ascending, amounts descending, and sorting scrolls to the top', async () => {
  await render(<List />)
  const names = () => rows().map((row) => find('[data-cell]', row).textContent)
  const grid = find('[role=grid]')
  let top: number | undefined
  grid.scrollTo = ((options: ScrollToOptions) => (top = options.top)) as typeof grid.scrollTo
  await click(button('Keys'))
  assert.equal(names(), ['zoe', 'mei', 'bob', 'ana'])
  assert.is(top, 0)
  await click(button('Keys'))
  assert.equal(names(), ['ana', 'bob', 'mei', 'zoe'])
  await click(button('Access Key'))
  assert.equal(names(), ['ana', 'bob', 'mei', 'zoe'])
})

const choice = (name: string) =>
  findAll('[role=menuitemcheckbox], [role=menuitemradio]').find(
    ({ textContent }) => textContent === name,
  ) as HTMLElement

test('hidden columns and row density are remembered', async () => {
  const heads = () => findAll('[role=columnheader][data-column]').map(({ dataset }) => dataset.column)
  await render(<List name="users" />)
  await click(button('View'))
  await until(() => assert.ok(choice('Keys')))
  await click(choice('Keys'))
  await click(choice('Compact'))
  assert.equal(heads(), ['name'])
  assert.is(rows()[0]?.style.height, '32px')
  await unmount()
  await render(<List name="users" />)
  assert.equal(heads(), ['name'])
  assert.is(rows()[0]?.style.height, '32px')
  await unmount()
  await render(<List name="others" />)
  assert.equal(heads(), ['name', 'keys'], 'each table stores separate columns')
})

test('a table with an unreadable stored layout uses its defaults', async () => {
  localStorage.setItem('table.users', '{"hidden": 7, "widths": {"name": "x"}, "every": -1')
  await render(<List name="users" />)
  assert.is(findAll('[role=columnheader][data-column]').length, 2)
})

test('Shift with an arrow on a header widens its column at the cost of the next', async () => {
  await render(<List name="users" />)
  for (const head of findAll('[role=columnheader][data-column]'))
    head.getBoundingClientRect = () => new DOMRect(0, 0, 200, 32)
  await press('ArrowRight', button('Access Key'), shift)
  const { widths } = JSON.parse(localStorage.getItem('table.users') ?? '') as { widths: unknown }
  assert.equal(widths, { name: 216, keys: 184 })
  assert.match(find('[role=grid]').getAttribute('style') ?? '', 'minmax(0, 216fr) minmax(0, 184fr)')
})

/** Renders bob, mei and zoe, runs `before`, and then reloads the table with ana above them. */
const reloadAfter = async (before: () => Promise<void>, props: Partial<TableProps<User>> = {}) => {
  const { again } = await render(<List rows={users.slice(1)} {...props} />)
  await before()
  await again(<List rows={users} {...props} />)
}

test('after a reload that moves the focused row, keys act on that row, and it stays the tab stop', async () => {
  const renamed: string[] = []
  await reloadAfter(() => focus(1), {
    actions: ({ name }) => [
      { label: 'Rename', icon: Users, key: 'F2', onSelect: () => void renamed.push(name) },
      { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => void deleted.push(name) },
    ],
  })
  assert.match(document.activeElement?.textContent ?? '', /mei/)
  assert.equal(
    rows().map(({ tabIndex }) => tabIndex),
    [-1, -1, 0, -1],
  )
  await press('Delete')
  await press('F2')
  assert.equal([deleted, renamed], [['mei'], ['mei']])
  await press(' ')
  assert.is(selected(), 'mei')
  await press('ArrowDown')
  assert.match(document.activeElement?.textContent ?? '', /zoe/)
})

test('after reloads that move and then delete the focused row, the next row gets the focus', async () => {
  const { again } = await render(<List rows={users.slice(1)} />)
  await focus(1)
  await again(<List rows={users} />)
  await again(<List rows={users.filter(({ name }) => name !== 'mei')} />)
  await until(() => assert.match(document.activeElement?.textContent ?? '', /zoe/))
})

test("a reload while a row's menu is open keeps the menu on that row, and closes it if the row is gone", async () => {
  const { again } = await render(<List rows={users.slice(1)} />)
  await openMenu(1)
  await until(() => menuItem('DeleteDel'))
  await again(<List rows={users} />)
  await click(menuItem('DeleteDel'))
  assert.equal(deleted, ['mei'])
  await openMenu(2)
  await until(() => menuItem('DeleteDel'))
  await again(<List rows={users.filter(({ name }) => name !== 'mei')} />)
  await until(() => assert.is(findAll('[role=menu]').length, 0))
  await until(() => assert.ok(document.activeElement?.matches('[role=row]')))
})

test('after a reload, Shift with a click selects from the row clicked before', async () => {
  const cell = (row: number) => find('[data-cell]', rows()[row])
  await reloadAfter(() => click(cell(1), control))
  await click(cell(3), shift)
  assert.is(selected(), 'mei zoe')
})

test('after a reload, Shift with a click on a checkbox selects from the one clicked before', async () => {
  const box = (row: number) => find('input[type=checkbox], [role=checkbox]', rows()[row])
  await reloadAfter(() => click(box(1)))
  await click(box(3), shift)
  assert.is(selected(), 'mei zoe')
})

test('a row that is dragged during a reload is the one that is dropped', async () => {
  const dropped: string[] = []
  const fire = (kind: string, row: number) =>
    act(async () => {
      const event = new MouseEvent(kind, { bubbles: true, cancelable: true })
      rows()[row]?.dispatchEvent(Object.assign(event, { dataTransfer: {} }))
    })
  await reloadAfter(() => fire('dragstart', 1), {
    drag: {
      canDrop: () => true,
      onDrop: (dragged, onto) => void dropped.push(`${dragged.map(({ name }) => name).join()} onto ${onto.name}`),
    },
  })
  await fire('drop', 2)
  assert.equal(dropped, [], 'not onto itself')
  await fire('drop', 1)
  assert.equal(dropped, ['mei onto bob'])
})

test('focus moves to the next row after deleting the focused one, and to the heading after the last', async () => {
  const Shrinking = () => {
    const [names, setNames] = useState(['ana', 'bob'])
    return (
      <>
        <h1 tabIndex={-1}>Users</h1>
        <button type="button" onClick={() => setNames(names.slice(1))}>
          Shrink
        </button>
        <Table {...base} rows={users.filter(({ name }) => names.includes(name))} />
      </>
    )
  }
  await render(<Shrinking />)
  await focus(0)
  await act(async () => button('Shrink').dispatchEvent(new Event('click', { bubbles: true })))
  await until(() => assert.match(document.activeElement?.textContent ?? '', /bob/))
  await act(async () => button('Shrink').dispatchEvent(new Event('click', { bubbles: true })))
  await until(() => assert.is(document.activeElement?.tagName, 'H1'))
})

test('the row in the place of a renamed one gets its focus', async () => {
  const { again } = await render(<Table {...base} />)
  await focus(1)
  await again(<Table {...base} rows={users.map((user) => (user.name === 'bob' ? { ...user, name: 'ben' } : user))} />)
  assert.match(document.activeElement?.textContent ?? '', /^ben/)
})

test('Arrow Down in a search focuses the first row of the table', async () => {
  await render(
    <>
      <Search label="Search Users" value="" onChange={() => undefined} />
      <Table {...base} />
    </>,
  )
  const search = find('[role=search] input')
  await act(async () => search.focus())
  await press('ArrowDown', search)
  assert.match(document.activeElement?.textContent ?? '', /ana/)
})
