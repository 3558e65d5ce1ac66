import { assert } from '../../../../test/lib/suite.ts'
import { hasOwnMinio, type Minio, startMinio } from '../../../../test/lib/minio.ts'
import { createMinioClient, type MinioClient } from '../../../../test/lib/minio-client.ts'
import { startTestConsole } from '../../../../test/lib/test-console.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, appearances, assertReadable } from '../../../../test/browser/accessibility.ts'
import { withConsole, inTab, page, root } from '../../../../test/browser/console.ts'
import { confirm, waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, bucketCard, row } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForHeading, openPage, waitForMessage, waitForText } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'

const test = suiteOn('minio', 'replication to another server', {}, { CONSOLE_ALLOWED_TARGETS: '127.0.0.1' })

let targetServer: Minio
let others: MinioClient

test.before(async () => {
  if (!hasOwnMinio()) return
  targetServer = (await startMinio({ on: 'memory' })) as Minio
  others = createMinioClient(targetServer)
  for (const name of ['ledger', 'ledger-dr', 'media', 'notes']) await others.call({ method: 'PUT', path: `/${name}` })
  for (const name of ['ledger', 'ledger-dr', 'notes']) await version(name)
  for (const name of ['ledger', 'media', 'notes']) await createBucket(name, { versioning: true })
})
test.after(async () => {
  others?.close()
})

const version = (name: string) =>
  others.write(name, 'versioning', '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>')

const field = (label: string) => dialog().getByLabel(label, { exact: true })
const host = () => new URL(targetServer.url).host
const open = async (bucket: string) => {
  await goto(`/buckets/${bucket}/admin/replication`)
  await waitForHeading(bucket)
}
const fillRemote = async (secret = targetServer.root.secretKey) => {
  await field('Target URL').fill(host())
  await field('Use TLS').setChecked(false)
  await field('Access Key').fill(targetServer.root.accessKey)
  await field('Secret Key').fill(secret)
}

const arrives = async (bucket: string, key: string) =>
  until(async () =>
    others.call({ method: 'HEAD', path: `/${bucket}/${key}` }).then(
      () => true,
      () => false,
    ),
  )

test('a rule is tested, created, and replicates existing objects', async () => {
  await putObject('ledger', 'a.txt', 'content')
  await open('ledger')
  await page.getByText('There are no replication rules yet.').waitFor()
  await button('Add Replication Rule').click()
  await dialog().getByRole('heading', { name: 'Set Bucket Replication' }).waitFor()
  assert.equal(
    [
      await field('Replication Mode').inputValue(),
      await field('Bandwidth').inputValue(),
      await field('Unit').inputValue(),
      await field('Health Check Duration').inputValue(),
      await field('Use TLS').isChecked(),
      await field('Delete Markers').isChecked(),
      await field('Deletes').isChecked(),
    ],
    ['async', '100', 'GiB', '60', true, true, true],
  )
  await field('Replication Mode').selectOption('sync')
  assert.is(await field('Bandwidth').count(), 0)
  await field('Replication Mode').selectOption('async')
  await pressInDialog('Save')
  await dialog().getByText('Enter the target URL').waitFor()
  await dialog().getByText('A secret key has at least 8 characters').waitFor()

  await fillRemote('a-wrong-secret')
  await field('Target Bucket').fill('ledger-dr')
  await pressInDialog('Test')
  await dialog().getByText('The target does not accept these keys').waitFor()
  assert.equal(await pageFindings(), [])
  await pressInDialog('Save')
  await dialog()
    .getByText(/^Access Key: .* does not accept the access key or the secret key/)
    .first()
    .waitFor()
  await field('Secret Key').fill(targetServer.root.secretKey)
  await dialog().getByText('Before your last change').waitFor()
  await pressInDialog('Test again')
  await dialog().getByText(`${targetServer.root.accessKey} may write replicas`).waitFor()
  await pressInDialog('Save')
  await waitForDialogClose()
  await waitForMessage('Replication rule of ledger added')
  await row(`ledger-dr http://${host()}`).getByText('Enabled').waitFor()
  await arrives('ledger-dr', 'a.txt')
})

test('the only rule cannot be deleted, others can', async () => {
  await button('Add Replication Rule').click()
  await fillRemote()
  await field('Target Bucket').fill('ledger-dr')
  await dialog().getByLabel('Prefix').fill('2026/')
  await pressInDialog('Save')
  await waitForDialogClose()
  const other = page.getByRole('row').filter({ hasText: '2026/' })
  await other.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await confirm('Delete')
  await waitForDialogClose()
  await other.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /ledger-dr/ })
    .getByRole('button', { name: 'More actions' })
    .click()
  const last = page.getByRole('menuitem', { name: 'Delete' })
  assert.is(await last.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Escape')
})

