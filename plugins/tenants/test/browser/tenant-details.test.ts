import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../../test/lib/temporary-folder.ts'
import { licenseKey, licenseConfig } from '../../../../test/lib/licenses.ts'
import { assertAccessible, appearances } from '../../../../test/browser/accessibility.ts'
import { inTab, page, problems, useConsole } from '../../../../test/browser/console.ts'
import { confirm, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { waitForHeading, openPage, waitForText } from '../../../../test/browser/pages.ts'

const test = suite("a tenant's page in demo mode")
const folder = temporaryFolder('signer')
writeFileSync(join(folder, 'signer.pem'), licenseConfig.publicKey)
useConsole(test, { on: 'demo', env: { CONSOLE_SUBNET_PUBLIC_KEY: join(folder, 'signer.pem') } })

const tenantPath = '/namespaces/harbour/tenants/harbour-prod'
const pod = 'harbour-prod-pool-0-2'

test('the summary describes the tenant, what needs attention, and that it is a demo', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage(tenantPath, 'harbour-prod')
      await page.getByText('This is a demonstration').waitFor()
      await page.getByText('https://s3.harbour.example').first().waitFor()
      await page.getByRole('meter', { name: 'Used' }).waitFor()
      assert.ok(page.url().endsWith(`${tenantPath}/summary`), page.url())
      if (appearance.width === 1280) {
        const image = await page
          .getByText(/minio:RELEASE/)
          .first()
          .boundingBox()
        assert.ok(image && image.height < 30, 'the name of the image takes more than one line')
      }
      await assertAccessible(`tenant-${appearance.width}-${appearance.theme}`)
      await openPage(`${tenantPath}/metrics`, 'harbour-prod')
      await page.frameLocator('iframe').getByRole('heading', { name: 'Metrics' }).waitFor()
      await openPage(`${tenantPath}/pods/${pod}?tab=logs&highlight=drive`, pod)
      await page.locator('[data-line=chosen]').waitFor()
      await assertAccessible(`tenant-log-${appearance.width}-${appearance.theme}`)
      await openPage(`${tenantPath}/pods/${pod}`, pod)
      await page.getByText('Back-off restarting failed container minio in pod harbour-prod-pool-0-2').waitFor()
      await assertAccessible(`pod-events-${appearance.width}-${appearance.theme}`)
      await openPage(`${tenantPath}/events?show=warnings`, 'harbour-prod')
      await page
        .getByRole('listitem')
        .filter({ hasText: 'input/output error' })
        .getByRole('link', { name: pod })
        .waitFor()
      await assertAccessible(`tenant-events-${appearance.width}-${appearance.theme}`)
      await openPage(`${tenantPath}/pools`, 'harbour-prod')
      await page
        .getByRole('region', { name: 'Pool pool-1' })
        .getByRole('img', { name: 'data3-harbour-prod-pool-1-0: Bound' })
        .waitFor()
      await assertAccessible(`tenant-pools-${appearance.width}-${appearance.theme}`)
    })
})

const finding = (text: string) => page.getByRole('row').filter({ hasText: text })

test('problems of all tenants are on one page, and link to where they are solved', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage('/tenants/health', 'Health of Tenants')
      await finding('1 of 32 drives is offline').waitFor()
      await finding('docs-example expires in 8 days').waitFor()
      await assertAccessible(`tenants-health-${appearance.width}-${appearance.theme}`)
    })
  await openPage('/tenants', 'Tenants')
  await page.getByRole('link', { name: 'Health' }).click()
  await waitForHeading('Health of Tenants')
  await finding('91% of its capacity is used').getByText('Critical').waitFor()
  await finding('Newest: 2026-11-04').getByText('docs', { exact: true }).first().waitFor()
  await finding('4 pods: Pending').waitFor()
  await page.getByRole('link', { name: `${pod} has restarted` }).click()
  await waitForHeading(pod)
  await inTab({ pair: { accessKey: '', secretKey: 'demo-viewer' } }, async () => {
    await openPage('/tenants/health', 'Health of Tenants')
    await page.getByText('Your role cannot read the secrets of any tenant').waitFor()
    await page.getByText('Withheld').waitFor()
    await finding(`${pod} has restarted`).waitFor()
  })
})

