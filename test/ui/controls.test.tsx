import Plus from 'lucide-react/icons/plus'
import Scale from 'lucide-react/icons/scale'
import Trash2 from 'lucide-react/icons/trash'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { Actions } from '../../ui/actions.tsx'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SecretInput } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { UsageBar } from '../../ui/progress.tsx'
import { Search } from '../../ui/search.tsx'
import { Switch } from '../../ui/choice.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import {
  button,
  click,
  field,
  find,
  findAll,
  menuItem,
  press,
  render,
  tab,
  type,
  unmount,
  until,
} from '../lib/react.tsx'
import * as clock from '../lib/fake-clock.ts'

declare const happyDOM: { setViewport(size: { width: number; height: number }): void }

const resize = (width: number) => act(async () => happyDOM.setViewport({ width, height: 800 }))

test.after.each(() => resize(1280))

test('a disabled button stays focusable, does nothing and states the reason', async () => {
  let pressed = 0
  await render(
    <Button icon={Plus} disabled="Your policies do not allow it" onPress={() => pressed++}>
      Create User
    </Button>,
  )
  const create = button('Create User')
  await click(create)
  assert.is(pressed, 0)
  assert.ok(document.activeElement === create)
  const why = document.getElementById(create.getAttribute('aria-describedby') ?? '')
  assert.is(why?.textContent, 'Your policies do not allow it')
  // shown and announced once its code has loaded
  await until(() => assert.is(find('[role=alert]').textContent, 'Your policies do not allow it'))
})

test('the buttons of file fields are named after their field', async () => {
  const file = { accept: '.pem', maxKiB: 8, validate: () => undefined, onChange: () => undefined }
  await render(
    <>
      <FileField label="Certificate" value="" {...file} />
      <FileField label="Private Key" value="typed" {...file} />
    </>,
  )
  assert.equal(
    findAll('button').map(({ textContent }) => textContent),
    ['Choose File Certificate', 'Choose Another File Private Key'],
  )
})

test('a disabled switch is described by its hint and by the reason', async () => {
  await render(
    <Switch
      label="Versioning"
      hint="Keeps all versions."
      disabled="Object locking needs versioning"
      value
      onChange={() => undefined}
    />,
  )
  const ids = find('[role=switch]').getAttribute('aria-describedby')?.split(' ') ?? []
  assert.equal(
    ids.map((id) => document.getElementById(id)?.textContent),
    ['Keeps all versions.', 'Object locking needs versioning'],
  )
})

test('a busy button ignores a second press', async () => {
  let pressed = 0
  await render(
    <Button busy="Saving" onPress={() => pressed++}>
      Save
    </Button>,
  )
  const save = find('button')
  await click(save)
  assert.is(pressed, 0)
  assert.is(save.getAttribute('aria-busy'), 'true')
})

test('the name of an icon button appears after hovering for 400 ms', async () => {
  await render(<IconButton icon={Trash2} label="Delete" />)
  const countHidden = () => findAll('body > [aria-hidden=true]').length
  const over = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })
  clock.stopClock()
  await act(async () => void button('Delete').dispatchEvent(over))
  await act(async () => clock.advanceClock(399))
  assert.is(countHidden(), 0)
  await act(async () => clock.advanceClock(1))
  clock.restoreClock()
  assert.is(countHidden(), 1)
  await press('Escape')
  assert.is(countHidden(), 0)
})

test('a secret is masked until revealed', async () => {
  await render(<SecretInput label="Secret Key" value="abc" onChange={() => undefined} />)
  assert.is(field('Secret Key').getAttribute('type'), 'password')
  await click(button('Show'))
  assert.is(field('Secret Key').getAttribute('type'), 'text')
  await click(button('Hide'))
  assert.is(field('Secret Key').getAttribute('type'), 'password')
})