test('a rule is paused, edited, viewed and resynced', async () => {
  const rule = page.getByRole('row', { name: /ledger-dr/ })
  await rule.getByRole('button', { name: 'Pause' }).click()
  await rule.getByText('Paused').waitFor()
  await rule.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog().getByRole('heading', { name: 'Edit Replication Rule' }).waitFor()
  await field('Enabled').setChecked(true)
  await field('Priority').fill('9')
  await field('Change Address or Keys').setChecked(true)
  await field('Secret Key').fill(targetServer.root.secretKey)
  await dialog().getByRole('heading', { name: 'Test connection' }).waitFor()
  assert.equal(await pageFindings(), [])
  await pressInDialog('Save')
  await waitForDialogClose()
  await rule.getByText('Enabled').waitFor()
  await rule.getByText('9', { exact: true }).waitFor()
  await rule.getByRole('button', { name: 'Status' }).click()
  await pressInDialog('Test Connection')
  await waitForText(/^The storage server reaches the targets/, dialog())
  await pressInDialog('Show Unreplicated Objects')
  await dialog().getByText('All checked objects are replicated.').waitFor()
  assert.equal(await pageFindings(), [])
  await pressInDialog('Resync')
  await confirm('Resync')
  await waitForMessage('Resync to ledger-dr started')
})

test('the summary lists the rules, and the tab is readable in every look', async () => {
  await goto('/buckets/ledger/admin/summary')
  await page.getByRole('link', { name: 'Rules' }).click()
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await open('ledger')
      await page.getByText('Replicated').waitFor()
      await page.getByText('ledger-dr').first().waitFor()
      await assertReadable(`replication-${appearance.theme}-${appearance.width}`)
      await button('Add Replication Rule').click()
      await field('Target URL').fill('storage.example.com')
      await assertReadable(`replication-set-${appearance.theme}-${appearance.width}`)
    })
})

test('several buckets are set up in two steps, and failed ones stay with the reason', async () => {
  await goto('/buckets')
  await button('Bulk Select').click()
  assert.is(await button('Set Replication').getAttribute('aria-disabled'), 'true')
  for (const name of ['media', 'notes']) await bucketCard(name).getByRole('checkbox').check()
  await button('Set Replication').click()
  await dialog().getByRole('heading', { name: 'Set Multiple Bucket Replication' }).waitFor()
  await fillRemote()
  await pressInDialog('Next')
  await dialog().getByLabel('Remote bucket for notes').waitFor()
  assert.equal(
    [
      await dialog().getByLabel('Remote bucket for notes').inputValue(),
      await dialog().getByLabel('Remote bucket for media').inputValue(),
    ],
    ['notes', 'media'],
  )
  await assertReadable('replication-bulk')
  await pressInDialog('Create')
  await dialog().getByText('Target Bucket: versioning is off for "media"; turn it on there').waitFor()
  await dialog().getByLabel('Remote bucket for notes').waitFor({ state: 'detached' })
  await version('media')
  await pressInDialog('Create')
  await waitForDialogClose()
  for (const name of ['media', 'notes']) {
    const { rules } = (await root('GET', `/api/v1/buckets/${name}/replication`)).json as { rules: object[] }
    assert.is(rules.length, 1, name)
    assert.not.match(JSON.stringify(rules), new RegExp(targetServer.root.secretKey))
  }
})

test('an account with read access sees the rules and changes nothing', async () => {
  const reads = ['s3:ListBucket', 's3:GetBucketLocation', 's3:GetBucketPolicy', 's3:GetReplicationConfiguration']
  const admin = [
    's3:*MultipartUpload*',
    's3:HeadBucket',
    's3:GetObject',
    's3:CreateBucket',
    's3:PutObject',
    's3:DeleteObject',
    's3:DeleteBucket',
    's3:PutBucketPolicy',
    's3:DeleteBucketPolicy',
  ]
  const pair = await createUser('looker', {
    policies: [await createPolicy('looking', allow([...reads, ...admin], ['ledger', 'ledger/*']))],
  })
  await inTab({ pair }, async () => {
    await open('ledger')
    await page.getByText('ledger-dr').first().waitFor()
    assert.is(await button('Add Replication Rule').getAttribute('aria-disabled'), 'true')
    await assertReadable('replication-read-only')
  })
})

test('Remove Replication removes the whole configuration after typing the bucket name', async () => {
  await open('ledger')
  await button('Remove Replication').click()
  await confirm('Remove Replication')
  await waitForDialogClose()
  await button('Remove Replication').waitFor({ state: 'detached' })
  const { rules } = (await root('GET', '/api/v1/buckets/ledger/replication')).json as { rules: object[] }
  assert.equal(rules, [])
})

test('a storage without replication has no tab, and says so', async () => {
  await withConsole(await startTestConsole('embedded'), async () => {
    await createBucket('ledger')
    await inTab({ width: 390 }, async () => {
      await openPage('/buckets/ledger/admin/summary', 'ledger')
      await page.getByText('Not available on this storage').waitFor()
      assert.is(await page.getByRole('tab', { name: 'Replication' }).count(), 0)
      await goto('/buckets')
      await button('Bulk Select').click()
      await bucketCard('ledger').getByRole('checkbox').check()
      await assertReadable('replication-not-there')
      const set = button('Set Replication')
      assert.is(await set.getAttribute('aria-disabled'), 'true')
      await set.hover()
      await page.getByText('The console cannot manage replication on this storage').first().waitFor()
    })
  })
})