const setting = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test("two selected tenants are compared, and another one from a tenant's page", async () => {
  await openPage('/tenants', 'Tenants')
  for (const name of ['docs', 'harbour-prod']) await row(name).getByRole('checkbox').check()
  await button('Compare').click()
  await waitForHeading('Compare Tenants')
  await setting('Version').getByText('2026-06-02').first().waitFor()
  await setting('MINIO_KMS_SECRET_KEY').getByText('Not set').waitFor()
  assert.is(await page.getByText('ZGVtb25z').count(), 0)
  assert.is(await setting('MINIO_ROOT_PASSWORD').count(), 0, 'equal settings are left out')
  await page.getByRole('button', { name: /^All/ }).click()
  await setting('MINIO_ROOT_PASSWORD').getByText('the same').waitFor({ state: 'attached' })
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage('/tenants/compare?one=harbour%2Fharbour-prod&other=docs%2Fdocs&show=all', 'Compare Tenants')
      await setting('MINIO_ROOT_PASSWORD').waitFor()
      await assertAccessible(`tenants-compare-${appearance.width}-${appearance.theme}`)
    })
  await openPage(`${tenantPath}/summary`, 'harbour-prod')
  await button('More page actions').click()
  await page.getByRole('menuitem', { name: 'Compare…' }).click()
  await waitForHeading('Compare Tenants')
  await page.getByText('Choose two tenants').waitFor()
  await page.getByLabel('Compared with').selectOption('archive/archive-eu')
  await setting('Capacity').getByText('192.0 TiB').waitFor()
  await inTab({ pair: { accessKey: '', secretKey: 'demo-viewer' } }, async () => {
    await openPage('/tenants/compare?one=harbour%2Fharbour-prod&other=archive%2Farchive-eu', 'Compare Tenants')
    await waitForText('Your role cannot read the secrets of harbour-prod in harbour: its configuration is hidden')
    await setting('Erasure Code Parity').getByText('Withheld').first().waitFor()
  })
})

test('drives are formatted as a node would do it, and a failure is reported', async () => {
  await openPage('/storage/drives', 'Storage')
  const drive = (name: string) => page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'node-4' })
  for (const name of ['nvme4n1', 'nvme6n1']) await drive(name).getByRole('checkbox').check()
  await button('Format').click()
  await dialog().getByLabel('Type YES, PROCEED to confirm').fill('YES, PROCEED')
  await dialog().getByRole('button', { name: 'Format' }).click()
  await dialog().getByText('mkfs.xfs: pwrite failed').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('1 drive formatted').waitFor()
  await drive('nvme4n1').getByText('Ready', { exact: true }).waitFor()
  await drive('nvme6n1').getByText('Available').waitFor()
})

test('pools, pods and volumes are listed, and a deleted pod comes back', async () => {
  await openPage(`${tenantPath}/pools`, 'harbour-prod')
  await row('pool-1').waitFor()
  await page.getByRole('tab', { name: 'Volumes' }).click()
  await row('data0-harbour-prod-pool-0-0').getByText('1.5 TiB').waitFor()
  await page.getByRole('tab', { name: 'Pods' }).click()
  await row(pod).getByText('node-3').waitFor()
  await page.getByRole('columnheader', { name: 'Restarts' }).waitFor()
  await assertAccessible('tenant-pods')
  await openPage(`${tenantPath}/pods/${pod}`, pod)
  await page.getByText('Back-off restarting failed container').waitFor()
  await button('Delete').click()
  await confirm('Delete')
  await page.getByText(/^Pod .+ deleted$/).waitFor()
  await waitForHeading('harbour-prod')
  // the StatefulSet recreates the pod, which is listed without a reload
  await row(pod).getByText('minute').or(row(pod).getByText('second')).first().waitFor()
  await row(pod).getByText('Running').waitFor()
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Scheduled' }).first().waitFor()
  await page.evaluate(() =>
    fetch('/api/v1/namespaces/harbour/tenants/harbour-prod/pods/harbour-prod-pool-0-1', { method: 'DELETE' }),
  )
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Scheduled' })
    .filter({ hasText: 'harbour-prod-pool-0-1' })
    .getByText(/2 times|twice/)
    .waitFor()
})

