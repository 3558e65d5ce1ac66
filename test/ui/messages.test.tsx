import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { assert, test } from '../lib/suite.ts'
import { banners, showToast, showError } from '../../core/web/toasts.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { navigate } from '../../core/web/location.ts'
import { ErrorBanner } from '../../ui/banner.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { button, find, findAll } from '../lib/react.tsx'
import * as clock from '../lib/fake-clock.ts'

// the clock is stopped here, so nothing may wait for a timer as test/lib/react.tsx does
let root: Root

const renderElement = async (element: ReactNode) => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(element))
}
const pass = (seconds: number) => act(async () => clock.advanceClock(seconds * 1000))
const fire = (element: Element, event: Event) => act(async () => void element.dispatchEvent(event))
const press = (element: HTMLElement) => act(async () => element.click())

const messages = () => findAll('[data-part=toast]').length

test.before.each(() => {
  clock.stopClock()
  banners.messages = []
})
test.after.each(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

test('a message disappears after 5 s, an error after 10 s', async () => {
  await renderElement(<Toasts />)
  await act(async () => showToast('Policy saved'))
  await act(async () => showError(new Failure(500, 'Tier could not be added.')))
  assert.is(messages(), 2)
  await pass(4.9)
  assert.is(messages(), 2)
  await pass(0.2)
  assert.is(messages(), 1)
  assert.match(document.body.textContent, 'Tier could not be added.')
  await pass(5)
  assert.is(messages(), 0)
})

test('a message with a link disappears once its target is open', async () => {
  await renderElement(<Toasts />)
  await act(async () => showToast('Bucket successfully created', { label: 'Browse', href: '/buckets/invoices/browse' }))
  assert.is(find('[data-part=toast] a').textContent, 'Browse')
  await act(async () => void navigate('/buckets'))
  assert.is(messages(), 1)
  await act(async () => void navigate('/buckets/invoices/browse'))
  assert.is(messages(), 0)
})

test('a message stays while hovered or focused', async () => {
  await renderElement(<Toasts />)
  await act(async () => showToast('Policy saved'))
  const toast = find('[data-part=toast]')
  await pass(4)
  await fire(toast, new PointerEvent('pointerover', { bubbles: true }))
  await pass(60)
  assert.is(messages(), 1)
  await act(async () => button('Close', toast).focus())
  await fire(toast, new PointerEvent('pointerout', { bubbles: true }))
  await pass(60)
  assert.is(messages(), 1, 'the focus holds it')
  await act(async () => button('Close', toast).blur())
  await pass(0.9)
  assert.is(messages(), 1, 'a second was left')
  await pass(0.2)
  assert.is(messages(), 0)
})

test('a message has one action, which closes it', async () => {
  let undone = 0
  await renderElement(<Toasts />)
  await act(async () => showToast('Objects deleted', { label: 'Undo', run: () => void undone++ }))
  await press(button('Undo'))
  assert.is(undone, 1)
  assert.is(messages(), 0)
})

test('the cause of an error is under Details', async () => {
  await renderElement(<Toasts />)
  await act(async () => showError(new Failure(500, 'Tier could not be added.', { detail: 'dial tcp: refused' })))
  assert.not.match(document.body.textContent, 'dial tcp')
  await press(button('Details'))
  assert.match(document.body.textContent, 'dial tcp: refused')
})

test('the same error again in a dialog is shown for another 10 s', async () => {
  let closed = 0
  const refuse = () => root.render(<ErrorBanner error={new Failure(409, 'In use.')} onClose={() => closed++} />)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => refuse())
  await pass(9)
  await act(async () => refuse())
  await pass(9)
  assert.is(closed, 0)
  await pass(1.1)
  assert.is(closed, 1)
})

test('an error in a dialog disappears after 10 s unless hovered', async () => {
  let closed = 0
  await renderElement(<ErrorBanner error={new Failure(409, 'In use.', { detail: 'cause' })} onClose={() => closed++} />)
  await pass(9)
  const banner = find('[role=alert]')
  await fire(banner, new PointerEvent('pointerover', { bubbles: true }))
  await pass(30)
  assert.is(closed, 0)
  await fire(banner, new PointerEvent('pointerout', { bubbles: true }))
  await pass(1.1)
  assert.is(closed, 1)
})
