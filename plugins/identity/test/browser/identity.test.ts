import { readFileSync } from 'node:fs'
import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { signIn, startServer } from '../../../../test/lib/server.ts'
import { allow, createPolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, assertReadable, testedThemes } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import {
  confirm,
  waitForDialogClose,
  confirmByTyping,
  dialog,
  pressInDialog,
  chip,
  selectInDialog,
} from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { openPage, undo } from '../../../../test/browser/pages.ts'
import { secretKey, pressDisabled, pressInRow } from './user-pages.ts'

const test = suite('identity')

useConsole(test)

test('a user without a policy cannot have a service account', async () => {
  await createUser('powerless')
  await openPage('/users/powerless?tab=service-accounts', 'powerless')
  await page.getByText('There are no service accounts yet.').waitFor()
  await pressDisabled('Create service account')
  await page.getByText('Assign a policy to the user first').first().waitFor()
})

test('a service account is restricted, named, shown once and downloaded', async () => {
  await createUser('owner', { policies: ['readwrite'] })
  await openPage('/users/owner?tab=service-accounts', 'owner')
  await button('Create service account').click()
  assert.is(await dialog().getByLabel('Policy', { exact: true }).count(), 0)
  await dialog().getByLabel('Restrict with policy').click()
  await dialog().getByLabel('Customize Credentials').click()
  await dialog().getByLabel('Policy', { exact: true }).fill('{\n"Version": "2012-10-17"\n"Statement": []}')
  await dialog().getByText('Line 2: expected a comma').waitFor()
  await pressInDialog('Create')
  await dialog().getByText('An access key has at least 3 characters', { exact: true }).waitFor()
  const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::reports/*'] }
  await dialog()
    .getByLabel('Policy', { exact: true })
    .fill(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))
  await dialog().getByLabel('Access Key').fill('REPORTING-RO')
  await dialog().getByLabel('Secret Key').fill('reporting-secret')
  assert.equal(await pageFindings(), [])
  await pressInDialog('Create')

  await dialog().getByRole('heading', { name: 'New Service Account Created' }).waitFor()
  await dialog().getByText('reporting-secret').waitFor()
  assert.equal(await pageFindings(), [])
  await screenshot(page, 'service-account-created')
  const [download] = await Promise.all([page.waitForEvent('download'), pressInDialog('Download')])
  assert.is(download.suggestedFilename(), 'credentials.json')
  assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')), {
    console: [{ access_key: 'REPORTING-RO', secret_key: 'reporting-secret' }],
  })
  await pressInDialog('Done')
  await waitForDialogClose()
  await row('REPORTING-RO').waitFor()
  await page.getByRole('tab', { name: 'Service Accounts 1' }).waitFor()
  assert.is(await page.getByText('reporting-secret').count(), 0)

  await pressInRow('REPORTING-RO', 'Delete')
  await dialog().getByRole('heading', { name: 'Delete ServiceAccount' }).waitFor()
  await confirm('Delete')
  await waitForDialogClose()
  await page.getByText('There are no service accounts yet.').waitFor()
})

test('an account creates service accounts for itself with generated keys', async () => {
  await openPage('/account', 'Service Accounts')
  await button('Create service account').click()
  await pressInDialog('Create')
  const [download] = await Promise.all([page.waitForEvent('download'), pressInDialog('Download')])
  const file: { console: { access_key: string; secret_key: string }[] } = JSON.parse(
    readFileSync(await download.path(), 'utf8'),
  )
  const [keys] = file.console
  assert.ok(keys && keys.access_key.length >= 3 && keys.secret_key.length >= 8)
  await pressInDialog('Done')
  await row(keys.access_key).waitFor()
  assert.equal((await root('GET', '/api/v1/service-accounts')).json, [keys.access_key])

  await openPage('/account?create=1', 'Service Accounts')
  await dialog().getByLabel('Customize Credentials').click()
  await dialog().getByLabel('Access Key').fill(keys.access_key)
  await dialog().getByLabel('Secret Key').fill('another-secret')
  await pressInDialog('Create')
  await dialog().getByRole('alert').waitFor()
  assert.is(await dialog().getByLabel('Access Key').getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Escape')
  await dialog().getByText('Discard what you entered?').waitFor()
  await pressInDialog('Discard')
  await waitForDialogClose()
})

test('a group is created, edited, given policies, and deleted only when empty', async () => {
  await createUser('member')
  await openPage('/groups', 'Groups')
  await button('Create Group').click()
  await dialog().getByLabel('Group Name').fill('operations')
  await selectInDialog('Users', 'member')
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('operations').waitFor()
  await screenshot(page, 'groups')
  assert.equal(await pageFindings(), [])

  await pressInRow('operations', 'Set Policies')
  await dialog().getByRole('heading', { name: 'Set Policies' }).waitFor()
  await selectInDialog('Policies', 'diagnostics')
  await pressInDialog('Save')
  await waitForDialogClose()
  await pressInRow('operations', 'Set Policies')
  await dialog().getByText('1 selected').waitFor()
  await chip('diagnostics').waitFor()
  await pressInDialog('Cancel')

  await pressInRow('operations', 'Delete')
  await dialog().getByRole('heading', { name: 'Delete Group', exact: true }).waitFor()
  await confirmByTyping('operations', 'Delete')
  await dialog().getByRole('alert').waitFor()
  await pressInDialog('Cancel')

  for (const text of ['1', 'diagnostics', 'Enabled']) await row('operations').getByText(text, { exact: true }).waitFor()
  await screenshot(page, 'groups-details')
  await row('operations').getByRole('link').click()
  await page.getByRole('heading', { name: 'operations' }).waitFor()
  assert.equal(await pageFindings(), [])
  await screenshot(page, 'group')
  await pressInRow('member', 'Take Out')
  await page.getByText('This group has no members.').waitFor()
  await undo()
  await row('member').waitFor()
  await page.getByRole('tab', { name: /Policies/ }).click()
  await row('diagnostics').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Groups' }).waitFor()
  await pressInRow('operations', 'Edit')
  assert.is(await dialog().getByLabel('Group Name').getAttribute('readonly'), '')
  await chip('member').click()
  await dialog().getByLabel('Enabled').click()
  await pressInDialog('Save')
  await waitForDialogClose()
  assert.equal((await root('GET', '/api/v1/group?name=operations')).json, {
    name: 'operations',
    members: [],
    status: 'disabled',
    policy: 'diagnostics',
  })
  await pressInRow('operations', 'Delete')
  await confirmByTyping('operations', 'Delete')
  await waitForDialogClose()
  await row('operations').waitFor({ state: 'detached' })
})

test("root's password cannot be changed here, with the reason", async () => {
  await openPage('/account?password=1', 'Service Accounts')
  assert.is(await button('Change Password').getAttribute('aria-disabled'), 'true')
  assert.match(
    (await page
      .getByText(/set where the storage is started/)
      .first()
      .textContent()) ?? '',
    /root account/,
  )
  assert.is(await dialog().count(), 0)
})

test('an account changes its own password and stays signed in', async () => {
  const pair = await createUser('changing', { policies: ['readonly'] })
  const next = 'a-better-password'
  await inTab({ pair }, async () => {
    await openPage('/account', 'Service Accounts')
    await button('Change Password').click()
    const [current, fresh, again] = ['Current Password', 'New Password', 'Confirm New Password'].map((label) =>
      dialog().getByLabel(label, { exact: true }),
    )
    const save = dialog().getByRole('button', { name: 'Save' })
    await current?.fill('not my password')
    await fresh?.fill(next)
    assert.is(await save.getAttribute('aria-disabled'), 'true')
    await again?.fill('something else')
    await save.click()
    await dialog().getByText("New passwords don't match", { exact: true }).waitFor()
    await again?.fill(next)
    await save.click()
    await dialog().getByRole('alert').waitFor()
    assert.equal(await pageFindings(), [])
    await current?.fill(secretKey)
    await save.click()
    await waitForDialogClose()
    await page.getByText('Your password was changed').waitFor()
    await openPage('/account', 'Service Accounts')
  })
  const send = await signIn(server.url)
  assert.is((await send('POST', '/api/v1/login', pair)).status, 401)
  assert.is((await send('POST', '/api/v1/login', { ...pair, secretKey: next })).status, 201)
})

test("an administrator sets another user's password", async () => {
  const pair = await createUser('forgetful')
  await openPage('/users/forgetful', 'forgetful')
  await button('Change Password').click()
  await dialog().getByRole('heading', { name: 'Change User Password' }).waitFor()
  const save = dialog().getByRole('button', { name: 'Save' })
  await dialog().getByLabel('New Password', { exact: true }).fill('short')
  await dialog().getByLabel('Confirm New Password').fill('shor')
  assert.is(await save.getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Confirm New Password').fill('short')
  await save.click()
  await dialog().getByText('Passwords must be at least 8 characters long', { exact: true }).waitFor()
  await dialog().getByLabel('New Password', { exact: true }).fill('remember-this')
  await dialog().getByLabel('Confirm New Password').fill('remember-this')
  await save.click()
  await waitForDialogClose()
  const send = await signIn(server.url)
  assert.is((await send('POST', '/api/v1/login', pair)).status, 401)
  assert.is((await send('POST', '/api/v1/login', { ...pair, secretKey: 'remember-this' })).status, 201)
})

test('an account that may not list groups and policies sees the reason and can still create users', async () => {
  await createPolicy(
    'user-keeper',
    allow(
      ['ListUsers', 'CreateUser', 'DeleteUser', 'GetUser', 'EnableUser', 'DisableUser'].map((name) => `admin:${name}`),
    ),
  )
  await inTab({ pair: await createUser('keeper', { policies: ['user-keeper'] }) }, async () => {
    await openPage('/users?create=1', 'Users')
    await dialog().getByText('your policies do not allow admin:ListGroups').waitFor()
    await dialog().getByText('your policies do not allow admin:ListUserPolicies').waitFor()
    assert.equal(await pageFindings(), [])
    await dialog().getByLabel('Access Key').fill('kept')
    await dialog().getByLabel('Secret Key').fill(secretKey)
    await pressInDialog('Save')
    await pressInDialog('Save Without Policy')
    await pressInDialog('Done')
    await waitForDialogClose()
    await row('kept').waitFor()

    await openPage('/users/kept?tab=service-accounts', 'kept')
    await page.getByText('You cannot see service accounts').waitFor()
    await screenshot(page, 'no-permission')
    assert.equal(await pageFindings(), [])
  })
})

test('without the policies plugin, policies are set by name', async () => {
  const alone = await startServer({ plugins: ['identity'] })
  await inTab({ at: alone }, async () => {
    await page.goto(`${alone.url}/users?create=1`)
    await dialog().getByText('the policies plugin is switched off').waitFor()
    await dialog().getByLabel('Access Key').fill('by.name')
    await dialog().getByLabel('Secret Key').fill(secretKey)
    await dialog().getByLabel('Policy 1').fill('readonly')
    await pressInDialog('Save')
    await pressInDialog('Done')
    await waitForDialogClose()
    await row('by.name').getByText('readonly').waitFor()
  })
})

test("on a phone, a user's actions are in a menu, and the selected tab is visible", async () =>
  inTab({ width: 390, height: 844 }, async () => {
    await createUser('carried', { policies: ['readonly'] })
    const chosen = page.getByRole('tab', { selected: true })
    const isInView = async () => {
      const { x = -1, width = 0 } = (await chosen.boundingBox()) ?? {}
      return x >= 0 && x + width <= 390 && (await page.evaluate(() => document.scrollingElement?.scrollTop)) === 0
    }
    await openPage('/users/carried?tab=policies', 'carried')
    await page.getByText('1 policy', { exact: true }).waitFor()
    assert.match((await chosen.textContent()) ?? '', 'Policies')
    assert.ok(await isInView(), 'the tab in the URL')
    // focus selects the tab, and would scroll without preventScroll
    await page.getByRole('tab', { name: 'Groups' }).evaluate((tab: HTMLElement) => tab.focus({ preventScroll: true }))
    await page.getByText('This user is in no group.').waitFor()
    assert.match((await chosen.textContent()) ?? '', 'Groups')
    assert.ok(await isInView(), 'the selected tab')

    assert.is(await button('Delete User').count(), 0)
    await button('More page actions').click()
    await screenshot(page, 'phone-user-actions')
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await dialog().getByRole('heading', { name: 'Change User Password' }).waitFor()
    await page.keyboard.press('Escape')
    await waitForDialogClose()
    await button('More page actions').click()
    await page.getByRole('menuitem', { name: 'Delete User' }).click()
    await confirmByTyping('carried', 'Delete')
    await page.waitForURL(/\/users$/)
  }))

for (const theme of testedThemes) {
  test(`on a phone, in ${theme}, users and their pages fit and are accessible`, async () =>
    inTab({ width: 390, height: 844, theme }, async () => {
      const { accessKey } = await createUser(`member-${theme}`, { groups: ['first-group', 'second-group'] })
      for (const [address, title, foot] of [
        ['/users', 'Users', /^\d+ users$/],
        [`/users/${accessKey}?tab=groups`, accessKey, '2 groups'],
        ['/groups', 'Groups', /^\d+ groups$/],
        ['/account', 'Service Accounts', '1 service account'],
      ] as const) {
        await openPage(address, title)
        await page.getByText(foot).waitFor()
        await assertReadable(`phone-${theme}-${title}`)
      }
      await openPage('/users', 'Users')
      await page.getByRole('row').filter({ hasText: accessKey }).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'View' }).click()
      await page.waitForURL(`**/users/${accessKey}`)
    }))
}
