import { assert } from '../lib/suite.ts'
import { screenshot } from '../lib/browser.ts'
import { createMinioClient, type MinioClient } from '../lib/minio-client.ts'
import { pageFindings } from './accessibility.ts'
import { page, storage } from './console.ts'
import { waitForDialogClose, dialog, pressInDialog } from './dialogs.ts'
import { button, row, pressInRow } from './elements.ts'
import { goto, openPage, waitForText } from './pages.ts'
import { suiteOn } from './engines.ts'

const test = suiteOn('minio', 'what other programs wrote')

const bucket = 'by-hand'
const arn = (path: string) => `arn:aws:s3:::${bucket}/${path}`
let otherClient: MinioClient

test.before(async () => {
  otherClient = createMinioClient(storage)
  await otherClient.call({ method: 'PUT', path: `/${bucket}` })
})
test.after(() => otherClient?.close())

const tab = (name: string) => goto(`/buckets/${bucket}/admin/${name}`)
const setting = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

test('access rules show exact grants, and other statements can be read', async () => {
  await otherClient.write(
    bucket,
    'policy',
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Sid: 'Links', Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: arn('links/*') },
        { Sid: 'Never', Effect: 'Deny', Principal: '*', Action: ['s3:DeleteObject'], Resource: [arn('a/*')] },
      ],
    }),
  )
  await tab('prefix')
  await row('links/').getByText('custom: s3:GetObject').waitFor()
  await page.getByText(/has 1 other statement/).waitFor()
  await page.getByRole('region', { name: 'Other statements' }).getByText('"Never"').waitFor()
  await button('Add Access Rule').click()
  await dialog().getByLabel('Prefix').fill('photos/')
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('photos/').getByText('readonly', { exact: true }).waitFor()
  await row('links/').getByText('custom: s3:GetObject').waitFor()
  await page.getByText(/has 1 other statement/).waitFor()
  assert.equal(await pageFindings(), [])
  await screenshot(page, 'foreign-access-rules')
})

test('lifecycle rules are shown with their exact scope', async () => {
  await otherClient.write(
    bucket,
    'lifecycle',
    '<LifecycleConfiguration><Rule><ID>big</ID><Status>Enabled</Status><Filter><And><ObjectSizeGreaterThan>1048576</ObjectSizeGreaterThan><Prefix>p/</Prefix></And></Filter><Expiration><Days>5</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration><NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>4</NewerNoncurrentVersions></NoncurrentVersionExpiration></Rule></LifecycleConfiguration>',
  )
  await tab('lifecycle')
  await row('big')
    .getByText(
      'Expire after 5 days with all versions, older versions after 3 days except the newest 4 (objects larger than 1.0 MiB)',
    )
    .waitFor()
  await pressInRow('big', 'Edit')
  await waitForText(/Only for objects larger than 1\.0 MiB\./, dialog())
  await dialog().getByRole('switch', { name: 'Enabled' }).click()
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('big').getByText('Disabled').waitFor()
  assert.match(await otherClient.read(bucket, 'lifecycle'), '<ObjectSizeGreaterThan>1048576<')
})

test('versioning shows its exclusions, and suspending names the ones it drops', async () => {
  const exclusions = '<ExcludedPrefixes><Prefix>tmp/*</Prefix></ExcludedPrefixes>'
  await otherClient.write(
    bucket,
    'versioning',
    `<VersioningConfiguration><Status>Enabled</Status>${exclusions}</VersioningConfiguration>`,
  )
  await tab('summary')
  await setting('Versioning').getByText('No versions of tmp/*').waitFor()
  await setting('Versioning').getByRole('button', { name: 'Edit' }).click()
  await waitForText(/exclusion of tmp\/\* from versioning is deleted/, dialog())
  await pressInDialog('Disable')
  await waitForDialogClose()
  await setting('Versioning').getByText('Suspended').waitFor()
})

test('tags of a bucket are shown, and its deletion warns of incomplete uploads', async () => {
  await otherClient.write(
    bucket,
    'tagging',
    '<Tagging><TagSet><Tag><Key>team</Key><Value>blue</Value></Tag></TagSet></Tagging>',
  )
  await otherClient.call({ method: 'POST', path: `/${bucket}/large`, query: { uploads: '' } })
  await tab('summary')
  await setting('Tags').getByText('team=blue').waitFor()
  await button('Delete Bucket').click()
  await waitForText(/1 incomplete upload is deleted too/, dialog())
  await pressInDialog('Cancel')
  await waitForDialogClose()
})

test('a policy that the server cannot return is in the list, marked, and can be deleted', async () => {
  await otherClient.policy('odd', {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', NotAction: ['s3:GetObject'], Resource: [arn('*')] }],
  })
  await otherClient.admin.send({
    method: 'PUT',
    name: 'add-user',
    query: { accessKey: 'someone' },
    sealed: { secretKey: 'long-enough', status: 'enabled' },
  })
  const assign = (policyName: string) =>
    otherClient.admin.send({
      method: 'PUT',
      name: 'set-user-or-group-policy',
      query: { policyName, userOrGroup: 'someone', isGroup: 'false' },
    })
  await assign('odd')
  await openPage('/policies', 'Policies')
  await page.getByText(/cannot list its policies because it cannot show "odd"/).waitFor()
  await row('odd').getByText('The storage server cannot read this policy').first().waitFor()
  await row('readonly').waitFor()
  assert.equal(await pageFindings(), [])
  await screenshot(page, 'foreign-policies')
  await assign('')
  await page.reload()
  await page.getByText(/an unassigned one/).waitFor()
  await otherClient.call({ method: 'DELETE', path: '/minio/admin/v3/remove-canned-policy', query: { name: 'odd' } })
  await page.reload()
  await row('readonly').waitFor()
  assert.is(await page.getByText(/cannot list its policies/).count(), 0)
})
