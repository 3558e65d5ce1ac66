import { assert } from '../../../../test/lib/suite.ts'
import { startKes } from '../../../../test/lib/kes.ts'
import { createMinioClient, type MinioClient } from '../../../../test/lib/minio-client.ts'
import { startTestConsole } from '../../../../test/lib/test-console.ts'
import { withConsole, inTab, page, storage } from '../../../../test/browser/console.ts'
import { waitForDialogClose, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { row, pressInRow } from '../../../../test/browser/elements.ts'
import { downloadedText } from '../../../../test/browser/files.ts'
import { createBucket, openBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto, waitForMessage } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'
import { versionIds, dialogButton, openObject, waitForFact } from './object-page.ts'

const KEY = 'main'

const test = suiteOn('minio', 'encrypted objects', {
  MINIO_KMS_SECRET_KEY: `${KEY}:${Buffer.alloc(32, 7).toString('base64')}`,
})

let others: MinioClient
test.before(() => {
  others = createMinioClient(storage)
})
test.after(() => others?.close())

const headers = {
  'SSE-S3': { 'x-amz-server-side-encryption': 'AES256' },
  'SSE-KMS': { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': KEY },
}
const labels = { 'SSE-S3': 'SSE-S3', 'SSE-KMS': `SSE-KMS, key ${KEY}` }

for (const [kind, encryption] of Object.entries(headers)) {
  const text = labels[kind as keyof typeof labels]

  test(`an object encrypted with ${kind} stays so when its metadata and tags are edited, copied, moved and restored`, async () => {
    // the bucket has no default encryption that could hide a loss
    const bucket = await createBucket(`sealed-${kind.toLowerCase()}`, { versioning: true })
    await others.call({
      method: 'PUT',
      path: `/${bucket}/secret.txt`,
      body: 'secret',
      headers: { ...encryption, 'x-amz-storage-class': 'REDUCED_REDUNDANCY', 'content-type': 'text/plain' },
    })
    const [first = ''] = await versionIds(bucket, 'secret.txt')
    /** Returns the object's S3 headers, and opens its page. */
    const keepsAll = async (key: string) => {
      const answer = await others.call({ method: 'HEAD', path: `/${bucket}/${key}` })
      const { 'x-amz-storage-class': storageClass, ...all } = answer.headers
      for (const [name, value] of Object.entries(encryption)) assert.match(String(all[name]), value, `${key}: ${name}`)
      assert.is(storageClass, 'REDUCED_REDUNDANCY', key)
      await openObject(bucket, key)
      await waitForFact('Encryption', text)
      await waitForFact('Storage Class', 'REDUCED_REDUNDANCY')
    }
    await keepsAll('secret.txt')

    await page.getByRole('button', { name: 'Add New Tag' }).click()
    await dialog().getByLabel('Key').fill('team')
    await dialog().getByLabel('Value').fill('red')
    await dialogButton('Save').click()
    await waitForFact('team', 'red')
    await keepsAll('secret.txt')

    await openBucket(bucket)
    await pressInRow('secret.txt', 'Edit Metadata')
    await dialog().getByLabel('Cache Control').fill('no-cache')
    await pressInDialog('Save')
    await waitForMessage('Metadata of secret.txt saved')
    await keepsAll('secret.txt')
    await waitForFact('team', 'red')
    await waitForFact('cache-control', 'no-cache')

    await goto(`/buckets/${bucket}/browse/secret.txt?tab=versions`)
    await pressInRow(first, 'Restore')
    await waitForMessage('Version of secret.txt restored')
    await page.getByText('3 versions').waitFor()
    await keepsAll('secret.txt')

    await openBucket(bucket)
    await pressInRow('secret.txt', 'Copy')
    await dialog().getByLabel('Folder').fill('copies/')
    await pressInDialog('Copy')
    await waitForMessage('1 object copied')
    await keepsAll('copies/secret.txt')

    await openBucket(bucket)
    await pressInRow('secret.txt', 'Rename')
    await dialog().getByLabel('Name', { exact: true }).fill('renamed.txt')
    await pressInDialog('Rename')
    await row('renamed.txt').waitFor()
    await keepsAll('renamed.txt')
    await openBucket(bucket)
    assert.is(String(await downloadedText(() => pressInRow('renamed.txt', 'Download'))), 'secret')
  })
}

test('after the key of a bucket is rotated, objects keep theirs when edited, and new objects get the new one', async () => {
  const kes = await startKes()
  await withConsole(await startTestConsole('minio', { storageEnv: kes.env }), () =>
    inTab({}, async () => {
      const bucket = await createBucket('rotated')
      const rotateTo = async (key: string) => {
        await goto(`/buckets/${bucket}/admin/summary?set=encryption`)
        await dialog().getByLabel('Encryption Type').selectOption('sse-kms')
        await dialog().getByLabel('KMS Key ID').fill(key)
        if (!kes.names().includes(key)) await pressInDialog('Create Key')
        await until(async () => kes.names().includes(key))
        await pressInDialog('Save')
        await waitForDialogClose()
        await page.getByText(`SSE-KMS, key ${key}`).first().waitFor()
      }
      await rotateTo('key-of-2025')
      await putObject(bucket, 'older.txt', 'older')
      await rotateTo('key-of-2026')
      await putObject(bucket, 'newer.txt', 'newer')
      await openBucket(bucket)
      await pressInRow('older.txt', 'Edit Metadata')
      await dialog().getByLabel('Cache Control').fill('no-cache')
      await pressInDialog('Save')
      await waitForMessage('Metadata of older.txt saved')
      for (const [name, key] of [
        ['older.txt', 'key-of-2025'],
        ['newer.txt', 'key-of-2026'],
      ] as const) {
        await openObject(bucket, name)
        await waitForFact('Encryption', `SSE-KMS, key ${key}`)
        await openBucket(bucket)
        assert.is(String(await downloadedText(() => pressInRow(name, 'Download'))), name.slice(0, 5))
      }
    }),
  )
})

test('an object without encryption shows none', async () => {
  const bucket = await createBucket('unsealed')
  await putObject(bucket, 'plain.txt', 'plain')
  await openObject(bucket, 'plain.txt')
  await waitForFact('Type', /./)
  assert.is(await page.getByText('Encryption', { exact: true }).count(), 0)
})
