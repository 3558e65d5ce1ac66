import { assert, suite } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import CreateTenant from '../pages/create/wizard.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const test = suite('resuming the creation of a tenant')

const GI = 1024 ** 3
const setup = { name: 'harbour', namespace: 'port', storage_class: 'fast', servers: 4, drives: 1, size: '100' }
const progress = {
  account: 'ana',
  step: 'setup',
  reenter: [],
  answers: { setup: { ...setup, unit: 'Gi', memory: 2, parity: 'EC:2' } },
}
const stopped = {
  message: 'The tenant harbour could not be created',
  parts: [
    { kind: 'Secret', name: 'harbour-user-0', uid: 'uid-1', state: 'exists' },
    { kind: 'Tenant', name: 'harbour', state: 'failed' },
  ],
}

const respond = ({ url, method }: ReceivedRequest) => {
  const { pathname, search } = new URL(url, 'http://here')
  if (method === 'POST')
    return { body: search.includes('dryRun') ? { console: null, yaml: 'a: b' } : { console: null, stopped } }
  if (pathname.endsWith('/tenants')) return { body: { tenants: [], total: 0 } }
  if (pathname.includes('/resourcequotas/'))
    return { body: { name: '', elements: [{ name: 'fast.storageclass.storage.k8s.io/requests.storage', hard: 1e15 }] } }
  if (pathname.endsWith('/max-allocatable-memory')) return { body: { max_memory: 64 * GI } }
  if (pathname.endsWith('/remains')) return { body: { pools: [] } }
  return { body: { logSearch: false, prometheus: false } }
}

test('an attempt cannot be resumed while a step is not complete', async () => {
  await startFakeServer(respond)
  startTestSession({ operator: true, account: 'ana', plugins: ['tenants'] })
  window.sessionStorage.setItem('tenant-wizard', JSON.stringify(progress))
  await render(
    <>
      <CreateTenant />
      <ConfirmDialogs />
    </>,
  )
  await until(() => assert.is(button('Review and Create').getAttribute('aria-disabled'), null))
  await click(button('Review and Create'))
  await until(() => find('[role=dialog]'))
  await click(button('Create', find('[role=dialog]')))
  await until(() => button('Resume'))
  assert.is(button('Resume').getAttribute('aria-disabled'), null)
  await click(button('Back to the Steps'))
  await type(field('Tenant Name'), '')
  await click(button('Show'))
  assert.is(button('Resume').getAttribute('aria-disabled'), 'true')
})
