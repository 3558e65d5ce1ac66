import { assert } from '../../../test/lib/suite.ts'
import { type Minio, startMinio } from '../../../test/lib/minio.ts'
import { createMinioClient } from '../../../test/lib/minio-client.ts'
import { appearances, assertReadable } from '../../../test/browser/accessibility.ts'
import { inTab, page } from '../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../test/browser/dialogs.ts'
import { button, sidebarEntry, row, pressInRow } from '../../../test/browser/elements.ts'
import { goto, waitForHeading, openPage, waitForMessage } from '../../../test/browser/pages.ts'
import { onEveryEngine } from '../../../test/browser/engines.ts'

const field = (label: string) => page.getByLabel(new RegExp(`^${label}( optional)?\\s*$`))

onEveryEngine('tiers', (test, engine) => {
  if (engine === 'embedded') {
    test('a storage without tiers says so at their address, and has no sidebar entry for them', async () => {
      await goto('/tiers')
      await page.getByText('This storage does not support remote tiers').waitFor()
      await openPage('/buckets', 'Buckets')
      assert.is(await sidebarEntry('Tiers').count(), 0)
    })
    return
  }

  let remote: Minio

  test.before(async () => {
    const server = await startMinio()
    if (!server) return
    remote = server
    await createMinioClient(remote).call({ method: 'PUT', path: '/tiered' })
  })
  test.after(() => remote?.stop())

  test('a tier is added by its form, with errors at their fields', async () => {
    await openPage('/tiers', 'Tiers')
    await page.getByText('There are no tiers yet.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Add Tier' }).click()
    await waitForHeading('Add Tier')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^MinIO/ })
      .click()
    await waitForHeading('MinIO')
    await field('Name').fill('site-b')
    assert.is(await field('Name').inputValue(), 'SITE-B')
    await field('Endpoint').fill('127.0.0.1')
    await field('Access Key').fill(remote.root.accessKey)
    await field('Secret Key').fill('marked-secret')
    await field('Bucket').fill('nowhere')
    await field('Prefix').fill('here/')
    await field('Region').fill('site-b')
    await button('Save Tier').click()
    await page.getByText('Enter an address that starts with http:// or https://').waitFor()
    await field('Endpoint').fill(remote.url)
    await button('Save Tier').click()
    await page.getByText('The remote storage refuses these credentials').first().waitFor()
    await field('Secret Key').fill(remote.root.secretKey)
    await button('Save Tier').click()
    await page.getByText('the remote storage has no such bucket').first().waitFor()
    await field('Bucket').fill('tiered')
    await button('Save Tier').click()
    await waitForHeading('Tiers')
    await waitForMessage('Tier SITE-B added')
    await row('SITE-B').getByText('Online').waitFor()
    for (const text of ['MinIO', 'tiered', 'here/']) await row('SITE-B').getByText(text, { exact: true }).waitFor()
  })

  test('credentials are updated, and a refusal of the remote storage is shown in the dialog', async () => {
    await pressInRow('SITE-B', 'Update Credentials')
    await dialog().getByRole('heading', { name: 'Update Credentials - minio / SITE-B' }).waitFor()
    await dialog().getByLabel('Access Key').fill(remote.root.accessKey)
    await dialog().getByLabel('Secret Key', { exact: true }).fill('wrong-secret')
    await pressInDialog('Save')
    await dialog().getByText('The remote storage refuses these credentials').first().waitFor()
    await dialog().getByLabel('Secret Key', { exact: true }).fill(remote.root.secretKey)
    await pressInDialog('Save')
    await waitForDialogClose()
    await waitForMessage('Credentials of tier SITE-B updated')
    assert.not((await page.content()).includes(remote.root.secretKey))
  })

  test('the pages are readable in every theme and width', async () => {
    for (const appearance of appearances) {
      await inTab(appearance, async () => {
        const name = `${appearance.theme}-${appearance.width}`
        await openPage('/tiers', 'Tiers')
        await page.getByText('Online', { exact: true }).first().waitFor()
        await assertReadable(`tiers-${name}`)
        await openPage('/tiers/add', 'Add Tier')
        await page.getByText('1 tier: SITE-B').waitFor()
        await assertReadable(`tiers-add-${name}`)
        await openPage('/tiers/add/gcs', 'Google Cloud Storage')
        await assertReadable(`tiers-form-${name}`)
      })
    }
  })

  test('an empty tier is removed', async () => {
    await openPage('/tiers', 'Tiers')
    await pressInRow('SITE-B', 'Remove')
    await confirm('Remove')
    await waitForMessage('Tier SITE-B removed')
    await page.getByText('There are no tiers yet.').waitFor()
  })
})
