import { act } from 'react'
import type { Failure } from '../../../core/protocol/failure.ts'
import { navigate } from '../../../core/web/location.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { applyChange, type NewCredentials } from '../pages/transfer/apply-change.ts'
import { parseAccounts, serializeAccounts } from '../pages/transfer/file.ts'
import { FileImport } from '../pages/transfer/file-import.tsx'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'

const newUser = { kind: 'user' as const, how: 'new' as const, texts: [] }

/** Imports the user ana, and returns its credentials and what was sent. */
const importUser = async (features: NonNullable<Parameters<typeof startTestSession>[0]>['features']) => {
  const sent: [string, unknown][] = []
  startTestSession({ plugins: ['identity', 'policies'], ...(features && { features }) })
  await startFakeServer(({ method, url, body }) => {
    sent.push([`${method} ${url}`, JSON.parse(body || 'null')])
    return url.includes('service-accounts')
      ? { status: 201, body: { accessKey: 'GENERATED', secretKey: 'generated-secret' } }
      : { status: 201, body: { accessKey: 'ana', status: 'enabled', policy: [], memberOf: [] } }
  })
  const user = { name: 'ana', status: 'enabled' as const, policies: [], groups: ['staff'] }
  let credentials: NewCredentials | undefined
  await applyChange({ ...user, before: undefined, ...newUser }, (created) => (credentials = created))
  return { credentials, sent }
}

test('an imported user gets a password that the console generates', async () => {
  const { credentials, sent } = await importUser(['users', 'access-keys', 'chosen-keys'])
  assert.equal([credentials?.user, credentials?.accessKey, sent.length], ['ana', 'ana', 1])
  assert.is((sent[0]?.[1] as { secretKey?: string }).secretKey, credentials?.secretKey)
})

test('an imported user gets keys that the storage generates, if it does not accept chosen ones', async () => {
  const { credentials, sent } = await importUser(['users', 'access-keys'])
  assert.equal(credentials, { user: 'ana', accessKey: 'GENERATED', secretKey: 'generated-secret' })
  assert.equal(sent[0]?.[1], { accessKey: 'ana', groups: ['staff'], policies: [] })
  assert.match(sent[1]?.[0] ?? '', '/api/v1/user/ana/service-accounts')
})

test('the password of a user that could not be disabled is not lost', async () => {
  startTestSession({ plugins: ['identity', 'policies'], features: ['users', 'chosen-keys'] })
  await startFakeServer(({ method }) =>
    method === 'PUT'
      ? { status: 403, body: { message: 'access denied' } }
      : { status: 201, body: { accessKey: 'ana', status: 'enabled', policy: [], memberOf: [] } },
  )
  const created: NewCredentials[] = []
  const user = { ...newUser, name: 'ana', status: 'disabled' as const, policies: [], groups: [], before: undefined }
  const failure = await applyChange(user, (credentials) => created.push(credentials)).catch((error: Failure) => error)
  assert.is((failure as Failure).message, 'The user ana was created, but is not disabled: Access denied')
  assert.is(created[0]?.user, 'ana')
})

for (const kind of ['user', 'group'] as const)
  test(`a disabled ${kind} stays disabled if its policies cannot be attached`, async () => {
    startTestSession({ plugins: ['identity', 'policies'] })
    let status = 'disabled'
    await startFakeServer(({ method, url, body }) => {
      if (url.includes('set-policy')) return { status: 404, body: { message: 'there is no policy "gone"' } }
      if (method === 'PUT') status = (JSON.parse(body) as { status: string }).status
      return {
        body: { name: 'ana', accessKey: 'ana', policy: kind === 'user' ? [] : '', memberOf: [], members: [], status },
      }
    })
    const before = { name: 'ana', accessKey: 'ana', status: 'disabled' as const, policies: [], groups: [] }
    const change = { ...before, kind, how: 'changed' as const, texts: [], policies: ['gone'], before }
    const failure = await applyChange(change, () => {}).catch((error: Failure) => error)
    assert.match((failure as Failure).message, 'There is no policy "gone"')
    assert.is(status, 'disabled')
  })

test('leaving the page asks for confirmation while an import creates users', async () => {
  startTestSession({ plugins: ['identity', 'policies'], features: ['users', 'chosen-keys'] })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  await startFakeServer(async () => {
    await finished
    return { status: 201, body: { accessKey: 'ana', status: 'enabled', policy: [], memberOf: [] } }
  })
  const current = { policies: [], groups: [], users: [] }
  const user = { accessKey: 'ana', status: 'enabled' as const, policies: [], groups: [] }
  const imported = parseAccounts(serializeAccounts({ ...current, users: [user] }, new Date(0)))
  await render(
    <>
      <FileImport current={current} imported={imported} onBlock={() => {}} />
      <ConfirmDialogs />
    </>,
  )
  await click(button('Import 1 Change'))
  await act(async () => void navigate('/elsewhere'))
  await until(() => assert.match(find('[role=dialog]').textContent, /Leave without the new credentials\?/))
  await click(button('Cancel'))
  await act(async () => finish())
  await until(() => button('Download Credentials'))
  await click(button('Download Credentials'))
})

test('no other file is chosen before the new credentials are downloaded', async () => {
  startTestSession({ plugins: ['identity', 'policies'], features: ['users', 'chosen-keys'] })
  await startFakeServer(() => ({
    status: 201,
    body: { accessKey: 'ana', status: 'enabled', policy: [], memberOf: [] },
  }))
  const current = { policies: [], groups: [], users: [] }
  const user = { accessKey: 'ana', status: 'enabled' as const, policies: [], groups: [] }
  const imported = parseAccounts(serializeAccounts({ ...current, users: [user] }, new Date(0)))
  let reason: string | false | undefined
  await render(<FileImport current={current} imported={imported} onBlock={(next) => (reason = next)} />)
  assert.is(reason, false)
  await click(button('Import 1 Change'))
  await until(() => assert.is(reason, 'Download the credentials of the new users first'))
  await click(button('Download Credentials'))
  assert.is(reason, false)
})

test('credentials that an import generates after a download are to be downloaded as well', async () => {
  startTestSession({ plugins: ['identity', 'policies'], features: ['users', 'chosen-keys'] })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  await startFakeServer(async ({ body }) => {
    const { accessKey } = JSON.parse(body) as { accessKey: string }
    if (accessKey === 'ben') await finished
    return { status: 201, body: { accessKey, status: 'enabled', policy: [], memberOf: [] } }
  })
  const current = { policies: [], groups: [], users: [] }
  const users = ['ana', 'ben'].map((accessKey) => ({
    accessKey,
    status: 'enabled' as const,
    policies: [],
    groups: [],
  }))
  const imported = parseAccounts(serializeAccounts({ ...current, users }, new Date(0)))
  let reason: string | false | undefined
  await render(<FileImport current={current} imported={imported} onBlock={(next) => (reason = next)} />)
  await click(button('Import 2 Changes'))
  await until(() => button('Download Credentials'))
  await click(button('Download Credentials'))
  await act(async () => finish())
  await until(() => assert.is(reason, 'Download the credentials of the new users first'))
  await click(button('Download Credentials'))
  assert.is(reason, false)
})
