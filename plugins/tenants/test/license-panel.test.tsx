import { assert, test } from '../../../test/lib/suite.ts'
import { ref } from 'valtio'
import type { CallState } from '../../../core/web/use-call.ts'
import { session } from '../../../core/web/session.ts'
import { License } from '../details/pages/license.tsx'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, cleanup, click, findAll, render, until } from '../../../test/lib/react.tsx'

const claims = {
  organization: 'Harbour',
  storage_capacity: 800,
  expires_at: '2090-06-30T12:00:00Z',
  plan: 'ENTERPRISE',
  email: 'ops@harbour.example',
}
const status = { write_quorum: 0, drives_online: 0, drives_offline: 0, drives_healing: 0, health_status: '' }
const tenant = {
  name: 'prod',
  namespace: 'harbour',
  image: '',
  currentState: '',
  creation_date: '',
  total_size: 0,
  enable_prometheus: false,
  status,
  logEnabled: false,
  monitoringEnabled: false,
  encryptionEnabled: false,
  minioTLS: true,
  idpAdEnabled: false,
  idpOidcEnabled: false,
  configuration: 'read' as 'read' | 'withheld',
}

let licenseResponse: { status: number; body: object }
let requests: string[]
let reloads: number
let line: Awaited<ReturnType<typeof startFakeServer>>

const answer = ({ url, method }: ReceivedRequest) => {
  const { pathname } = new URL(url, 'http://here')
  if (pathname.endsWith('/has-permission')) return { status: 201, body: { permissions: [{ id: 'attach', can: true }] } }
  requests.push(`${method} ${pathname}`)
  return pathname.endsWith('/activate') ? { status: 204 } : licenseResponse
}

const show = (of: typeof tenant & { subnet_license?: typeof claims }) => {
  const none: CallState<never> = {
    data: undefined,
    error: undefined,
    loading: false,
    reload: async () => undefined,
    asOf: undefined,
  }
  const reload = async () => void (reloads += 1)
  return render(
    <License tenant={of} at={{ namespace: 'harbour', tenant: 'prod' }} pods={none} volumes={none} reload={reload} />,
  )
}

const page = () => document.body.textContent ?? ''

test.before.each(async () => {
  licenseResponse = { status: 404, body: { code: 404, message: 'license not found', detailedMessage: null } }
  requests = []
  reloads = 0
  line = await startFakeServer(answer)
  session.value = ref({
    status: 'ok',
    pages: ['/license'],
    features: [],
    password: 'owner',
    operator: true,
    distributedMode: false,
    withheld: [],
    rights: 'some' as const,
    account: 'root',
    plugins: ['tenants', 'license'],
  })
})
test.after.each(async () => {
  await cleanup()
  await line.close()
})

test('the license of a tenant is shown', async () => {
  await show({ ...tenant, subnet_license: claims })
  for (const words of [
    'Commercial License',
    'Harbour',
    '800 TiB',
    '2090-06-30',
    'Enterprise',
    'Verified by this console',
  ])
    assert.match(page(), words)
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
