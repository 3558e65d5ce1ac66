import { assert, test } from '../../../test/lib/suite.ts'
import type { Tenant } from '../details/contract.ts'
import TenantPage from '../details/pages/page.tsx'
import { Summary } from '../details/pages/summary.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, findAll, render, unmount, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { callState } from '../../../test/lib/call-state.ts'
import { status, tenantDetails } from './tenant-details.ts'

const tenant = tenantDetails({ unoffered: ['logEnabled', 'monitoringEnabled'] })

let faults: FakeResponse = { body: { faults: [] } }
let usage: object = { used: 1, disk_used: 7 }

const respond = ({ url }: ReceivedRequest) => {
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'update', can: true }] } }
  if (pathname.endsWith('/usage')) return { status: 200, body: usage }
  if (pathname.endsWith('/drive-faults')) return faults
  return { status: 200, body: { events: [], total: 0 } }
}

/** Renders a tenant's summary. */
const show = async (of: Partial<Tenant> = {}, demonstration = false) => {
  await startFakeServer(respond)
  startTestSession({
    pages: ['/tenants'],
    operator: true,
    plugins: ['tenants'],
    ...(demonstration && { demonstration: 'yes' }),
  })
  await render(
    <Summary
      tenant={{ ...tenant, ...of }}
      at={{ namespace: 'harbour', tenant: 'prod' }}
      pods={callState()}
      volumes={callState()}
      reload={async () => undefined}
    />,
  )
  await until(() => assert.match(document.body.textContent ?? '', /7 B/))
}

/** Waits until a tenant's page shows exactly these features. */
const expectFeatures = async (features: readonly string[], of: Partial<Tenant> = {}) => {
  await show(of)
  await until(() => {
    const expectedText = findAll('span').map(({ textContent }) => textContent ?? '')
    assert.equal(
      ['Logs', 'Monitoring', 'Encryption'].filter((name) => expectedText.includes(name)),
      features,
    )
  })
  await unmount()
}

test('failed lookups are named next to the causes of an unhealthy tenant', async () => {
  const unhealthy = { status: { ...status, health_status: 'red' } }
  faults = { status: 403, body: { code: 403, message: 'Access denied', detailedMessage: null } }
  await show(unhealthy)
  await until(() => assert.match(document.body.textContent ?? '', 'Your role cannot read its drives.'))
  await unmount()
  faults = { status: 502, body: { code: 502, message: 'The cluster does not answer', detailedMessage: null } }
  await show(unhealthy)
  await until(() =>
    assert.match(document.body.textContent ?? '', 'Its drives could not be read: The cluster does not answer'),
  )
  assert.not.match(document.body.textContent ?? '', 'Your role cannot read')
  faults = { body: { faults: [] } }
})

test('features that the operator no longer runs are hidden unless the tenant has or may have them', async () => {
  await expectFeatures(['Encryption'])
  await expectFeatures(['Monitoring', 'Encryption'], { monitoringEnabled: true })
  await expectFeatures(['Logs', 'Monitoring', 'Encryption'], { configuration: 'withheld' })
})

test('features are unknown while the secret with the settings is missing or may not be read', async () => {
  for (const [configuration, expectedText] of [
    ['withheld', 'Your role cannot read the secret'],
    ['missing', 'The secret with this tenant’s settings is missing'],
  ] as const) {
    await show({
      configuration,
      encryptionEnabled: true,
      exposure: { minio: { state: 'unread' }, console: { state: 'none' } },
    })
    const text = document.body.textContent ?? ''
    assert.match(text, /EncryptionEnabled.*OpenIDUnknown/)
    assert.not.match(text, /(OpenID|AD\/LDAP|Logs|Monitoring)Disabled/)
    assert.match(text, expectedText)
    if (configuration === 'missing') assert.not.match(text, 'your role')
    await unmount()
  }
})

