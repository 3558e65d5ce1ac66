import { act } from 'react'
import { connection } from '../../../core/web/connection.ts'
import { navigate } from '../../../core/web/location.ts'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { callState } from '../../../test/lib/call-state.ts'
import { button, click, field, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { Security } from '../security/pages/security.tsx'
import { tenantDetails } from './tenant-details.ts'

const autoCert = () => field('Manage Inter-Node Certificates Automatically') as HTMLInputElement

const renderPanel = () => {
  startTestSession({ operator: true, plugins: ['tenants'] })
  return render(
    <>
      <Security
        tenant={tenantDetails()}
        at={{ namespace: 'harbour', tenant: 'prod' }}
        pods={callState()}
        volumes={callState()}
        reload={async () => undefined}
      />
      <ConfirmDialogs />
    </>,
  )
}

test('unsaved TLS settings survive a reconnect, and leaving asks', async () => {
  let reads = 0
  let stored = true
  const sent: object[] = []
  await startFakeServer(({ url, method, body }) => {
    if (url.includes('has-permission')) {
      const { actions } = JSON.parse(body) as { actions: { id: string }[] }
      return { body: { permissions: actions.map(({ id }) => ({ id, can: true })) } }
    }
    if (method === 'POST') {
      const change = JSON.parse(body) as { autoCert?: boolean }
      sent.push(change)
      stored = change.autoCert ?? stored
      return { status: 204 }
    }
    reads += 1
    return { body: { autoCert: stored, customCertificates: {} } }
  })
  await renderPanel()
  await until(() => assert.is(autoCert().checked, true))
  await until(() => assert.not.ok(autoCert().getAttribute('aria-disabled')))
  await click(autoCert())
  await act(async () => void (connection.reconnects += 1))
  await until(() => assert.is(reads, 2))
  await until(() => assert.is(autoCert().checked, false))

  const before = window.location.pathname
  await act(async () => void navigate('/elsewhere'))
  await until(() => button('Discard'))
  await click(button('Cancel'))
  assert.is(window.location.pathname, before)

  await click(button('Save and Restart'))
  await click(button('Restart'))
  await until(() => assert.equal([stored, reads, findAll('[role=dialog]').length], [false, 3, 0]))
  await until(() => assert.is(button('Save and Restart').getAttribute('aria-disabled'), 'true'))
  assert.equal(sent, [
    { autoCert: false, customCertificates: { removed: { minio: [], minioCAs: [] }, minio: [], minioCAs: [] } },
  ])
})

test('a certificate that expires within a day has one day left', async () => {
  const expiry = new Date(Date.now() + 3_600_000).toISOString()
  await startFakeServer(({ url }) =>
    url.includes('has-permission')
      ? { body: { permissions: [] } }
      : { body: { autoCert: true, customCertificates: { minio: [{ name: 'own', serialNumber: '1', expiry }] } } },
  )
  await renderPanel()
  await until(() => assert.match(document.body.textContent, /, in 1 day(?!s)/))
})
