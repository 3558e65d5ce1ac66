import { assert } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { suiteOn } from './engines.ts'
import type { Failure } from '../../core/protocol/failure.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { until } from '../lib/until.ts'
import { assertAccessible, appearances } from './accessibility.ts'
import { cluster, inTab, newTab, page, problems } from './console.ts'
import { button, sidebarEntry, row } from './elements.ts'
import { goto, waitForHeading, openPage } from './pages.ts'

const test = suiteOn('cluster', 'operator mode')

const kind = kindAt('minio.min.io/v2', 'tenants')

/** Creates a tenant with the status that its operator would set. */
const make = async (namespace: string, name: string, status: object = {}) => {
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Ti' } } } }
  const spec = {
    image: 'quay.io/minio/minio:RELEASE.2026-11-04T10-00-00Z',
    pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 4, volumeClaimTemplate: claim }],
  }
  const made = await createTenant(cluster.client, namespace, { metadata: { name }, spec })
  const fullStatus = {
    availableReplicas: 0,
    revision: 0,
    syncVersion: '',
    certificates: {},
    pools: [],
    currentState: 'Initialized',
    ...status,
  }
  await cluster.client.replace(pathOf(kind, { namespace, name, sub: 'status' }), { ...made, status: fullStatus })
}

test('a pasted token signs in, and a wrong one is refused with the reason', async () => {
  await newTab()
  await goto('/login')
  await waitForHeading('Operator Login')
  const jwt = page.locator('input[name=jwt]')
  await jwt.fill('bogus')
  await page.keyboard.press('Enter')
  await page.getByText('invalid Login').waitFor()
  const { token } = await cluster.account('default', 'console-sa', {
    everywhere: [{ verbs: ['list', 'watch'], resources: ['tenants'], groups: ['minio.min.io'] }],
  })
  await jwt.fill(token)
  await page.keyboard.press('Enter')
  await waitForHeading('Tenants')
  await page.getByText('default:console-sa').waitFor()
  await page
    .getByText('There are no tenants')
    .or(page.getByText(/no tenants/i))
    .first()
    .waitFor()
  problems.length = 0
})

test('the list shows the state of each tenant, and updates automatically', async () => {
  await cluster.namespace('harbour')
  await make('harbour', 'harbour-prod', {
    healthStatus: 'red',
    drivesOnline: 15,
    usage: { capacity: 1000, usage: 740 },
  })
  await make('harbour', 'archive-eu', {
    healthStatus: 'yellow',
    drivesOnline: 16,
    usage: { capacity: 1000, usage: 910 },
  })
  await row('harbour-prod').waitFor()
  await make('harbour', 'staging')
  await row('staging').waitFor()
  await row('harbour-prod').getByRole('img', { name: 'Unhealthy' }).waitFor()
  await row('harbour-prod').getByText('15/16').waitFor()
  assert.is(await row('archive-eu').getByRole('meter').getAttribute('aria-valuenow'), '91')
  await cluster.client.remove(pathOf(kind, { namespace: 'harbour', name: 'archive-eu' }))
  await row('archive-eu').waitFor({ state: 'detached' })
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage('/tenants', 'Tenants')
      await page.getByText('harbour-prod').first().waitFor()
      await assertAccessible(`tenants-${appearance.width}-${appearance.theme}`)
    })
})

test('an account that may not list tenants sees the required role', async () => {
  const { token } = await cluster.account('default', 'nobody')
  await inTab({ pair: { accessKey: '', secretKey: token } }, async () => {
    await goto('/tenants')
    await page.getByText('Your role in the cluster does not allow').waitFor()
    await page.getByText('list tenants.minio.min.io').first().waitFor()
    await page.getByText('kind: ClusterRole').waitFor()
    await button('Copy Request').waitFor()
    await assertAccessible('tenants-refused')
  })
})

test('a cluster without an operator is reported', async () => {
  await cluster.client.remove(
    pathOf(kindAt('apiextensions.k8s.io/v1', 'customresourcedefinitions'), { name: 'tenants.minio.min.io' }),
  )
  // the server confirms the deletion before the kind is gone
  await until(() =>
    cluster.client.get(pathOf(kind)).then(
      () => false,
      (error: Failure) => error.status === 404,
    ),
  )
  await inTab({}, async () => {
    await openPage('/tenants', 'Tenants')
    await page.getByText('No operator in this cluster').waitFor()
    await sidebarEntry('Tenants').waitFor()
    problems.length = 0
    await assertAccessible('tenants-no-operator')
  })
})