test('available features are shown even if the tenant does not use them', async () => {
  await expectFeatures(['Logs', 'Monitoring', 'Encryption'], { unoffered: [] })
})

test('an address is a link, except in the demo, where no server responds', async () => {
  const url = 'https://s3.harbour.example'
  for (const demonstration of [false, true]) {
    await show(
      { exposure: { minio: { state: 'found', from: 'service', url }, console: { state: 'none' } } },
      demonstration,
    )
    assert.equal(
      findAll('a').map((link) => link.getAttribute('href')),
      demonstration ? [] : [url],
    )
    assert.match(document.body.textContent ?? '', /s3\.harbour\.example/)
    assert.match(document.body.textContent ?? '', /No external address found/)
    assert.is(/demo address/.test(document.body.textContent ?? ''), demonstration)
    await unmount()
  }
})

test('without an address the page says whether there is none, one is pending, or it is unknown', async () => {
  const cases = [
    [{ state: 'none' }, 'No external address found'],
    [{ state: 'pending', from: 'service' }, 'Waiting for a load balancer address'],
    [{ state: 'unread' }, 'Unknown: your role cannot read all resources that may have it'],
    [{ state: 'found', from: 'nodePort', port: 31443 }, 'Port 31443 of every node (NodePort)'],
  ] as const
  for (const [minio, expectedText] of cases) {
    await show({ exposure: { minio, console: { state: 'pending', from: 'ingress' } } })
    assert.match(document.body.textContent ?? '', expectedText)
    assert.not.match(document.body.textContent ?? '', 'Inside the cluster alone')
    await unmount()
  }
})

test('an address with a scheme other than HTTP is not a link', async () => {
  await show({
    exposure: { minio: { state: 'found', from: 'domain', url: 'javascript:alert(1)' }, console: { state: 'none' } },
  })
  assert.equal(findAll('a').length, 0)
})

test('the used share of a tenant is computed from used and usable space, as in the list', async () => {
  usage = { used: 740, disk_used: 7, usable: 1000 }
  await show({ total_size: 10 })
  const meter = () => findAll('[aria-valuenow]').map((bar) => bar.getAttribute('aria-valuenow'))
  assert.equal(meter(), ['74'])
  assert.match(document.body.textContent ?? '', '7 B of 10 B')
})

test('more used space than requested shows no share', async () => {
  usage = { used: 1, disk_used: 7 }
  await show({ total_size: 5 })
  assert.match(document.body.textContent ?? '', '7 B on drives that share disks; 5 B requested')
  assert.match(document.body.textContent ?? '', 'Usage has not been reported yet')
  assert.equal(findAll('[aria-valuenow]'), [])
})

test('an unhealthy tenant without a known cause says so', async () => {
  await show({ status: { ...status, health_status: 'red', health_message: 'lost quorum' } })
  await until(() => assert.match(document.body.textContent ?? '', 'Why This Tenant Is Unhealthy'))
  assert.match(document.body.textContent ?? '', 'The operator reports: lost quorum')
  assert.match(document.body.textContent ?? '', 'show no reason')
})

test('Refresh also reads the usage and the problems of a tenant again', async () => {
  const { sent } = await startFakeServer((request) => {
    const { pathname } = new URL(request.url, 'http://here')
    if (pathname.endsWith('/tenants/prod')) return { body: tenant }
    return /\/pods$/.test(pathname) ? { body: [] } : respond(request)
  })
  startTestSession({ pages: ['/tenants'], operator: true, plugins: ['tenants'] })
  await render(<TenantPage params={{ tenantNamespace: 'harbour', tenantName: 'prod', '*': 'summary' }} />)
  const reads = (end: string) => sent.filter(({ url }) => url.endsWith(end)).length
  const all = () => ['/tenants/prod', '/usage', '/drive-faults'].map(reads)
  await until(() => assert.equal(all(), [1, 1, 1]))
  await click(button('Refresh'))
  await until(() => assert.equal(all(), [2, 2, 2]))
})
