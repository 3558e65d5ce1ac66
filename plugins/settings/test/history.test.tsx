import { act } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Panels } from '../../../core/web/panels.ts'
import policies from '../../policies/plugin.ts'
import { showHistory } from '../pages/history.tsx'
import { pluginSection } from './plugin-sections.ts'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { administrators } from '../../../test/lib/administrators.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let administratorsResponse: FakeResponse
let restoring: Promise<unknown> | undefined

const entry = (id: string, section: string, values: object, kind = 'saved') => ({
  id,
  time: '2026-01-31T12:00:00Z',
  kind,
  lines: [
    {
      section,
      title: pluginSection(section).title,
      lockout: pluginSection(section).lockout,
      target: '_',
      values,
      secrets: [],
    },
  ],
})

const respond = async ({ url, method }: ReceivedRequest): Promise<FakeResponse> => {
  if (method === 'POST') await restoring
  if (url.includes('/access/administrators')) return administratorsResponse
  if (method === 'POST') return { body: { restart: false } }
  const entries = [
    entry('off', 'api', { root_access: 'off' }),
    entry('directory', 'identity_ldap', {}, 'reset'),
    entry('harmless', 'api', { requests_max: '1600' }),
  ]
  return { body: { entries } }
}

test.before.each(async () => {
  administratorsResponse = { body: administrators({ before: ['ann'], after: ['ann'] }) }
  restoring = undefined
  line = await startFakeServer(respond)
})

const pageText = () => document.body.textContent ?? ''
const restored = () =>
  line.sent.filter(({ url }) => url.includes('/config-history/')).map(({ url }) => url.split('/').at(-1))

/** Opens the history and selects an entry by index. */
const choose = async (index: number) => {
  await render(
    <Panels value={policies.settings}>
      <ConfirmDialogs />
    </Panels>,
  )
  const { done } = await act(async () => ({ done: showHistory() }))
  await until(() => assert.match(pageText(), /requests_max = 1600/))
  await click(find(`li:nth-of-type(${index}) button`))
  return { done }
}

test('restoring an entry that turns root access off requires a second confirmation that says who remains', async () => {
  const { done } = await choose(1)
  await until(() => assert.match(pageText(), /The root account can no longer sign in/))
  await until(() => assert.match(pageText(), /After this change, the users ann can manage users and policies\./))
  await click(button('Restore'))
  assert.equal(restored(), [])
  await click(find('input[type=checkbox]'))
  await click(button('Restore'))
  await act(async () => void (await done))
  assert.equal(restored(), ['off'])
})

test('a reset of an identity provider requires confirmation, and says unknown if users cannot be read', async () => {
  administratorsResponse = { status: 403, body: { code: 403, message: 'Access denied' } }
  const { done } = await choose(2)
  await until(() => assert.match(pageText(), /Users who sign in with .*LDAP/))
  await until(() => assert.match(pageText(), /It is unknown whether .*: you may not list all users/))
  await click(find('input[type=checkbox]'))
  await click(button('Reset Again'))
  await act(async () => void (await done))
  assert.equal(restored(), ['directory'])
})

test('an entry that does not lock out any administrator is restored without confirmation', async () => {
  const { done } = await choose(3)
  await act(async () => void (await done))
  assert.equal(restored(), ['harmless'])
})

test('the dialog stays open while settings are restored, so that the result is shown', async () => {
  let finish = () => {}
  restoring = new Promise<void>((resolve) => (finish = resolve))
  const { done } = await choose(3)
  await until(() => assert.is(button('Close', find('footer')).getAttribute('aria-disabled'), 'true'))
  await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  find('[role=dialog]')
  finish()
  assert.equal(await act(() => done), { restart: false })
})
