import { act } from 'react'
import { navigate } from '../../../core/web/location.ts'
import { type FakeResponse, startFakeServer } from '../../../test/core/fake-server.ts'
import { findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ServiceAccounts } from '../pages/accounts.tsx'
import Users from '../pages/users.tsx'

const user = (accessKey: string) => ({ accessKey, policy: [], memberOf: [], status: 'enabled', hasPolicy: false })

let lastSeen: object | undefined

const titles = () => findAll('[role=columnheader]').map(({ textContent }) => textContent)
const texts = () => findAll('[role=row][data-index]').map(({ textContent }) => textContent)

type Features = NonNullable<NonNullable<Parameters<typeof startTestSession>[0]>['features']>

const open = async (
  plugins: readonly string[] = ['identity', 'logs'],
  features: Features = ['administration', 'log-search'],
) => {
  const { sent } = await startFakeServer(({ url, body }) => {
    if (url.includes('has-permission')) {
      const { actions } = JSON.parse(body) as { actions: { id: string }[] }
      return { body: { permissions: actions.map(({ id }) => ({ id, can: true })) } }
    }
    if (url.includes('last-seen')) {
      return lastSeen ? { body: lastSeen } : { status: 503, body: { code: 503, message: 'No records are stored' } }
    }
    return { body: { users: [user('ana'), user('bob')], groups: [], policies: [] } }
  })
  startTestSession({ account: 'admin', plugins: [...plugins], features })
  await act(async () => void navigate('/users', { replace: true }))
  await render(<Users />)
  await until(() => assert.is(texts().length, 2))
  return sent.map(({ url }) => url)
}

test.after.each(() => act(async () => void navigate('/', { replace: true })))

const items = [{ account: 'ana', time: '2026-11-20T10:00:00Z', name: 'GetObject' }]

test('the list says when each user was last seen, and since when a user was not', async () => {
  lastSeen = { items, since: '2026-11-19T08:00:00Z' }
  await open()
  await until(() => assert.ok(titles().some((title) => title?.startsWith('Last Seen'))))
  const [ana, bob] = texts()
  assert.match(ana ?? '', /2026-11-20/)
  assert.match(bob ?? '', /Not since 2026-11-19/)
})

test('without records of the storage a user who was not seen is unknown', async () => {
  lastSeen = { items }
  await open()
  await until(() => assert.match(texts()[1] ?? '', /Unknown/))
})

test('without records the list has no such column', async () => {
  lastSeen = undefined
  await open()
  assert.not(titles().some((title) => title?.startsWith('Last Seen')))
})

test('without the Logs plugin its records are not requested', async () => {
  lastSeen = { items, since: '2026-11-19T08:00:00Z' }
  const urls = await open(['identity'])
  assert.ok(urls.some((url) => url.includes('/users')))
  assert.not(urls.some((url) => url.includes('last-seen')))
})

test('without stored records they are not requested', async () => {
  const urls = await open(['identity', 'logs'], ['administration'])
  assert.ok(urls.some((url) => url.includes('/users')))
  assert.not(urls.some((url) => url.includes('last-seen')))
})

const account = { accessKey: 'AKIAREPORTS', status: 'enabled' as const }
const accountsOf = (...data: { accessKey: string }[]) => ({
  data,
  loading: false,
  error: undefined,
  asOf: undefined,
  reload: async () => undefined,
})

const openAccounts = async (used: FakeResponse, features = ['log-search']) => {
  const { sent } = await startFakeServer(({ url }) => (url.includes('keys-last-used') ? used : { body: {} }))
  startTestSession({ account: 'ana', plugins: ['identity', 'logs'], features })
  await render(<ServiceAccounts accounts={accountsOf(account, { ...account, accessKey: 'AKIAUNUSED' })} />)
  await until(() => assert.is(texts().length, 2))
  return sent
}

const since = '2026-11-19T08:00:00Z'
const lastUses: [name: string, used: FakeResponse, texts: RegExp[]][] = [
  [
    'the last call, and since when a key was not used',
    { body: { items: [{ accessKey: 'AKIAREPORTS', time: '2026-11-20T10:00:00Z', name: 'GetObject' }], since } },
    [/2026-11-20/, /Not since 2026-11-19/],
  ],
  ['that it is unknown without records of all calls', { body: { items: [] } }, [/Unknown/, /Unknown/]],
  [
    'that it is unknown if no records are stored',
    { status: 503, body: { code: 503, message: 'Audit records are not stored here' } },
    [/Unknown/, /Unknown/],
  ],
]
for (const [name, used, expected] of lastUses)
  test(`the list of service accounts says ${name}`, async () => {
    await openAccounts(used)
    await until(() => {
      for (const [index, text] of expected.entries()) assert.match(texts()[index] ?? '', text)
    })
  })

test('without stored records, the last use is unknown and not requested', async () => {
  const sent = await openAccounts({ body: {} }, [])
  assert.match(texts()[0] ?? '', /Unknown/)
  assert.not(sent.some(({ url }) => url.includes('keys-last-used')))
})
