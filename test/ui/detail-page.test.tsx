import Users from 'lucide-react/icons/users'
import { act, useState } from 'react'
import { assert, test } from '../lib/suite.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { navigate } from '../../core/web/location.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { button, click, find, findAll, flush, render, unmount } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'

const Counter = () => {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{`Draft ${count}`}</button>
}

type Thing = { size: number }

const renderPage = (source: { data?: Thing; error?: Failure }, reload = async () => undefined) =>
  render(
    <DetailPage<Thing>
      name="ana"
      kind="thing"
      crumbs={[{ label: 'Things', href: '/things' }]}
      source={{ data: source.data, error: source.error, reload }}
      missing={{ icon: Users, title: 'There is no thing "ana"', text: 'It may have been deleted.' }}
      status={({ size }) => `Size ${size}`}
      actions={() => [{ label: 'Delete Thing', icon: Users, onSelect: () => undefined }]}
      tabs={() => [
        { id: 'one', label: 'One', content: <p>The first part</p> },
        { id: 'two', label: 'Two', count: 7, content: <p>The second part</p> },
        { id: 'draft', label: 'Draft', keepMounted: true, content: <Counter /> },
      ]}
    />,
  )

const tab = (label: string) => findAll('[role=tab]').find((one) => one.textContent.startsWith(label))!
const open = async (label: string) => {
  // Radix selects a tab with the mouse button pressed
  await act(async () => void tab(label).dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })))
  await flush()
}
const page = () => document.body.textContent

test.before.each(async () => {
  startTestSession({ account: 'admin' })
  await act(async () => void navigate('/things/ana', { replace: true }))
})
test.after.each(() => act(async () => void navigate('/', { replace: true })))

test('an object has its status, its actions and its first part', async () => {
  await renderPage({ data: { size: 3 } })
  assert.match(find('header').textContent, /Things.*ana.*Size 3/)
  assert.ok(button('Delete Thing'))
  assert.match(page(), 'The first part')
  assert.not.match(page(), 'The second part')
})

test('the part is in the address, and another one starts without search, sort and selection', async () => {
  await act(async () => void navigate('/things/ana?tab=two&search=x&sort=-name&selected=a', { replace: true }))
  await renderPage({ data: { size: 3 } })
  assert.match(page(), 'The second part')
  await open('One')
  assert.is(location.search, '')
  await open('Two')
  assert.is(location.search, '?tab=two')
})

test('a tab that stays mounted keeps its state while another tab is open', async () => {
  await act(async () => void navigate('/things/ana?tab=draft', { replace: true }))
  await renderPage({ data: { size: 3 } })
  await click(button('Draft 0'))
  await open('One')
  await open('Draft')
  assert.ok(button('Draft 1'))
})

test('the content of the page is the panel of the selected tab in its header', async () => {
  await renderPage({ data: { size: 3 } })
  const panelIsOf = (label: string) => {
    const panel = find('main [role=tabpanel]')
    assert.is(tab(label).getAttribute('aria-controls'), panel.id)
    assert.is(panel.getAttribute('aria-labelledby'), tab(label).id)
    assert.is(findAll('[role=tab][aria-controls]').length, 1)
    return panel.textContent
  }
  assert.match(panelIsOf('One'), 'The first part')
  await open('Two')
  assert.match(panelIsOf('Two'), 'The second part')
  await unmount()
  await renderPage({ error: new Failure(503, 'It is starting') })
  assert.equal(findAll('[role=tabpanel]'), [], 'a page without tabs has no panel')
})

test('an unknown part leads to the first one', async () => {
  await act(async () => void navigate('/things/ana?tab=other', { replace: true }))
  await renderPage({ data: { size: 3 } })
  assert.match(page(), 'The first part')
})

test('an object that does not exist leads to the list, and another error can be retried', async () => {
  await renderPage({ error: new Failure(404, 'The thing does not exist') })
  assert.match(page(), 'There is no thing "ana"')
  assert.is(find('main a').getAttribute('href'), '/things')
  await unmount()
  let reloads = 0
  await renderPage({ error: new Failure(500, 'The disk is full') }, async () => void (reloads += 1))
  assert.match(page(), 'The thing could not be loaded')
  await click(button('Try again'))
  assert.is(reloads, 1)
})
