import { assert } from '../lib/suite.ts'
import { s3ServerNames } from '../lib/s3-servers.ts'
import { screenshot } from '../lib/browser.ts'
import { until } from '../lib/until.ts'
import { newTab, page, root, server } from './console.ts'
import { confirmByTyping, dialog, pressInDialog, waitForDialogClose } from './dialogs.ts'
import { button, bucketCard, disabledReason, sidebarEntry, row, pressInRow } from './elements.ts'
import { createBucket, openBucket, putObject } from './objects.ts'
import { goto, submitSignIn, waitForHeading } from './pages.ts'
import { suiteOn } from './engines.ts'

/** Screenshots of a screen, wide and narrow, if `SHOTS` names a folder. */
const takeScreenshots = async (name: string) => {
  if (!process.env.SHOTS) return
  const size = page.viewportSize()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await screenshot(page, `${name}-${width}`)
  }
  if (size) await page.setViewportSize(size)
}

/** Servers whose users the console cannot manage, and servers without versions. */
const withoutUsers = ['garage']
const withoutVersions = ['garage']
const withoutNotifications = ['versity', 'seaweedfs', 'garage']

/** Servers that confuse `a//b` with `a/b`. */
const withoutEmptyNames = ['versity', 'seaweedfs']

for (const name of s3ServerNames) {
  const test = suiteOn(name, `a console on ${name}`, {}, {}, name === s3ServerNames[0])

  test('people sign in with their S3 keys and find only what the server has', async () => {
    await newTab()
    await goto('/login')
    await takeScreenshots(`${name}-login`)
    await submitSignIn(server.root)
    await waitForHeading('Buckets')
    await takeScreenshots(`${name}-empty`)
    const hasUsers = !withoutUsers.includes(name)
    assert.is(await sidebarEntry('Users').count(), hasUsers ? 1 : 0)
    for (const label of ['Policies', 'Groups'])
      assert.is(await sidebarEntry(label).count(), hasUsers && name !== 'versity' ? 1 : 0, label)
    for (const label of ['Dashboard', 'Trace', 'Settings']) assert.is(await sidebarEntry(label).count(), 0, label)
  })

  test('a bucket is created, and its usage is unknown until it is calculated', async () => {
    await button('Create Bucket').first().click()
    await dialog().getByRole('textbox', { name: 'Bucket Name' }).fill('photos')
    await takeScreenshots(`${name}-create`)
    await pressInDialog('Save')
    await waitForDialogClose()
    await bucketCard('photos').waitFor()
    await takeScreenshots(`${name}-buckets`)
    assert.not.match(await page.locator('main').innerText(), /\b0(\.0)? B\b/)
    await bucketCard('photos').getByRole('link', { name: 'Manage' }).click()
    await waitForHeading('photos')
    await button('Calculate').first().waitFor()
    await takeScreenshots(`${name}-bucket`)
    assert.not.match(await page.locator('main').innerText(), /\b0(\.0)? B\b/)
    await button('Calculate').first().click()
    await page.getByText('0 B').first().waitFor()
  })

  test('a file is uploaded, previewed, shared and deleted', async () => {
    await openBucket('photos')
    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a note') }])
    await row('note.txt').waitFor()
    await takeScreenshots(`${name}-objects`)
    await pressInRow('note.txt', 'Preview')
    await dialog().getByText('a note').waitFor()
    await takeScreenshots(`${name}-preview`)
    await page.keyboard.press('Escape')
    await waitForDialogClose()
    await pressInRow('note.txt', 'Share')
    const link = dialog().getByLabel('Link', { exact: true })
    await until(async () => (await link.inputValue()) !== '')
    assert.is(await dialog().getByText('service account').count(), 0)
    await takeScreenshots(`${name}-share`)
    const response = await fetch(await link.inputValue())
    assert.equal([response.status, await response.text()], [200, 'a note'])
    await dialog().getByText('Close', { exact: true }).click()
    await waitForDialogClose()
    await pressInRow('note.txt', 'Delete')
    await takeScreenshots(`${name}-delete`)
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
    await row('note.txt').waitFor({ state: 'detached' })
  })

  test('quotas, access audits and notifications are disabled with the reason', async () => {
    await goto('/buckets?create=bucket')
    assert.ok(await dialog().getByRole('switch', { name: 'Quota' }).isDisabled())
    await dialog().getByText('The console cannot set quotas on this storage.').waitFor()
    await page.keyboard.press('Escape')
    await waitForDialogClose()
    await goto('/buckets/photos/admin/access')
    const audit = page.getByRole('tab', { name: 'Access Audit' })
    await audit.and(page.locator('[aria-disabled=true]')).waitFor()
    await page.getByText('This storage does not report everything that gives an account its').last().waitFor()
    assert.is(await page.getByText('could not be loaded').count(), 0)
    await takeScreenshots(`${name}-access-audit`)
    if (!withoutNotifications.includes(name)) return
    await goto('/buckets/photos/admin/events')
    await page.getByRole('tab', { name: 'Events' }).and(page.locator('[aria-disabled=true]')).waitFor()
    await page.getByText('This storage does not support bucket notifications').last().waitFor()
    assert.is(await button('Subscribe To Event').count(), 0)
  })

  test('a path that the server confuses with another one is not opened', async () => {
    await openBucket('photos')
    await button('New Path').first().click()
    await dialog().getByRole('textbox').fill('a//b')
    await pressInDialog('Open Path')
    if (!withoutEmptyNames.includes(name)) return waitForDialogClose()
    await dialog().getByText('This storage has no object names that begin with "/" or contain "//"').waitFor()
    await takeScreenshots(`${name}-path`)
    await page.keyboard.press('Escape')
    await dialog().getByRole('button', { name: 'Discard', exact: true }).or(button('New Path')).first().waitFor()
  })

  if (withoutVersions.includes(name))
    test('versions, locks and tags are disabled with the reason, and the details of an object are complete', async () => {
      assert.is((await root('POST', '/api/v1/buckets', { name: 'history', versioning: true })).status, 501)
      await createBucket('history')
      await goto('/buckets?create=bucket')
      for (const label of ['Versioning', 'Object Locking', 'Quota'])
        assert.ok(await dialog().getByRole('switch', { name: label }).isDisabled(), label)
      await page.keyboard.press('Escape')
      await waitForDialogClose()
      await putObject('history', 'note.txt', 'first')
      await goto('/buckets/history/browse/note.txt')
      await page.getByText('This storage does not support object tags').first().waitFor()
      await takeScreenshots(`${name}-object`)
      await openBucket('history')
      await disabledReason('note.txt', 'Add Tag')
      await pressInRow('note.txt', 'Copy')
      await dialog().getByText('Replace existing objects').waitFor()
      assert.is(await dialog().getByText('older versions').count(), 0)
      await page.keyboard.press('Escape')
      await waitForDialogClose()
      await goto('/buckets/history/browse?find=note')
      await row('note.txt').waitFor()
      assert.is(await page.getByText('Tag (slower)').count(), 0)
      await goto('/buckets/history/admin/lifecycle')
      await button('Add Lifecycle Rule').first().click()
      await dialog().getByText('This storage does not support versioning').first().waitFor()
      await takeScreenshots(`${name}-lifecycle`)
      await page.keyboard.press('Escape')
      await waitForDialogClose()
    })
  else
    test('an object of a versioned bucket is overwritten, and its versions are listed', async () => {
      await createBucket('history', { versioning: true })
      for (const content of ['first', 'second']) await putObject('history', 'note.txt', content)
      const { json } = await root('GET', '/api/v1/buckets/history/objects?with_versions=true')
      assert.is((json as { objects: object[] }).objects.length, 2)
      assert.is((await root('DELETE', '/api/v1/buckets/history')).status, 409)
      await openBucket('history')
      await row('note.txt').waitFor()
      await takeScreenshots(`${name}-history`)
    })

  test('a bucket with objects and an incomplete upload is emptied and deleted on its page', async () => {
    await createBucket('full')
    for (const key of ['a.txt', 'deep/b.txt']) await putObject('full', key, key)
    const upload = await root('POST', '/api/v1/buckets/full/uploads', { key: 'half.bin', size: 100_000_000 })
    assert.is(upload.status, 201)
    await goto('/buckets/full/admin/summary')
    await button('Delete Bucket').click()
    await dialog().locator('dl').getByText('15 B').waitFor()
    await takeScreenshots(`${name}-empty-bucket`)
    await confirmByTyping('full', 'Empty Bucket')
    await dialog().getByText('1 incomplete upload is deleted too.').waitFor()
    await confirmByTyping('full', 'Delete')
    await waitForDialogClose()
    await bucketCard('photos').waitFor()
    assert.is(await bucketCard('full').count(), 0)
  })

  test('addresses of other pages say that the console cannot administer the server', async () => {
    await goto('/dashboard')
    await page.getByText('The console cannot administer this server').waitFor()
  })

  if (withoutUsers.includes(name)) {
    test('a server without an IAM API says that its users are managed elsewhere', async () => {
      await goto('/users')
      await page.getByText('Users of this storage are managed elsewhere').waitFor()
      await takeScreenshots(`${name}-users`)
    })
    continue
  }

  if (name === 'versity') {
    test('a user is created with a role, which changes, gets another password, and is deleted', async () => {
      await goto('/users')
      await waitForHeading('Users')
      await button('Create User').first().click()
      assert.is(await dialog().getByText('Policies').count(), 0)
      await dialog().getByRole('textbox', { name: 'Access Key' }).fill('ana')
      await dialog().getByRole('radio', { name: 'User plus' }).check()
      await takeScreenshots(`${name}-create-user`)
      await pressInDialog('Save')
      await dialog().getByText('User Created').waitFor()
      await takeScreenshots(`${name}-user-created`)
      await pressInDialog('Done')
      await waitForDialogClose()
      await row('ana').getByText('User plus').waitFor()
      await takeScreenshots(`${name}-users`)
      await goto('/users/ana')
      await waitForHeading('ana')
      await page.getByText('Also creates buckets, which then belong to it.').waitFor()
      assert.is(await page.getByRole('tab').count(), 1)
      await takeScreenshots(`${name}-user`)
      await button('Edit').first().click()
      await dialog().getByRole('radio', { name: 'Administrator' }).check()
      await takeScreenshots(`${name}-edit-user`)
      await pressInDialog('Save')
      await waitForDialogClose()
      await page.getByText('Manages users, and uses all buckets.').waitFor()
      const body = { selectedUser: 'ana', newSecretKey: 'second-secret-key' }
      assert.is((await root('POST', '/api/v1/account/change-user-password', body)).status, 201)
      assert.is((await root('DELETE', '/api/v1/user?name=ana')).status, 204)
      assert.is((await root('GET', '/api/v1/user?name=ana')).status, 404)
    })
    continue
  }

  test('a user is created with the keys that the server generates, gets another key, and is deleted', async () => {
    await goto('/users')
    await waitForHeading('Users')
    await button('Create User').first().click()
    await takeScreenshots(`${name}-create-user`)
    assert.is(await dialog().getByRole('textbox', { name: 'Secret Key' }).count(), 0)
    await dialog().getByRole('textbox', { name: 'User Name' }).fill('ana')
    await pressInDialog('Save')
    await dialog().getByText('User Created').waitFor()
    await takeScreenshots(`${name}-user-created`)
    await pressInDialog('Done')
    await waitForDialogClose()
    await takeScreenshots(`${name}-users`)
    await goto('/users/ana?tab=service-accounts')
    await button('Create service account').first().click()
    await takeScreenshots(`${name}-create-key`)
    await dialog().getByText('They have all permissions of the user.').waitFor()
    await pressInDialog('Create')
    await dialog().getByText('New Service Account Created').waitFor()
    await pressInDialog('Done')
    await waitForDialogClose()
    const { json } = await root('GET', '/api/v1/user/ana/service-accounts')
    assert.is((json as string[]).length, 2)
    await page.getByRole('columnheader', { name: 'Last Used' }).waitFor()
    if (name === 'seaweedfs') await page.getByRole('gridcell', { name: 'Unknown' }).first().waitFor()
    await takeScreenshots(`${name}-user`)
    await goto('/users/ana?tab=overview')
    await page.getByText('Permissions may also come from groups').waitFor()
    await page.keyboard.press('Control+K')
    await dialog().getByRole('combobox').fill('Create service account')
    await dialog().getByRole('option', { name: 'Create service account' }).first().waitFor()
    await dialog().getByRole('combobox').fill('Change Password')
    await dialog().getByText('Create service account').waitFor({ state: 'detached' })
    assert.is(await dialog().getByRole('option', { name: 'Change Password' }).count(), 0)
    await page.keyboard.press('Escape')
    await waitForDialogClose()
    assert.is((await root('DELETE', '/api/v1/user?name=ana')).status, 204)
    assert.is((await root('GET', '/api/v1/user?name=ana')).status, 404)
  })
}
