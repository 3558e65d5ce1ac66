import { act } from 'react'
import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { banners } from '../../../core/web/toasts.ts'
import { Failure } from '../../../core/protocol/failure.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { reviewChanges, extent, type Part } from '../pages/diff.tsx'
import { Panels } from '../../../core/web/panels.ts'
import policies from '../../policies/plugin.ts'
import { lockoutWarnings } from '../pages/lockout.tsx'
import { pluginSection } from './plugin-sections.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { administrators } from '../../../test/lib/administrators.ts'

const change = (key: string) => ({ key, before: '', after: 'x', secret: false })

const part = (title: string, dynamic: boolean, save: () => Promise<void>): Part => ({
  title,
  section: 'api',
  lockout: pluginSection('api').lockout,
  dynamic,
  changes: [change(`${title}_key`)],
  save,
})

/** A part whose save lasts until it is answered. */
const pendingPart = (title: string) => {
  let settle = { resolve: () => {}, reject: (_: Failure) => {} }
  const saved = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  return { ...settle, part: part(title, false, () => saved) }
}

const pageText = () => document.body.textContent ?? ''

/** Opens the dialog; its promise settles when the user decides. */
const openDialog = async (parts: readonly Part[]) => {
  await render(
    <Panels value={policies.settings}>
      <ConfirmDialogs />
    </Panels>,
  )
  return act(async () => ({ decided: reviewChanges(parts) }))
}

test('if one section is refused the others are saved, it is named, and only the rest is sent again', async () => {
  const sent: string[] = []
  let refuses = true
  const { decided } = await openDialog([
    part('API', true, async () => void sent.push('API')),
    part('OpenID', false, async () => {
      sent.push('OpenID')
      if (refuses) throw new Failure(400, 'claim_name: not this one')
    }),
  ])
  await until(() => assert.match(pageText(), /2 changes in 2 sections/))
  await click(button('Save'))
  await until(() => assert.match(pageText(), /OpenID: claim_name: not this one/))
  assert.match(pageText(), /1 change\. Other settings/)
  refuses = false
  await click(button('Save'))
  assert.equal(await act(() => decided), { saved: 2, total: 2, restart: false })
  assert.equal(sent, ['API', 'OpenID', 'OpenID'])
})

test('canceling after a partial save reports how many sections were saved', async () => {
  const { decided } = await openDialog([
    part('API', true, async () => {}),
    part('OpenID', false, async () => {
      throw new Failure(400, 'no')
    }),
  ])
  await until(() => assert.match(pageText(), /2 changes/))
  await click(button('Save'))
  await until(() => assert.match(pageText(), /OpenID: no/))
  await click(button('Cancel'))
  assert.equal(await act(() => decided), { saved: 1, total: 2, restart: false })
})

test('canceling while a section is being saved waits for its result, skips the rest and does not restart', async () => {
  const sent: string[] = []
  const slow = pendingPart('API')
  const { decided } = await openDialog([slow.part, part('OpenID', true, async () => void sent.push('OpenID'))])
  await until(() => assert.match(pageText(), /2 changes/))
  await click(find('input[type=checkbox]'))
  await click(button('Save and Restart'))
  await click(button('Cancel'))
  assert.match(pageText(), 'Canceling')
  slow.resolve()
  assert.equal(await act(() => decided), { saved: 1, total: 2, restart: false })
  assert.equal(sent, [])
})

test('an error of a section that was being saved when it was canceled is shown', async () => {
  banners.messages = []
  const slow = pendingPart('API')
  const { decided } = await openDialog([slow.part])
  await until(() => assert.match(pageText(), /1 change/))
  await click(button('Save'))
  await click(button('Close'))
  slow.reject(new Failure(503, 'Slow down'))
  assert.equal(await act(() => decided), { saved: 0, total: 1, restart: false })
  assert.equal(pluck(banners.messages, 'text'), ['Slow down'])
})

test('a change that applies immediately does not offer a restart', async () => {
  const { decided } = await openDialog([part('API', true, async () => {})])
  await until(() => assert.match(pageText(), /Applies immediately/))
  assert.not.match(pageText(), /Restart the server/)
  await click(button('Cancel'))
  assert.equal(await act(() => decided), { saved: 0, total: 1, restart: false })
  assert.is(extent([{ changes: [change('a')] }]), '1 change')
})

test('turning root access off requires a second confirmation that says who is locked out', async () => {
  const body = administrators({ before: ['ann'], after: ['ann'] })
  await startFakeServer(() => ({ body }))
  const sent: string[] = []
  const { decided } = await openDialog([
    {
      ...part('API', true, async () => void sent.push('API')),
      changes: [{ key: 'root_access', before: 'on', after: 'off', secret: false }],
    },
  ])
  await until(() =>
    assert.match(
      pageText(),
      /can no longer sign in.*its open sessions end immediately.*After this change, the users ann can manage users/,
    ),
  )
  await click(button('Save'))
  assert.equal(sent, [])
  await click(find('input[type=checkbox]'))
  await click(button('Save'))
  assert.equal(await act(() => decided), { saved: 1, total: 1, restart: false })
  assert.equal(sent, ['API'])
})

test('changes of an identity provider show a warning for everyone who signs in with it', () => {
  const change = (section: string, key: string, after: string) => ({
    section,
    lockout: pluginSection(section).lockout,
    key,
    after,
  })
  assert.match(String(lockoutWarnings([change('identity_ldap', 'server_addr', 'x')])), /LDAP/)
  assert.equal(lockoutWarnings([change('api', 'root_access', 'on')]), [])
})