test('"/" focuses the search except while typing, and Escape clears it', async () => {
  const Both = () => {
    const [search, setSearch] = useState('')
    return (
      <>
        <input aria-label="Other" />
        <Search label="Search Users" value={search} onChange={setSearch} />
      </>
    )
  }
  await render(<Both />)
  field('Other').focus()
  await press('/')
  assert.ok(document.activeElement === field('Other'))
  await press('/', document.body)
  assert.ok(document.activeElement === field('Search Users'))
  await type(field('Search Users'), 'ana')
  await press('Escape')
  assert.is((field('Search Users') as HTMLInputElement).value, '')
  await type(field('Search Users'), 'ana')
  await click(button('Clear search'))
  assert.is((field('Search Users') as HTMLInputElement).value, '')
})

test('a menu opens by keyboard, moves with arrows and states why an item is disabled', async () => {
  const chosen: string[] = []
  await render(
    <Menu
      label="Object"
      items={[
        { label: 'Share', onSelect: () => chosen.push('share') },
        { label: 'Legal Hold', icon: Scale, disabled: 'Object locking is off', onSelect: () => chosen.push('hold') },
        'line',
        { label: 'Delete', tone: 'danger', onSelect: () => chosen.push('delete') },
      ]}
    />,
  )
  await click(button('Object'))
  await until(() => find('[role=menu]'))
  assert.is(find('[role=menu]').getAttribute('aria-labelledby'), button('Object').id)
  assert.match(find('[role=menu]').textContent, 'Object locking is off')
  await click(find('[role=menuitem][aria-disabled]'))
  assert.equal(chosen, [])
  await click(menuItem('Delete'))
  assert.equal(chosen, ['delete'])
})

test('tabs name their panel, and a disabled one cannot be selected', async () => {
  const TabsExample = () => {
    const [value, setValue] = useState<'summary' | 'events' | 'rules'>('summary')
    return (
      <Tabs
        label="Bucket"
        value={value}
        onChange={setValue}
        items={[
          { id: 'summary', label: 'Summary' },
          { id: 'events', label: 'Events', count: 2 },
          { id: 'rules', label: 'Rules', disabled: true },
        ]}
      >
        {value}
      </Tabs>
    )
  }
  await render(<TabsExample />)
  assert.is(find('[role=tabpanel]').textContent, 'summary')
  await click(tab('Events2'))
  assert.is(find('[role=tabpanel]').textContent, 'events')
  assert.is(find('[role=tab][aria-selected=true]').getAttribute('aria-controls'), find('[role=tabpanel]').id)
  await click(tab('Rules'))
  assert.is(find('[role=tabpanel]').textContent, 'events')
})

test('arrow keys, Home and End select tabs, skipping disabled ones', async () => {
  const Views = () => {
    const [value, setValue] = useState('a')
    const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id, ...(id === 'b' && { disabled: true }) }))
    return <Tabs label="Views" value={value} onChange={setValue} items={items} />
  }
  await render(<Views />)
  const pressOn = async (key: string) => {
    await press(key)
    return [document.activeElement?.textContent, find('[role=tab][aria-selected=true]').textContent].join()
  }
  await act(async () => tab('a').focus())
  assert.is(await pressOn('ArrowRight'), 'c,c')
  assert.is(await pressOn('End'), 'd,d')
  assert.is(await pressOn('ArrowRight'), 'a,a', 'the first follows the last')
  assert.is(await pressOn('ArrowLeft'), 'd,d')
  assert.is(await pressOn('Home'), 'a,a')
  assert.is(await pressOn('ArrowDown'), 'a,a', 'they are in a row')
  assert.equal(
    findAll('[role=tab]').map((one) => one.tabIndex),
    [0, -1, -1, -1],
    'only the selected one is in the tab order',
  )
})

test('bulk actions are disabled without a selection', async () => {
  let added = 0
  const noun = { one: 'user', many: 'users' }
  const actions = [{ label: 'Add to Group', icon: Plus, onSelect: () => void added++ }]
  const { again } = await render(<SelectionBar count={0} noun={noun} actions={actions} />)
  await click(button('Add to Group'))
  assert.is(added, 0)
  assert.match(document.body.textContent, 'Select at least one user first')
  await again(<SelectionBar count={1200} text="7.6 GiB" noun={noun} actions={actions} />)
  assert.is(find('[role=status]').textContent, '1,200 selected, 7.6 GiB')
  await click(button('Add to Group'))
  assert.is(added, 1)
})

