import { act } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { banners } from '../../../core/web/toasts.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import UserPage from '../pages/user.tsx'
import { button, click, field, find, findAll, render, until } from '../../../test/lib/react.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { administrators } from '../../../test/lib/administrators.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let onServer: { accessKey: string; policy: string[]; memberOf: string[]; status: string; hasPolicy: boolean }
let change: (sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>
let read: () => FakeResponse
let remaining: object

let records: object[]
let delivery: string
let group: object
let denied: readonly string[]

const respond = (request: ReceivedRequest) => {
  const { url } = request
  if (url.includes('/has-permission')) {
    const { actions } = JSON.parse(request.body) as { actions: { id: string; action: string }[] }
    return { body: { permissions: actions.map(({ id, action }) => ({ id, can: !denied.includes(action) })) } }
  }
  if (url.includes('/logs/search')) return { body: { results: records } }
  if (url.includes('/logs/audit-status'))
    return { body: { count: 9, since: '2026-11-01T00:00:00Z', delivery, limits: { days: 9, bytes: 9 } } }
  if (url.includes('/group-details')) return { body: [group] }
  return answerIdentity(request)
}

const answerIdentity = (sent: ReceivedRequest) => {
  if (sent.url.includes('/service-account-details')) return { body: [] }
  if (sent.url.includes('/access/administrators')) return { body: remaining }
  return sent.method === 'PUT' ? change(sent) : read()
}

const shows = (text: string) => until(() => assert.match(find('header').textContent, text))

const pageOf = (name: string) => (
  <>
    <UserPage params={{ '*': name }} />
    <ConfirmDialogs />
  </>
)

const renderPage = () => render(pageOf('ana.moreau'))

test.before.each(async () => {
  onServer = {
    accessKey: 'ana.moreau',
    policy: ['readonly'],
    memberOf: ['readers'],
    status: 'enabled',
    hasPolicy: true,
  }
  read = () => ({ body: onServer })
  remaining = administrators()
  records = []
  delivery = 'built-in'
  group = { name: 'readers', members: 1, status: 'enabled', policies: ['diagnostics'] }
  change = ({ body }) => {
    onServer = { ...onServer, ...(JSON.parse(body) as object) }
    return { body: onServer }
  }
  denied = []
  banners.messages = []
  line = await startFakeServer(respond)
  startTestSession({
    pages: ['/users', '/users/:userName+'],
    plugins: ['identity', 'logs'],
    features: [
      ...(['administration', 'users', 'account-changes', 'groups', 'policies'] as const),
      ...(['access-keys', 'account-status', 'passwords', 'log-search'] as const),
    ],
  })
})

test('the status changes before the server responds', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const save = change
  change = async (sent) => {
    await gate
    return save(sent)
  }
  await renderPage()
  await shows('Status: Enabled')
  await click(button('Disable'))
  await shows('Status: Disabled')
  assert.is(onServer.status, 'enabled')
  open()
  await until(() => assert.is(onServer.status, 'disabled'))
  await shows('Status: Disabled')
  button('Enable')
})

test('a status that the server refuses is reverted, with the reason', async () => {
  change = () => ({ status: 403, body: { message: 'access denied' } })
  await renderPage()
  await shows('Status: Enabled')
  await click(button('Disable'))
  await until(() => assert.is(banners.messages[0]?.text, 'Access denied'))
  await shows('Status: Enabled')
})

test("a status change keeps the user's current groups", async () => {
  await renderPage()
  await shows('Status: Enabled')
  onServer.memberOf = ['readers', 'joined-meanwhile']
  await click(button('Disable'))
  await until(() => assert.is(onServer.status, 'disabled'))
  assert.equal(onServer.memberOf, ['readers', 'joined-meanwhile'])
})

