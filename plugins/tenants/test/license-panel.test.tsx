import { assert, test } from '../../../test/lib/suite.ts'
import { License } from '../details/pages/license.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { callState } from '../../../test/lib/call-state.ts'
import type { Tenant } from '../details/contract.ts'
import { tenantDetails } from './tenant-details.ts'

const claims = {
  organization: 'Harbour',
  storage_capacity: 800,
  expires_at: '2090-06-30T12:00:00Z',
  plan: 'ENTERPRISE',
  email: 'ops@harbour.example',
}
const tenant = tenantDetails()

let licenseResponse: { status: number; body: object }
let requests: string[]
let reloads: number

const respond = ({ url, method }: ReceivedRequest) => {
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'attach', can: true }] } }
  requests.push(`${method} ${pathname}`)
  return pathname.endsWith('/activate') ? { status: 204 } : licenseResponse
}

const show = (of: Tenant) => {
  const reload = async () => void (reloads += 1)
  return render(
    <License
      tenant={of}
      at={{ namespace: 'harbour', tenant: 'prod' }}
      pods={callState()}
      volumes={callState()}
      reload={reload}
    />,
  )
}

const page = () => document.body.textContent ?? ''

test.before.each(async () => {
  licenseResponse = { status: 404, body: { code: 404, message: 'license not found', detailedMessage: null } }
  requests = []
  reloads = 0
  await startFakeServer(respond)
  startTestSession({ pages: ['/license'], operator: true, plugins: ['tenants', 'license'] })
})

test('the license of a tenant is shown', async () => {
  await show({ ...tenant, subnet_license: claims })
  for (const text of [
    'Commercial License',
    'Harbour',
    '800 TiB',
    '2090-06-30',
    'Enterprise',
    'Verified by this console',
  ])
    assert.match(page(), text)
})

test("a tenant without a license links to the page of the cluster's license", async () => {
  await show(tenant)
  await until(() =>
    assert.ok(
      findAll('a').some((link) => link.getAttribute('href') === '/license' && link.textContent === 'Activate Product'),
    ),
  )
})

test('a tenant gets the license of the cluster and is loaded again', async () => {
  licenseResponse = { status: 200, body: { ...claims, account_id: 1 } }
  await show(tenant)
  await until(() => assert.match(page(), 'Attach License'))
  await click(button('Attach License'))
  await until(() => assert.is(reloads, 1))
  assert.ok(requests.includes('POST /api/v1/subscription/namespaces/harbour/tenants/prod/activate'))
})

test('an account that may not read secrets sees the license as unknown', async () => {
  await show({ ...tenant, configuration: 'withheld' })
  assert.match(page(), 'It is unknown')
})
