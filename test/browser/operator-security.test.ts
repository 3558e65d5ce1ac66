import { assert, suite } from '../lib/suite.ts'
import { createTenant } from '../lib/tenants.ts'
import { missingKube } from '../lib/kube.ts'
import { tenantAt } from '../../engines/kubernetes/tenant.ts'
import { certificateFor, hasOpenssl } from '../lib/certificates.ts'
import { until } from '../lib/until.ts'
import { assertAccessible, appearances, assertReadable } from './accessibility.ts'
import { cluster, inTab, page, useConsole } from './console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from './dialogs.ts'
import { button } from './elements.ts'
import { openPage } from './pages.ts'

const test = suite("a tenant's certificates", missingKube() ?? (hasOpenssl() ? undefined : 'there is no openssl'))
useConsole(test, { on: 'cluster' })

const address = '/namespaces/harbour/tenants/prod/security'

const choose = (label: string, name: string, text: string) =>
  dialog()
    .getByLabel(`${label} file`)
    .setInputFiles({ name, mimeType: 'application/x-pem-file', buffer: Buffer.from(text) })

const spec = async () =>
  (await cluster.client.get(tenantAt('harbour', 'prod'))).spec as {
    requestAutoCert?: boolean
    externalCertSecret?: { name: string }[]
  }

test('a certificate is added with its key, saved, and listed with its names and expiration', async () => {
  await cluster.namespace('harbour')
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Ti' } } } }
  const pools = [{ name: 'pool-0', servers: 4, volumesPerServer: 4, volumeClaimTemplate: claim }]
  await createTenant(cluster.client, 'harbour', { metadata: { name: 'prod' }, spec: { pools } })
  const [pair, other] = [
    certificateFor('prod.example', 'DNS:prod.example,IP:10.0.0.7'),
    certificateFor('other.example'),
  ]
  await openPage(address, 'prod')
  await page.getByRole('switch', { name: 'Custom Certificates' }).check()
  await button('Add Certificate').click()
  await choose('Cert', 'prod.crt', 'nothing')
  await dialog().getByText('This file contains no certificate in PEM').waitFor()
  await choose('Cert', 'prod.crt', pair.crt)
  await choose('Key', 'other.key', other.key)
  await pressInDialog('Add')
  await page.getByText('To be added').waitFor()
  await button('Save and Restart').click()
  await dialog().getByText('Are you sure you want to save the changes and restart the service?').waitFor()
  await pressInDialog('Restart')
  await dialog().getByText('this key does not belong to the certificate').waitFor()
  await pressInDialog('Cancel')
  await waitForDialogClose()
  await button('Remove New certificate').click()
  await button('Add Certificate').click()
  await choose('Cert', 'prod.crt', pair.crt)
  await choose('Key', 'prod.key', pair.key)
  await pressInDialog('Add')
  await button('Save and Restart').click()
  await confirm('Restart')
  await page.getByRole('list', { name: 'Certificates', exact: true }).getByText('prod.example, 10.0.0.7').waitFor()
  await assertReadable('tenant-security')
  assert.is((await spec()).externalCertSecret?.length, 1)
})

test('the page fits a phone, and is readable in the dark theme', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage(address, 'prod')
      await page.getByText('prod.example').first().waitFor()
      await assertAccessible(`tenant-security-${appearance.width}-${appearance.theme}`)
    })
})

test('custom certificates that are switched off are removed with their secrets', async () => {
  await openPage(address, 'prod')
  await page.getByRole('switch', { name: 'Custom Certificates' }).uncheck()
  await page.getByText('Saving removes all custom certificates of this tenant.').waitFor()
  await button('Save and Restart').click()
  await confirm('Restart')
  await waitForDialogClose()
  await until(async () => (await spec()).externalCertSecret === undefined)
  assert.equal(await cluster.client.list('/api/v1/namespaces/harbour/secrets'), [])
})