test('a pool within the quota is added to a tenant', async () => {
  const open = async () => {
    await openPage(`${tenantPath}/pools`, 'harbour-prod')
    await button('Expand Tenant').click()
    await dialog().getByText('are left of directpv-min-io in harbour').first().waitFor()
    await dialog().getByLabel('Volume Size').fill('500')
    await dialog().getByText('with EC:4, 16 drives share an object').waitFor()
  }
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await open()
      await assertAccessible(`tenant-add-pool-${appearance.width}-${appearance.theme}`)
    })
  await open()
  await pressInDialog('Add Pool')
  await page.getByText(/^Pool .+ added to /).waitFor()
  await row('pool-2').getByText('7.8 TiB').waitFor()
})

test('YAML is reviewed before saving, and a conflicting change is reported without losing input', async () => {
  await openPage('/namespaces/docs/tenants/docs/summary', 'docs')
  await button('Edit YAML').click()
  const editor = dialog().getByLabel('YAML', { exact: true })
  const text = await editor.inputValue()
  await editor.fill(text.replace('mountPath: /export', 'mountPath: /drives'))
  await pressInDialog('Review Changes')
  await dialog().getByRole('button', { name: 'Save', exact: true }).waitFor()
  await dialog().getByText('mountPath: /drives').waitFor()
  await inTab({}, async () => {
    await openPage('/namespaces/docs/tenants/docs/summary', 'docs')
    await button('Update').click()
    await dialog().getByLabel("MinIO's Image").fill('quay.io/minio/minio:RELEASE.2026-11-20T10-00-00Z')
    await pressInDialog('Save')
    await page.getByText('Version updated').waitFor()
  })
  await pressInDialog('Save')
  await dialog().getByText('This tenant was changed by someone else.').waitFor()
  await pressInDialog('Keep My Text')
  assert.match(await editor.inputValue(), /mountPath: \/drives/)
})

test('a license is pasted, verified locally, stored for the cluster and attached to a tenant, and an invalid one is refused', async () => {
  const activate = async (key: string) => {
    await openPage('/license', 'License')
    await button('Activate').click()
    await dialog().getByLabel('License Key').fill(key)
    await pressInDialog('Activate')
  }
  await openPage(`${tenantPath}/license`, 'harbour-prod')
  await page.getByRole('link', { name: 'Activate Product' }).click()
  await waitForHeading('License')
  const other = licenseKey()
  await activate(`${other.slice(0, -8)}AAAAAAAA`)
  await dialog().getByRole('alert').waitFor()
  await assertAccessible('license-refused')
  await dialog()
    .getByLabel('License Key')
    .fill(licenseKey({ exp: Date.parse('2026-01-02') / 1000 }))
  await pressInDialog('Activate')
  await dialog().getByText('This license expired on 2026-01-02').waitFor()
  problems.length = 0 // both are refused
  await dialog().getByLabel('License Key').fill(other)
  await pressInDialog('Activate')
  await page.getByText('Harbour Logistics').waitFor()
  assert.is(await button('Refresh Licence').count(), 0, 'there is no vendor service')
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage('/license', 'License')
      await page.getByText('Harbour Logistics').waitFor()
      await assertAccessible(`license-operator-${appearance.width}-${appearance.theme}`)
    })
  await openPage(`${tenantPath}/license`, 'harbour-prod')
  await button('Attach License').click()
  await page.getByText('Verified by this console').waitFor()
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage(`${tenantPath}/license`, 'harbour-prod')
      await page.getByText('Verified by this console').waitFor()
      await assertAccessible(`tenant-license-${appearance.width}-${appearance.theme}`)
    })
})

test('the page of an unhealthy tenant names the lost drive and the reason, and links to its pod', async () => {
  await openPage(`${tenantPath}/summary`, 'harbour-prod')
  const problem = page.getByRole('region', { name: 'Why This Tenant Is Unhealthy' }).getByRole('listitem')
  await problem.filter({ hasText: `Drive data3 of ${pod} on node-3 is offline` }).waitFor()
  await problem.getByText('The volume returned an input/output error').waitFor()
  await problem.getByText(/WARN: drive \/export3 still offline|Error: drive \/export3|taking drive \/export3/).waitFor()
  await problem.getByText('Check the disk behind data3 on its node.').waitFor()
  await problem.getByRole('link', { name: 'Open Log' }).click()
  await waitForHeading(pod)
  await page.locator('[data-line=chosen]').filter({ hasText: '/export3' }).waitFor()
  await page.goBack()
  await problem.getByRole('link', { name: 'Open Pod' }).click()
  await waitForHeading(pod)
  await openPage(`${tenantPath}/pools`, 'harbour-prod')
  await page.getByRole('img', { name: `data3-${pod}: offline` }).waitFor()
})

