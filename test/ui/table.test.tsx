import Trash2 from 'lucide-react/icons/trash'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Table, type Column, type TableProps } from '../../ui/table.tsx'
import * as clock from '../lib/fake-clock.ts'
import { button, click, field, find, findAll, press, render } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { usersTable } from './users-table.ts'

test.before(() => {
  startTestSession({ account: 'admin' })
})

type User = { name: string; groups: string; keys: number | undefined }

const user = (name: string, groups = '', keys?: number): User => ({ name, groups, keys })
const users = [
  user('mei', 'analysts', 10),
  user('ana', 'platform', 9),
  user('zoe', 'platform'),
  user('bob', 'ops', 100),
]

const columns: Column<User>[] = [
  { id: 'name', title: 'Access Key', value: ({ name }) => name, href: ({ name }) => `/users/${name}`, look: 'name' },
  { id: 'groups', title: 'Groups', value: ({ groups }) => groups },
  { id: 'keys', title: 'Keys', value: ({ keys }) => keys, look: 'number' },
]

const base = usersTable(users, columns)

const rows = () => findAll('[role=row][data-index]')
const names = () => rows().map((row) => find('a', row).textContent)
const pageText = () => document.body.textContent

/** Lets timers of up to 200 ms run, such as the one that ends a scrolling. */
const wait = () => act(async () => clock.advanceClock(200))

const focus = (row: number) => act(async () => rows()[row]?.focus())

test.before.each(clock.stopClock)

test('a click on a header sorts by it, and a second click reverses the order', async () => {
  await render(<Table {...base} initialSort="name" />)
  assert.equal(names(), ['ana', 'bob', 'mei', 'zoe'])
  await click(button('Access Key'))
  assert.equal(names(), ['zoe', 'mei', 'bob', 'ana'])
  const head = find('[role=columnheader][aria-sort]')
  assert.is(head.getAttribute('aria-sort'), 'descending')
})

test('a click with Shift adds a column to the sort, reverses it, and removes it', async () => {
  await render(<Table {...base} initialSort="-groups" />)
  const sorts = () =>
    findAll('[role=columnheader][aria-sort]').map((head) => `${head.textContent} ${head.getAttribute('aria-sort')}`)
  assert.equal(names(), ['ana', 'zoe', 'bob', 'mei'])
  assert.equal(sorts(), ['Groups descending'])
  await click(button('Access Key'), { shiftKey: true })
  assert.equal(names(), ['ana', 'zoe', 'bob', 'mei'])
  assert.equal(sorts(), ['Access Key2, sort 2 of 2 ascending', 'Groups1, sort 1 of 2 descending'])
  await click(button('Access Key2, sort 2 of 2'), { shiftKey: true })
  assert.equal(names(), ['zoe', 'ana', 'bob', 'mei'])
  await click(button('Access Key2, sort 2 of 2'), { shiftKey: true })
  assert.equal(sorts(), ['Groups descending'])
})

test('Shift and Enter on a header add its column to the sort, which a page stores in its address', async () => {
  const requests: string[] = []
  await render(<Table {...base} sortedBy="groups" onSort={(sort) => requests.push(sort)} />)
  await press('Enter', button('Keys'), { shiftKey: true })
  await click(button('Keys'))
  assert.equal(requests, ['groups,-keys', '-keys'])
})

test('a sort by columns that are not there leaves the order, and sorts by the others', async () => {
  await render(<Table {...base} initialSort="size,,-name" />)
  assert.equal(names(), ['zoe', 'mei', 'bob', 'ana'])
})

test('numbers sort numerically, and missing values are last in both directions', async () => {
  await render(<Table {...base} initialSort="keys" />)
  assert.equal(names(), ['ana', 'mei', 'bob', 'zoe'])
  await click(button('Keys'))
  assert.equal(names(), ['bob', 'mei', 'ana', 'zoe'])
})

test('a page can store the order in its address', async () => {
  const requests: string[] = []
  await render(<Table {...base} sortedBy="-name" onSort={(sort) => requests.push(sort)} />)
  assert.equal(names(), ['zoe', 'mei', 'bob', 'ana'])
  await click(button('Groups'))
  assert.equal(requests, ['groups'])
  assert.equal(names(), ['zoe', 'mei', 'bob', 'ana'], 'the page decides')
})

