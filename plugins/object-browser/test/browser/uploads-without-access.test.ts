import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { layoutFindings } from '../../../../test/lib/layout-findings.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { inTab, page, useConsole } from '../../../../test/browser/console.ts'
import { dialog } from '../../../../test/browser/dialogs.ts'
import { button } from '../../../../test/browser/elements.ts'
import { createBucket, putObject } from '../../../../test/browser/objects.ts'
import { goto } from '../../../../test/browser/pages.ts'

const test = suite('incomplete uploads without access')

useConsole(test)

test('an account that may upload but not list uploads sees the missing permission, in wide and narrow windows', async () => {
  await createBucket('photos')
  await createPolicy('uploader', allow(['s3:ListBucket', 's3:GetObject', 's3:PutObject'], ['photos', 'photos/*']))
  const pair = await createUser('uploader', { policies: ['uploader'] })
  for (const width of [1280, 390])
    await inTab({ pair, width }, async () => {
      await goto('/buckets/photos/browse')
      await button('Incomplete Uploads').click()
      await dialog().getByText('You cannot see incomplete uploads').waitFor()
      const action = dialog().locator('dd').getByText('s3:ListBucketMultipartUploads', { exact: true })
      const lines = await action.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
      assert.equal([lines, ...(await page.evaluate(layoutFindings))], [1], `${width} px`)
    })
})

test('an account that may list uploads but not upload opens the list, in a folder with and without objects', async () => {
  await createBucket('evidence')
  await putObject('evidence', 'a.txt', 'a')
  const actions = ['s3:ListBucket', 's3:ListBucketMultipartUploads']
  await createPolicy('auditor', allow(actions, ['evidence', 'evidence/*']))
  const pair = await createUser('auditor', { policies: ['auditor'] })
  for (const width of [1280, 390])
    await inTab({ pair, width }, async () => {
      await goto('/buckets/evidence/browse')
      await button('Upload').click()
      await page.getByRole('menuitem', { name: 'Upload File', disabled: true }).waitFor()
      await screenshot(page, `upload-menu-auditor-${width}`)
      await page.getByRole('menuitem', { name: 'Incomplete Uploads' }).click()
      await dialog().getByText('There are no incomplete uploads yet.').waitFor()
      assert.equal(await page.evaluate(layoutFindings), [], `${width} px`)
      await goto('/buckets/evidence/browse/empty/')
      await button('Incomplete Uploads').click()
      await dialog().waitFor()
      await screenshot(page, `upload-empty-auditor-${width}`)
    })
})