test('lines of a log are filtered by level and wrapped, and the log of either run is downloaded', async () => {
  await openPage(`${tenantPath}/pods/${pod}?tab=logs&level=error`, pod)
  const line = (level: string) => page.locator(`[data-level=${level}]`)
  await line('error').first().waitFor()
  assert.equal([await line('info').count(), await line('warning').count()], [0, 0])
  await page.getByText(/^\d+ lines of \d+ have this level, newest at the bottom$/).waitFor()
  await page.getByLabel('Level', { exact: true }).selectOption('warning')
  await line('warning').first().waitFor()
  await page.getByRole('switch', { name: 'Wrap' }).click()
  await page.locator('[role=log][data-wrap]').waitFor()
  const download = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
    const lines = readFileSync(await file.path(), 'utf8').split('\n')
    return [file.suggestedFilename(), lines.some((one) => one.includes('INFO: ')), lines.length > 300]
  }
  assert.equal(await download(), [`${pod}-minio.log`, true, true])
  await openPage('/namespaces/media/tenants/media-web/pods/media-web-pool-0-1?tab=logs', 'media-web-pool-0-1')
  await page.getByLabel('Run', { exact: true }).selectOption('previous')
  assert.equal((await download())[0], 'media-web-pool-0-1-minio-previous.log')
})

test('a crashing pod is shown with its reason, and a pool without a name with its pods', async () => {
  await openPage('/namespaces/media/tenants/media-web/pods', 'media-web')
  await openPage('/namespaces/media/tenants/media-web/summary', 'media-web')
  const problem = page.getByRole('listitem').filter({ hasText: 'Pod media-web-pool-0-1: CrashLoopBackOff' })
  await problem.getByText('Raise the memory limit').waitFor()
  await problem.getByRole('button', { name: 'Edit YAML' }).click()
  await dialog().getByLabel('YAML', { exact: true }).waitFor()
  await pressInDialog('Cancel')
  await problem.getByRole('link', { name: 'Open Log' }).click()
  await waitForHeading('media-web-pool-0-1')
  assert.is(await page.getByLabel('Container', { exact: true }).inputValue(), 'minio')
  assert.is(await page.getByLabel('Run', { exact: true }).inputValue(), 'previous')
  await openPage('/namespaces/media/tenants/media-web/pods', 'media-web')
  const crashing = row('media-web-pool-0-1')
  await crashing.getByText('CrashLoopBackOff').waitFor()
  await assertAccessible('tenant-crashing')
  await openPage('/namespaces/legacy/tenants/legacy-store/pools', 'legacy-store')
  await row('ss-0').waitFor()
  await page.getByRole('link', { name: 'legacy-store-ss-0-3' }).waitFor()
  assert.is(await page.getByText('Pod does not exist').count(), 0)
  await assertAccessible('tenant-unnamed-pool')
})

test('a tenant is deleted from the list after typing its name', async () => {
  await openPage('/tenants', 'Tenants')
  await row('docs').hover()
  await assertAccessible('tenants-row')
  await row('docs').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog().getByText('4 volumes with all stored data').waitFor()
  await dialog().getByLabel('Type docs to confirm').fill('docs')
  await pressInDialog('Delete')
  await page.getByText(/^Tenant .+ deleted$/).waitFor()
  await row('docs').waitFor({ state: 'detached' })
})

test('a deleted tenant disappears with its problems', async () => {
  await openPage('/tenants/health', 'Health of Tenants')
  await finding('4 pods: Pending').filter({ hasText: 'edge-lab' }).waitFor()
  await inTab({}, async () => {
    await openPage('/namespaces/edge/tenants/edge-lab/summary', 'edge-lab')
    await button('Delete').click()
    await dialog().getByLabel('Type edge-lab to confirm').fill('edge-lab')
    await pressInDialog('Delete')
    await waitForHeading('Tenants')
    await row('edge-lab').waitFor({ state: 'detached' })
  })
  await finding('edge-lab').first().waitFor({ state: 'detached' })
})