test('the search covers every column, and the footer states how many rows it hides', async () => {
  await render(<Table {...base} search="PLAT" />)
  assert.equal(names(), ['ana', 'zoe'])
  assert.match(pageText(), '2 of 4 users. 2 users are hidden by the search.')
})

test('a search without matches says so and can be cleared', async () => {
  const Searched = () => {
    const [search, setSearch] = useState('')
    return (
      <>
        <Button onPress={() => setSearch('prod-')}>Search</Button>
        <Table {...base} search={search} onClearSearch={() => setSearch('')} />
      </>
    )
  }
  await render(<Searched />)
  // screen readers speak changes of an element that was there before
  const status = find('[role=status]')
  await click(button('Search'))
  assert.match(pageText(), 'No user matches "prod-"')
  assert.is(status.textContent, '0 of 4 users. 4 users are hidden by the search.')
  await click(button('Clear search'))
  assert.is(rows().length, 4)
  assert.ok(status.isConnected)
  assert.match(pageText(), '4 users')
})

test('empty tables, failures and missing permissions have different messages', async () => {
  const { again } = await render(<Table {...base} rows={[]} />)
  assert.match(pageText(), 'There are no users yet.')
  let retried = 0
  const down = new Failure(0, 'The server did not respond in 10 s.')
  await again(<Table {...base} rows={undefined} error={down} onRetry={() => retried++} />)
  assert.match(pageText(), 'Users could not be loaded')
  assert.match(pageText(), 'The server did not respond in 10 s.')
  await click(button('Try again'))
  assert.is(retried, 1)
  await again(
    <Table
      {...base}
      rows={undefined}
      error={new Failure(403, 'Access denied', { missing: [{ action: 'admin:ListUsers' }] })}
    />,
  )
  assert.match(pageText(), 'You cannot see users')
  assert.match(pageText(), 'admin:ListUsers')
})

test('a failed reload keeps the rows and shows the error below them', async () => {
  await render(<Table {...base} error={new Failure(503, 'The server is starting.')} onRetry={() => undefined} />)
  assert.is(rows().length, 4)
  assert.match(pageText(), 'Users could not be loaded again. The server is starting.')
})

test('while rows load the header is visible, and placeholders appear after 150 ms', async () => {
  await render(<Table {...base} rows={undefined} />)
  assert.is(find('[role=grid]').getAttribute('aria-busy'), 'true')
  assert.ok(button('Access Key'))
  const bars = () => findAll('[style*="opacity"]').length
  assert.is(bars(), 0)
  await wait()
  assert.ok(bars() > 3)
})

const Selecting = (props: Partial<TableProps<User>>) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const blocked = ({ name }: User) => (name === 'bob' ? 'You cannot delete yourself' : undefined)
  return (
    <>
      <output>{[...keys].join(' ')}</output>
      <Table {...base} {...props} selection={{ keys, onChange: setKeys, blocked }} />
    </>
  )
}
const selected = () => find('output').textContent

test('all rows can be selected once there are some', async () => {
  const { again } = await render(<Selecting rows={undefined} />)
  const all = () => field('Select all') as HTMLInputElement
  assert.ok(all().disabled)
  const why = document.getElementById(all().getAttribute('aria-describedby') ?? '')
  assert.is(why?.textContent, 'Users are still loading')
  await again(<Selecting />)
  assert.not.ok(all().disabled)
  await click(all())
  assert.is(selected(), 'mei ana zoe')
})

test('rows are selected one by one, as a range with Shift, and all except blocked ones together', async () => {
  await render(<Selecting />)
  await click(field('Select mei'))
  assert.is(selected(), 'mei')
  await click(field('Select zoe'), { shiftKey: true })
  assert.is(selected(), 'mei ana zoe')
  const all = field('Select all') as HTMLInputElement
  assert.is(all.checked, true, 'bob cannot be selected')
  await click(all)
  assert.is(selected(), '')
  await click(all)
  assert.is(selected(), 'mei ana zoe')
  assert.is((field('Select bob') as HTMLInputElement).disabled, true)
})

