import { assert } from '../lib/suite.ts'
import { suiteOn } from './engines.ts'
import { kindAt, pathOf } from '../../engines/kubernetes/client.ts'
import { defineDriveCrds, directPvDrive, directPvNode } from '../lib/drive-crds.ts'
import { until } from '../lib/until.ts'
import { assertAccessible, appearances, assertReadable } from './accessibility.ts'
import { cluster, inTab, page, problems } from './console.ts'
import { dialog } from './dialogs.ts'
import { button, sidebarEntry, row } from './elements.ts'
import { goto, waitForHeading, openPage } from './pages.ts'

const test = suiteOn('cluster', "a cluster's storage")

const pv = (plural: string) => pathOf(kindAt('directpv.min.io/v1beta1', plural))
const TIB = 2 ** 40

test('volumes of tenants are listed, and any other path leads to them', async () => {
  await cluster.namespace('harbour')
  const claims = pathOf(kindAt('v1', 'persistentvolumeclaims'), { namespace: 'harbour' })
  const claim = (name: string) =>
    cluster.client.create(claims, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, labels: { 'v1.min.io/tenant': 'harbour-prod' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'directpv-min-io',
        resources: { requests: { storage: '1Ti' } },
      },
    })
  for (const number of [0, 1]) await claim(`${number}-harbour-prod-pool-0-0`)
  await goto('/storage/anything')
  await waitForHeading('Storage')
  await row('0-harbour-prod-pool-0-0').getByText('Pending').waitFor()
  assert.is(new URL(page.url()).pathname, '/storage/volumes')
  await sidebarEntry('Storage').waitFor()
  const later = await claim('2-harbour-prod-pool-0-0')
  await row('2-harbour-prod-pool-0-0').getByText('Pending').waitFor()
  await cluster.client.replace(`${claims}/2-harbour-prod-pool-0-0/status`, { ...later, status: { phase: 'Lost' } })
  await row('2-harbour-prod-pool-0-0').getByText('Lost').waitFor()
})

test('a cluster without a manager of drives says what to install', async () => {
  await page.getByRole('tab', { name: 'Drives' }).click()
  await page.getByText('To manage locally attached drives, install DirectPV').waitFor()
  assert.is(await button('Format').count(), 0)
  problems.length = 0
  await assertAccessible('storage-drives-none')
})

test('drives are formatted after typed confirmation, and failures are listed', async () => {
  await defineDriveCrds(cluster, 'directpv')
  for (const node of ['node-1', 'node-2']) {
    const status = { totalCapacity: 4 * TIB, allocatedCapacity: 3 * TIB }
    await cluster.client.create(
      pv('directpvdrives'),
      directPvDrive(`${node}-b`, node, 'nvme1n1', {
        volumes: ['pvc-1', 'pvc-2'],
        status,
        ...(node === 'node-2' && { labels: { 'directpv.min.io/suspend': 'true' } }),
      }),
    )
    await cluster.client.create(
      pv('directpvnodes'),
      directPvNode(node, [
        { name: 'nvme3n1', id: `${node}-3`, size: 4 * TIB },
        { name: 'nvme4n1', id: `${node}-4`, size: 4 * TIB, ...(node === 'node-2' && { fsType: 'ext4' }) },
        { name: 'sda', id: `${node}-a`, size: TIB / 4, deniedReason: 'Mounted; Root file system' },
      ]),
    )
  }
  await button('Look again').click()
  await page.getByText('8 drives on 2 nodes, 4 can be formatted').waitFor()
  problems.length = 0
  await row('/dev/sda').first().getByText('Unavailable').waitFor()
  await page.getByRole('button', { name: /^Node:/ }).click()
  await page.getByRole('menuitem', { name: 'node-2' }).click()
  await page.getByText('4 drives on 1 node, 2 can be formatted').waitFor()
  await page.getByRole('checkbox', { name: /select all/i }).click()
  await page.getByText('2 selected').waitFor()
  await assertReadable('storage-drives')
  await button('Format').click()
  await dialog().getByText('Format 2 Drives').waitFor()
  const format = dialog().getByRole('button', { name: 'Format' })
  await dialog().getByLabel('Type YES, PROCEED to confirm').fill('yes, proceed')
  assert.is(await format.getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Type YES, PROCEED to confirm').fill('YES, PROCEED')
  await assertReadable('storage-format')
  await format.click()
  const initRequests = () => cluster.client.list(pv('directpvinitrequests'))
  await until(async () => (await initRequests()).length > 0)
  const [request] = await initRequests()
  await cluster.client.patch(`${pv('directpvinitrequests')}/${request?.metadata.name}`, {
    status: { status: 'Processed', results: [{ name: 'nvme3n1' }] },
  })
  await dialog().getByText('There were some issues trying to format the selected CSI Drives').waitFor()
  await dialog().getByText('Drive already has a fs. Use force to overwrite').waitFor()
  await assertAccessible('storage-format-errors')
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('1 drive formatted').waitFor()
  // a drive that its manager finds broken is reported without a reload
  await cluster.client.patch(`${pv('directpvdrives')}/node-2-b`, { status: { status: 'Lost' } })
  await row('/dev/nvme1n1').getByText('Lost').waitFor()
})

test('both tabs fit a phone, and are readable in the dark theme', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      for (const part of ['volumes', 'drives']) {
        await openPage(`/storage/${part}`, 'Storage')
        await page
          .getByText(part === 'drives' ? /nvme1n1/ : '0-harbour-prod-pool-0-0')
          .first()
          .waitFor()
        await assertAccessible(`storage-${part}-${appearance.width}-${appearance.theme}`)
      }
    })
})

test('an account that may not see drives sees the required role, and still sees volumes', async () => {
  const { token } = await cluster.account('default', 'claims-only', {
    everywhere: [{ verbs: ['list'], resources: ['persistentvolumeclaims'] }],
  })
  await inTab({ pair: { accessKey: '', secretKey: token } }, async () => {
    await openPage('/storage/drives', 'Storage')
    await assertAccessible('storage-drives-refused')
    await page
      .getByText(/list directpv(drives|nodes)/)
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'Volumes' }).click()
    await row('0-harbour-prod-pool-0-0').waitFor()
    problems.length = 0
  })
})
