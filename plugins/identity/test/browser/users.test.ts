import { assert, suite } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import { signInOnPage, openTab, screenshot } from '../../../../test/lib/browser.ts'
import { signIn } from '../../../../test/lib/server.ts'
import { createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings } from '../../../../test/browser/accessibility.ts'
import { browser, inTab, page, root, server, useConsole } from '../../../../test/browser/console.ts'
import {
  waitForDialogClose,
  confirmByTyping,
  dialog,
  pressInDialog,
  chip,
  selectInDialog,
} from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { goto, load, openPage, undo } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { secretKey, fetchUser, pressDisabled, pressInRow } from './user-pages.ts'

const test = suite('users')

const statementOf = (action: string) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: [action] }] })

useConsole(test)

test('a user is created with a policy and a group, and signs in with those rights', async () => {
  assert.is((await root('POST', '/api/v1/groups', { group: 'readers', members: [] })).status, 201)
  await openPage('/users', 'Users')
  await page.getByText('There are no users yet.').waitFor()
  await screenshot(page, 'users-none')
  assert.equal(await pageFindings(), [])

  await button('Create User').click()
  assert.is(await dialog().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Access Key').fill('ana.moreau')
  await dialog().getByLabel('Secret Key').fill('short')
  await selectInDialog('Policies', 'readonly')
  await selectInDialog('Groups', 'readers')
  assert.equal(await pageFindings(), [])
  await pressInDialog('Save')
  await dialog().getByText('Passwords must be at least 8 characters long', { exact: true }).waitFor()
  await dialog().getByLabel('Secret Key').fill(secretKey)
  await pressInDialog('Save')
  await dialog().getByRole('heading', { name: 'User Created' }).waitFor()
  await dialog().getByText(secretKey, { exact: true }).waitFor()
  await screenshot(page, 'user-created')
  assert.equal(await pageFindings(), [])
  await pressInDialog('Done')
  await waitForDialogClose()

  await row('ana.moreau').getByText('readonly').waitFor()
  assert.equal(await fetchUser('ana.moreau'), {
    accessKey: 'ana.moreau',
    policy: ['readonly'],
    memberOf: ['readers'],
    status: 'enabled',
    hasPolicy: true,
  })
  await inTab({ pair: { accessKey: 'ana.moreau', secretKey } }, async () => {
    await goto('/')
    await page.getByRole('link', { name: 'Service Accounts' }).waitFor()
    assert.is(await page.getByRole('link', { name: 'Users' }).count(), 0)
  })
})

test('the list shows the policies of groups, or that they are unknown to an account that may not read groups', async () => {
  for (const [path, body] of [
    ['/api/v1/groups', { group: 'diagnosers', members: ['ana.moreau'] }],
    ['/api/v1/policies', { name: 'list-users', policy: statementOf('admin:ListUsers') }],
    ['/api/v1/users', { accessKey: 'lister', secretKey, groups: [], policies: ['list-users'] }],
  ] as const)
    assert.is((await root('POST', path, body)).status, 201)
  const policy = { name: ['diagnostics'], entityType: 'group', entityName: 'diagnosers' }
  assert.is((await root('PUT', '/api/v1/set-policy', policy)).status, 204)
  await openPage('/users', 'Users')
  await row('ana.moreau').getByText('diagnostics (diagnosers)').waitFor({ state: 'attached' })
  await row('ana.moreau').getByText('readonly', { exact: true }).waitFor()
  await screenshot(page, 'users-policies-of-groups')
  await inTab({ pair: { accessKey: 'lister', secretKey } }, async () => {
    await openPage('/users', 'Users')
    await row('ana.moreau').getByText('unknown (diagnosers)').waitFor({ state: 'attached' })
  })
})

test('the palette opens the dialog to create a user, and closing it leaves the list', async () => {
  await openPage('/groups', 'Groups')
  await page.keyboard.press('Control+k')
  await dialog().getByRole('combobox').fill('create user')
  await page.keyboard.press('Enter')
  await dialog().getByRole('heading', { name: 'Create User' }).waitFor()
  await page.keyboard.press('Escape')
  await waitForDialogClose()
  const { pathname, search } = new URL(page.url())
  assert.equal([pathname, search], ['/users', ''])
})

test('a new administrator creates a user with a generated key, restricted to a folder, and the user has just that right', async () => {
  assert.is((await root('POST', '/api/v1/buckets', { name: 'docs' })).status, 201)
  await openPage('/users?create=1', 'Users')
  await dialog().getByLabel('Access Key').fill('uploader')
  const secretKey = await dialog().getByLabel('Secret Key').inputValue()
  assert.match(secretKey, /^[A-Za-z0-9]{24}$/)
  await dialog().getByRole('button', { name: 'Regenerate' }).click()
  const secret = await dialog().getByLabel('Secret Key').inputValue()
  assert.is.not(secret, secretKey)
  // the second click of a double click answers nothing
  await dialog().getByRole('button', { name: 'Save', exact: true }).dblclick({ delay: 30 })
  await page.getByRole('dialog', { name: 'Save without any policy?' }).waitFor()
  assert.is(await page.getByText('Discard what you entered?').count(), 0)
  await screenshot(page, 'user-without-policy')
  await page.getByRole('button', { name: 'Save Without Policy' }).click()
  await dialog().getByText(secret, { exact: true }).waitFor()
  for (const lose of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await lose()
    await dialog().getByText('Close without the secret key?').waitFor()
    await screenshot(page, 'user-keys-lost')
    await pressInDialog('Keep Open')
  }
  await dialog().getByRole('link', { name: 'Restrict it to a bucket or folder' }).click()

  await page.waitForURL(/\/policies\?create=1&user=uploader$/)
  await dialog().getByText('uploader').waitFor()
  await dialog().getByLabel('Policy Name').fill('docs-in')
  await dialog().getByLabel('Start From').selectOption('Read and upload in one folder')
  await dialog().getByLabel('Bucket', { exact: true }).selectOption('docs')
  await dialog().getByLabel('Folder').fill('in')
  await screenshot(page, 'policy-from-template')
  assert.equal(await pageFindings(), [])
  await pressInDialog('Save')
  await waitForDialogClose()
  assert.equal((await fetchUser('uploader')).policy, ['docs-in'])
  await page.goBack()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  assert.is(new URL(page.url()).search, '')

  const may = await signIn(server.url, { accessKey: 'uploader', secretKey: secret })
  const { json } = await may('POST', '/api/v1/has-permission', {
    actions: ['in/a', 'out/a'].flatMap((object) =>
      ['s3:PutObject', 's3:DeleteObject'].map((action) => ({
        id: `${action} ${object}`,
        action,
        bucket_name: 'docs',
        object,
      })),
    ),
  })
  const granted = (json as { permissions: { id: string; can: boolean }[] }).permissions.filter(({ can }) => can)
  assert.equal(pluck(granted, 'id'), ['s3:PutObject in/a'])
})

test('a taken access key is reported in the dialog, which stays open', async () => {
  await createUser('taken')
  await openPage('/users?create=1', 'Users')
  await dialog().getByLabel('Access Key').fill('taken')
  await dialog().getByLabel('Secret Key').fill(secretKey)
  await selectInDialog('Policies', 'readonly')
  await pressInDialog('Save')
  await dialog().getByRole('alert').getByText('already in use').waitFor()
  await pressInDialog('Cancel')
  await waitForDialogClose()
  assert.is(new URL(page.url()).search, '')
})

test('selected users are added to groups, the summary names them, and closing it clears the selection', async () => {
  await createUser('one', { groups: ['first'] })
  await createUser('two')
  await openPage('/users', 'Users')
  assert.is(await button('Add to Group').getAttribute('aria-disabled'), 'true')
  await page.getByLabel('Select one').check()
  await page.getByLabel('Select two').check()
  await page.getByText('2 selected').waitFor()
  await button('Add to Group').click()
  await dialog().getByRole('heading', { name: 'Add Users to Group' }).waitFor()
  assert.is(await dialog().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true')
  await selectInDialog('Groups', 'readers')
  await pressInDialog('Save')
  await dialog().getByText('The selected users were added to the following groups.').waitFor()
  await dialog().getByText('readers').waitFor()
  await screenshot(page, 'users-added')
  await pressInDialog('Done')
  await waitForDialogClose()
  await page.getByText('2 selected').waitFor({ state: 'detached' })
  await row('one').getByText('first, readers').waitFor()
  assert.equal((await fetchUser('two')).memberOf, ['readers'])
})

test('Undo of adding to a group keeps earlier members', async () => {
  await createUser('undo-one', { groups: ['undo-team'] })
  await createUser('undo-two')
  await openPage('/users?search=undo', 'Users')
  await page.getByLabel('Select undo-one').check()
  await page.getByLabel('Select undo-two').check()
  await button('Add to Group').click()
  await selectInDialog('Groups', 'undo-team')
  await pressInDialog('Save')
  await dialog().getByText('The selected users were added to the following groups.').waitFor()
  assert.equal((await fetchUser('undo-two')).memberOf, ['undo-team'])
  await pressInDialog('Undo')
  await waitForDialogClose()
  assert.equal((await fetchUser('undo-one')).memberOf, ['undo-team'])
  assert.equal((await fetchUser('undo-two')).memberOf, [])
  await pressInRow('undo-one', 'Edit')
  await dialog().getByLabel('Enabled').click()
  await pressInDialog('Save')
  await page.getByText(/^User .+ updated$/).waitFor()
  assert.is((await fetchUser('undo-one')).status, 'disabled')
  await undo()
  await until(async () => (await fetchUser('undo-one')).status === 'enabled')
  assert.equal((await fetchUser('undo-one')).memberOf, ['undo-team'])
})

test('a user is edited with a fixed access key', async () => {
  await createUser('edited', { groups: ['readers'] })
  await openPage('/users?search=edited', 'Users')
  await pressInRow('edited', 'Edit')
  const key = dialog().getByLabel('Access Key')
  assert.is(await key.inputValue(), 'edited')
  assert.is(await key.getAttribute('readonly'), '')
  await dialog().getByLabel('Enabled').click()
  await chip('readers').click()
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('edited').getByText('Disabled').waitFor()
  const { status, memberOf } = await fetchUser('edited')
  assert.equal({ status, memberOf }, { status: 'disabled', memberOf: [] })
})

test('disabling a user shows immediately and ends its session', async () => {
  const pair = await createUser('leaving', { policies: ['readwrite'] })
  const other = await openTab(browser)
  await signInOnPage(other.page, { url: server.url, root: pair })
  await openPage('/users/leaving', 'leaving')
  await page.getByText('Status: Enabled').waitFor()
  await button('Disable').click()
  await page.getByText('Status: Disabled').waitFor()
  await button('Enable').waitFor()
  await until(async () => (await fetchUser('leaving')).status === 'disabled')

  await load('/account', other.page)
  await other.page.waitForURL(/\/login$/)
  const { status } = await (await signIn(server.url))('POST', '/api/v1/login', pair)
  assert.is(status, 401)

  await button('Enable').click()
  await until(async () => (await fetchUser('leaving')).status === 'enabled')
  assert.is((await (await signIn(server.url))('POST', '/api/v1/login', pair)).status, 201)
  await other.page.context().close()
})

test('an account cannot delete or disable itself', async () => {
  const reason = 'You cannot delete yourself'
  await inTab({ pair: await createUser('myself', { policies: ['consoleAdmin'] }) }, async () => {
    await openPage('/users?search=myself', 'Users')
    await row('myself').getByText('You', { exact: true }).waitFor()
    await pressInRow('myself', 'Delete')
    await page.getByText(reason).first().waitFor()
    assert.is(await dialog().count(), 0)
    await openPage('/users/myself', 'myself')
    await pressDisabled('Disable')
    await pressDisabled('Delete User')
    const answer = await page.evaluate(
      async () => (await fetch('/api/v1/user?name=myself', { method: 'DELETE' })).status,
    )
    assert.is(answer, 403)
  })
  assert.is((await fetchUser('myself')).status, 'enabled')
})

test('groups and policies of a user are edited in its tabs, which the URL remembers', async () => {
  await createUser('tabbed', { policies: ['readonly'] })
  await openPage('/users/tabbed', 'tabbed')
  await page.getByText('Attached directly').waitFor()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await page.getByText('This user is in no group.').waitFor()
  await button('Set Groups').click()
  await dialog().getByRole('heading', { name: 'Set Groups' }).waitFor()
  await selectInDialog('Groups', 'readers')
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('readers').waitFor()

  await page.getByRole('tab', { name: 'Policies' }).click()
  assert.is(new URL(page.url()).search, '?tab=policies')
  await button('Set Policies').click()
  await dialog().getByRole('heading', { name: 'Set Policies' }).waitFor()
  await chip('readonly').waitFor()
  const policies = dialog().getByRole('combobox', { name: 'Policies' })
  await policies.fill('diag')
  await dialog().getByRole('option').first().waitFor()
  assert.is(await dialog().getByRole('option').count(), 1)
  assert.equal(await pageFindings(), [])
  await policies.press('Escape')
  assert.is(await policies.inputValue(), '')
  await selectInDialog('Policies', 'diagnostics')
  assert.equal(await pageFindings(), [])
  await pressInDialog('Save')
  await waitForDialogClose()
  await row('diagnostics').waitFor()
  const { policy, memberOf } = await fetchUser('tabbed')
  assert.equal({ policy: policy.sort(), memberOf }, { policy: ['diagnostics', 'readonly'], memberOf: ['readers'] })

  await page.reload()
  await row('diagnostics').getByRole('link', { name: 'diagnostics' }).click()
  await page.waitForURL(/\/policies\/diagnostics$/)
  await page.goBack()
  await row('diagnostics').waitFor()
  assert.is(await page.getByRole('tab', { name: 'Policies' }).getAttribute('aria-selected'), 'true')
})

test('a deleted user leaves the list and cannot sign in', async () => {
  const pair = await createUser('gone')
  await openPage('/users/gone', 'gone')
  await button('Delete User').click()
  await dialog().getByText('It cannot be undone.').waitFor()
  assert.equal(await pageFindings(), [])
  await confirmByTyping('gone', 'Delete')
  await page.waitForURL(/\/users$/)
  await row('ana.moreau').waitFor()
  assert.is(await row('gone').count(), 0)
  assert.is((await (await signIn(server.url))('POST', '/api/v1/login', pair)).status, 401)
  await openPage('/users/gone', 'gone')
  await page.getByText('There is no user "gone"').waitFor()
  await page.getByRole('link', { name: 'All Users' }).waitFor()
})

test('a user whose name needs encoding is found by its URL', async () => {
  const name = 'cn=100% a/b?#&'.replace('=', '-')
  await createUser(name)
  await openPage('/users', 'Users')
  await row(name).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('Status: Enabled').waitFor()
})