test('disabling the last administrator requires a confirmation that names who remains', async () => {
  remaining = administrators({ before: ['ana.moreau'] })
  await renderPage()
  await shows('Status: Enabled')
  const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? ''
  const disable = async (respond: string) => {
    await click(button('Disable'))
    await until(() =>
      assert.match(dialogText(), /ana\.moreau is the last user .* Only the root account will be able to\./),
    )
    await click(button(respond))
  }
  await disable('Cancel')
  assert.is(onServer.status, 'enabled')
  assert.equal(
    line.sent.filter(({ url }) => url.includes('/access/')).map(({ body }) => JSON.parse(body) as object),
    [{ users: ['ana.moreau'] }],
  )
  await disable('Continue')
  await until(() => assert.is(onServer.status, 'disabled'))
})

const overview = (text: RegExp) => until(() => assert.match(document.body.textContent, text))

test('the overview names every policy that applies, and where it comes from', async () => {
  await renderPage()
  await overview(/readonly.*Attached directly.*Applies/)
  await overview(/diagnostics.*Group readers.*Applies/)
})

test('the overview says that no policy of a member of a disabled group applies', async () => {
  group = { ...group, status: 'disabled' }
  await renderPage()
  const off = 'Does not apply: a group is disabled'
  await until(() => assert.is(findAll('[role=row]').filter((row) => row.textContent.includes(off)).length, 2))
})

test('the form of a user closes when the page of another user opens', async () => {
  const { again } = await renderPage()
  await shows('Status: Enabled')
  await click(button('Edit'))
  await until(() => field('Enabled'))
  await again(pageOf('ben'))
  assert.is(findAll('[role=dialog]').length, 0)
})

test('a user was last seen with its last call, and a record of a similar name does not count', async () => {
  records = [
    { time: '2026-11-25T11:00:00Z', api_name: 'PutObject', access_key: 'ana-moreau' },
    { time: '2026-11-25T10:00:00Z', api_name: 'GetObject', access_key: 'ana.moreau' },
  ]
  await renderPage()
  await overview(/Last Seen2026-11-25 \S+, GetObject/)
})

test('a user without records was not seen since they begin, if the storage sends all of them', async () => {
  await renderPage()
  await overview(/Last SeenNot since 2026-11-01/)
})

test('when a user was last seen is unknown if only the console records its own actions', async () => {
  delivery = 'not-configured'
  await renderPage()
  await overview(/Last SeenUnknown: no complete audit records/)
})

test('Edit opens the form of the user', async () => {
  await renderPage()
  await shows('Status: Enabled')
  await click(button('Edit'))
  await until(() => assert.match(find('[role=dialog] h1, [role=dialog] h2').textContent ?? '', /Edit User/))
  // the dialog opens before its form is loaded
  await until(() => button('Cancel'))
  await click(button('Cancel'))
})

test('a user that could not be loaded can be retried', async () => {
  read = () => ({ status: 503, body: { message: 'the storage does not answer' } })
  await renderPage()
  await until(() => assert.match(document.body.textContent, 'The user could not be loaded'))
  read = () => ({ body: onServer })
  await click(button('Try again'))
  await shows('Status: Enabled')
})

test('Edit is disabled for accounts that may change neither status nor groups', async () => {
  denied = ['admin:EnableUser', 'admin:AddUserToGroup']
  await renderPage()
  await until(() => assert.is(button('Edit').getAttribute('aria-disabled'), 'true'))
})

test('Edit leaves out what the account may not change, and says why', async () => {
  denied = ['admin:AddUserToGroup']
  await renderPage()
  await until(() => assert.is(button('Disable').getAttribute('aria-disabled'), null))
  await click(button('Edit'))
  await until(() => field('Enabled'))
  await until(() => assert.match(find('[role=dialog]').textContent, /Your policies do not allow\sadmin:AddUserToGroup/))
  assert.equal(
    findAll('[role=dialog] label').filter(({ textContent }) => textContent.startsWith('Groups')),
    [],
  )
})

test('pressing Delete User twice asks once', async () => {
  await renderPage()
  await until(() => button('Delete User'))
  await act(async () => {
    button('Delete User').click()
    button('Delete User').click()
  })
  await until(() => button('Cancel'))
  await click(button('Cancel'))
  await until(() => assert.is(document.querySelector('[role=dialog]')?.textContent, undefined))
})