test('page actions are buttons if they fit, else the primary button and a menu', async () => {
  const done: string[] = []
  const actions = [
    { label: 'Delete', icon: Trash2, tone: 'danger', disabled: 'It is locked', onSelect: () => done.push('delete') },
    { label: 'Download', icon: Plus, tone: 'primary', onSelect: () => done.push('download') },
    { label: 'Refresh', icon: Scale, look: 'icon', onSelect: () => done.push('refresh') },
  ] as const
  const named = () => findAll('button').map((element) => element.getAttribute('aria-label') ?? element.textContent)
  const { again } = await render(<Actions actions={actions} />)
  assert.equal(named(), ['Delete', 'Download', 'Refresh'])
  await click(button('Refresh'))
  await resize(390)
  assert.equal(named(), ['Download', 'More page actions'])
  await click(button('Download'))
  await click(button('More page actions'))
  await until(() => find('[role=menuitem]'))
  assert.equal(
    findAll('[role=menu] > *').map(({ textContent }) => textContent),
    ['Refresh', '', 'DeleteIt is locked'],
    'what destroys stands last, after a line',
  )
  await click(menuItem('DeleteIt is locked'))
  await click(menuItem('Refresh'))
  assert.equal(done, ['refresh', 'download', 'refresh'])
  await again(<Actions actions={actions.slice(0, 1)} />)
  assert.equal(named(), ['Delete'], 'one alone needs no menu')
})

test('a usage bar warns from 75% and again from 90%', async () => {
  const quotaText = async (used: number) => {
    await unmount()
    await render(<UsageBar label="Quota" used={used} total={200} value="of 200 GiB" />)
    return find('[role=meter]').textContent
  }
  assert.is(await quotaText(149), 'Quota75%', '74.5 rounds up')
  assert.is(await quotaText(100), 'Quotaof 200 GiB')
  assert.is(await quotaText(194), 'Quota97%')
  assert.is(await quotaText(500), 'Quota100%')
})

test('the browser remembers that page help is open', async () => {
  const help = { title: 'About users', sections: [{ text: 'A user is an access key.' }] }
  const page = (
    <Page title="Users" help={help}>
      List
    </Page>
  )
  localStorage.removeItem('help')
  await render(page)
  assert.is(findAll('aside').length, 0)
  await click(button('Help'))
  assert.match(find('aside').textContent, 'A user is an access key.')
  await unmount()
  await render(page)
  assert.is(findAll('aside').length, 1)
  await click(button('Close help'))
  assert.is(findAll('aside').length, 0)
})

test('a time being typed is kept while the value changes, and applied when the field is left', async () => {
  const minute = (minutes: number) => new Date(2026, 0, 1, 12, minutes).getTime() / 1000
  const changes: number[] = []
  const timeInput = (value: number) => (
    <DateTimeInput label="End Time" value={value} onChange={(seconds) => changes.push(seconds)} />
  )
  const { again } = await render(timeInput(minute(0)))
  const input = () => field('End Time') as HTMLInputElement
  await act(async () => input().focus())
  await again(timeInput(minute(1)))
  assert.is(input().value, '2026-01-01 12:01')
  await type(input(), '2026-01-01 11:')
  await again(timeInput(minute(2)))
  assert.is(input().value, '2026-01-01 11:')
  await type(input(), '2026-01-01 11:00')
  await again(timeInput(minute(3)))
  assert.equal(changes, [])
  await act(async () => input().blur())
  assert.equal(changes, [minute(-60)])
  await act(async () => input().focus())
  await again(timeInput(minute(4)))
  await act(async () => input().blur())
  assert.equal(changes, [minute(-60)])
  assert.is(input().value, '2026-01-01 12:04')
})
