import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { Thresholds } from '../pages/thresholds.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

let endpoint: string
let rules: object[]

const respond = ({ url, method }: ReceivedRequest) => {
  if (url.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'change', can: true }] } }
  if (method === 'POST') return { status: 201, body: { id: 'own-1' } }
  return method === 'GET' ? { body: { rules, endpoint, format: 'json' } } : { status: 200 }
}

const open = async (label: string) => {
  await render(<Thresholds />)
  await until(() => assert.is(button(label).getAttribute('aria-disabled'), null))
  await click(button(label))
}
const isToast = (text: string) =>
  until(() =>
    assert.equal(
      banners.messages.map((one) => one.text),
      [text],
    ),
  )

test.before.each(async () => {
  banners.messages = []
  endpoint = ''
  rules = []
  startTestSession({ pages: ['/dashboard'], features: ['administration'], plugins: ['dashboard'] })
  await startFakeServer(respond)
})
test.after.each(() => void (banners.messages = []))

test('the message about a new threshold names its metric', async () => {
  await open('Add Threshold')
  await type(field('Metric'), 'versions')
  await type(field('Threshold'), '2')
  await click(button('Add', find('[role=dialog]')))
  await isToast('Threshold "Versions in use" added')
})

test('the message about the webhook names where alerts are sent', async () => {
  await open('Set Webhook')
  await type(field('Endpoint optional'), 'https://hooks.example/in')
  await click(button('Save', find('[role=dialog]')))
  await isToast('Alerts are sent to https://hooks.example/in')
})

test('the message about a removed webhook says that alerts are not sent', async () => {
  endpoint = 'https://hooks.example/in'
  await open('Set Webhook')
  await type(field('Endpoint optional'), '')
  await click(button('Save', find('[role=dialog]')))
  await isToast('Alerts are sent to no webhook')
})

test('only the time until the storage is full can be never', async () => {
  const rule = { level: 'warning', threshold: 14, durationSeconds: 60, enabled: true, own: true }
  rules = [
    { ...rule, id: 'own-1', metric: 'free-inodes', value: 250_000 },
    { ...rule, id: 'own-2', metric: 'full-in', value: 100_000 },
  ]
  await render(<Thresholds />)
  await until(() => assert.match(document.body.textContent, '250000 inodes'))
  assert.is(document.body.textContent?.match(/Never/g)?.length, 1)
})