test('selecting all during a search selects only matching rows', async () => {
  await render(<Selecting search="platform" />)
  await click(field('Select all'))
  assert.is(selected(), 'ana zoe')
})

test('arrows, Home and End move the current row, which is the only tab stop, and Space selects it', async () => {
  await render(<Selecting />)
  await focus(0)
  await press('ArrowDown')
  await press('ArrowDown')
  assert.ok(document.activeElement === rows()[2])
  assert.equal(pluck(rows(), 'tabIndex'), [-1, -1, 0, -1])
  assert.is(find('a', rows()[0]).tabIndex, -1)
  await press(' ')
  assert.is(selected(), 'zoe')
  assert.is(rows()[2]?.getAttribute('aria-selected'), 'true')
  await press('End')
  assert.ok(document.activeElement === rows()[3])
  await press('ArrowDown')
  assert.ok(document.activeElement === rows()[3], 'it stays on the last row')
  await press('Home')
  assert.ok(document.activeElement === rows()[0])
  await wait()
})

test('Enter opens the current row, and the right arrow focuses its controls', async () => {
  await render(<Selecting />)
  await focus(1)
  await press('ArrowRight')
  assert.ok(document.activeElement === field('Select ana'))
  await press('ArrowRight')
  assert.ok(document.activeElement === find('a', rows()[1]))
  await press('ArrowLeft')
  await press('ArrowLeft')
  assert.ok(document.activeElement === rows()[1])
  await press('Enter')
  assert.is(window.location.pathname, '/users/ana')
})

test('an unavailable action stays visible and states the reason', async () => {
  const deleted: string[] = []
  const actions = ({ name }: User) => [
    { label: 'Delete', icon: Trash2, onSelect: () => deleted.push(name), disabled: name === 'bob' && 'This is you' },
  ]
  await render(<Table {...base} actions={actions} />)
  const [mei, , , bob] = rows()
  await click(button('Delete', mei))
  await click(button('Delete', bob))
  assert.equal(deleted, ['mei'])
  assert.is(button('Delete', bob).getAttribute('aria-disabled'), 'true')
  assert.match(bob?.textContent ?? '', 'This is you')
})

test('of 100,000 rows only visible ones are in the document', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => user(`user-${index}`))
  await render(<Table {...base} rows={many} />)
  assert.is(find('[role=grid]').getAttribute('aria-rowcount'), '100001')
  assert.ok(rows().length >= 20 && rows().length < 60, `${rows().length} rows`)
  assert.is(rows()[3]?.getAttribute('aria-rowindex'), '5')
  await focus(0)
  await press('End')
  await wait()
  const row = document.activeElement
  assert.is(row?.getAttribute('aria-rowindex'), '100001')
})

test('an incomplete list says so and loads more once requested', async () => {
  let requests = 0
  const more = { partial: true, load: () => requests++, loading: false }
  const { again } = await render(<Table {...base} more={more} />)
  assert.match(pageText(), 'First 4 users loaded. Scroll for more.')
  assert.is(requests, 1)
  await again(<Table {...base} more={{ ...more, loading: true }} />)
  await again(<Table {...base} more={more} />)
  assert.is(requests, 1, 'a page that failed is not asked for again by itself')
  await again(<Table {...base} rows={[...users, user('eve')]} more={more} />)
  assert.is(requests, 2)
  await again(<Table {...base} more={more} search="ana" />)
  assert.match(pageText(), 'Only the first 4 users are searched.')
  await again(<Table {...base} more={{ ...more, sorted: true }} />)
  assert.match(pageText(), 'First 4 users loaded, and only they are sorted. Scroll for more.')
})

test('bidirectional control characters in a name are escaped', async () => {
  await render(<Table {...base} rows={[user('a\u202Eb')]} />)
  assert.equal(names(), ['a\\u202Eb'])
})

test('the first column has the headers of the rows', async () => {
  await render(<Table {...base} />)
  const headers = findAll('[role=rowheader]').map(({ textContent }) => textContent)
  assert.equal(headers.toSorted(), ['ana', 'bob', 'mei', 'zoe'])
})
