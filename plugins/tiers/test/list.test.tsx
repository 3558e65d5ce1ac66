import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { banners } from '../../../core/web/toasts.ts'
import TiersPage from '../pages/list.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

let names: string[]
let verify: (sent: ReceivedRequest) => FakeResponse

const details = (name: string) => ({ name, endpoint: 'https://other', bucket: 'b', prefix: '', region: '' })
const missing = { status: 404, body: { message: 'There is no such tier' } }

const respond = (sent: ReceivedRequest): FakeResponse => {
  if (sent.url.endsWith('/has-permission')) {
    const { actions } = JSON.parse(sent.body) as { actions: { id: string }[] }
    return { status: 201, body: { permissions: actions.map(({ id }) => ({ id, can: true })) } }
  }
  if (sent.url.endsWith('/admin/tiers'))
    return { body: { items: names.map((name) => ({ type: 'minio', name, minio: details(name) })) } }
  const name = sent.url.split('/').find((part) => part === 'COLD' || part === 'WARM') ?? ''
  if (!names.includes(name)) return missing
  return sent.url.endsWith('/status') ? verify(sent) : { body: { buckets: [] } }
}

test.before.each(async () => {
  names = ['COLD', 'WARM']
  verify = () => ({ body: { status: 'online', durationMs: 3 } })
  banners.messages = []
  await startFakeServer(respond)
  startTestSession({ pages: ['/tiers'], features: ['tiers', 'administration'], plugins: ['tiers'] })
  await render(
    <>
      <TiersPage />
      <ConfirmDialogs />
    </>,
  )
  await until(() => assert.match(document.body.textContent, /COLD/))
})

const shows = (text: RegExp) => until(() => assert.match(document.body.textContent, text))
const isGone = () =>
  until(() =>
    assert.is(
      findAll('[role=row]').some((one) => /COLD/.test(one.textContent)),
      false,
    ),
  )
const press = async (label: string) => {
  const rowOf = () => findAll('[role=row]').find((one) => /COLD/.test(one.textContent)) ?? find('main')
  const own = rowOf().querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (own) return click(own)
  await click(rowOf().querySelector<HTMLElement>('[aria-label="More actions"]') ?? find('main'))
  await until(() => assert.ok(findAll('[role=menuitem]').length > 0))
  return click(findAll('[role=menuitem]').find((one) => one.textContent === label) ?? find('main'))
}

for (const label of ['Verify', 'Remove'])
  test(`a tier that another administrator removed leaves the list after ${label}`, async () => {
    names = ['WARM']
    await press(label)
    await isGone()
  })

test('a tier that another administrator removed leaves the list when its credentials are updated', async () => {
  names = ['WARM']
  await press('Update Credentials')
  await type(field('Access Key'), 'KEY')
  await type(field('Secret Key'), 'some-secret')
  await click(button('Save'))
  await shows(/There is no such tier/)
  await isGone()
  // an open dialog would be shown in the next test as well
  await click(button('Cancel'))
  await until(() => assert.is(findAll('[role=dialog]').length, 0))
})

test('a status that the console could not find out is unknown, not offline', async () => {
  verify = () => ({ status: 403, body: { message: 'You need admin:ListTier' } })
  await press('Verify')
  await shows(/Unknown/)
  assert.not.match(document.body.textContent, /Offline/)
})
