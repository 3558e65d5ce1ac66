import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { login, openTab, screenshot } from '../lib/browser.ts'
import { signIn, startServer } from '../lib/server.ts'
import { allow, policyOf, userOf } from './accounts.ts'
import {
  agree,
  at,
  browser,
  button,
  closed,
  confirmed,
  dialog,
  findings,
  inTab,
  openPage,
  page,
  press,
  readable,
  root,
  row,
  seenThemes,
  server,
  until,
  useConsole,
} from './console.ts'

const test = suite('identity')

useConsole(test)

const secretKey = 'a-good-password'

const userOnServer = async (name: string) =>
  (await root('GET', `/api/v1/user?name=${encodeURIComponent(name)}`)).json as {
    status: string
    policy: string[]
    memberOf: string[]
  }

const check = (name: string) => dialog().getByLabel(`Select ${name}`, { exact: true }).check()

/** Presses what is disabled, which playwright would wait for. */
const pressDisabled = async (name: string) => {
  assert.is(await button(name).getAttribute('aria-disabled'), 'true')
  await button(name).click({ force: true })
  assert.is(await dialog().count(), 0)
}

const inRow = async (name: string, action: string) => {
  await row(name).hover()
  await row(name).getByRole('button', { name: action, exact: true }).click({ force: true })
}

test('a user is made with a policy and a group, and signs in with those rights', async () => {
  assert.is((await root('POST', '/api/v1/groups', { group: 'readers', members: [] })).status, 201)
  await openPage('/users', 'Users')
  await page.getByText('There are no users yet.').waitFor()
  await screenshot(page, 'users-none')
  assert.equal(await findings(), [])

  await button('Create User').click()
  assert.is(await dialog().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Access Key').fill('ana.moreau')
  await dialog().getByLabel('Secret Key').fill('short')
  await check('readonly')
  await check('readers')
  assert.equal(await findings(), [])
  await press('Save')
  await dialog().getByText('Passwords must be at least 8 characters long', { exact: true }).waitFor()
  await dialog().getByLabel('Secret Key').fill(secretKey)
  await press('Save')
  await dialog().getByRole('heading', { name: 'User Created' }).waitFor()
  await dialog().getByText(secretKey, { exact: true }).waitFor()
  await screenshot(page, 'user-created')
  assert.equal(await findings(), [])
  await press('Done')
  await closed()

  await row('ana.moreau').getByText('readonly').waitFor()
  assert.equal(await userOnServer('ana.moreau'), {
    accessKey: 'ana.moreau',
    policy: ['readonly'],
    memberOf: ['readers'],
    status: 'enabled',
    hasPolicy: true,
  })
  await inTab({ pair: { accessKey: 'ana.moreau', secretKey } }, async () => {
    await at('/')
    await page.getByRole('link', { name: 'Service Accounts' }).waitFor()
    assert.is(await page.getByRole('link', { name: 'Users' }).count(), 0)
  })
})

test('the palette opens the dialog that makes a user, and closing it leaves the list', async () => {
  await openPage('/groups', 'Groups')
  await page.keyboard.press('Control+k')
  await dialog().getByRole('combobox').fill('create user')
  await page.keyboard.press('Enter')
  await dialog().getByRole('heading', { name: 'Create User' }).waitFor()
  await page.keyboard.press('Escape')
  await closed()
  const { pathname, search } = new URL(page.url())
  assert.equal([pathname, search], ['/users', ''])
})

test('a newcomer makes a user with a made key, restricts it to a folder, and the user may do just that', async () => {
  assert.is((await root('POST', '/api/v1/buckets', { name: 'docs' })).status, 201)
  await openPage('/users?create=1', 'Users')
  await dialog().getByLabel('Access Key').fill('uploader')
  const made = await dialog().getByLabel('Secret Key').inputValue()
  assert.match(made, /^[A-Za-z0-9]{24}$/)
  await dialog().getByRole('button', { name: 'Regenerate' }).click()
  const secret = await dialog().getByLabel('Secret Key').inputValue()
  assert.is.not(secret, made)
  await press('Save')
  await page.getByRole('dialog', { name: 'Save without any policy?' }).waitFor()
  await screenshot(page, 'user-without-policy')
  await page.getByRole('button', { name: 'Save Without Policy' }).click()
  await dialog().getByText(secret, { exact: true }).waitFor()
  await dialog().getByRole('link', { name: 'Restrict it to a bucket or folder' }).click()

  await page.waitForURL(/\/policies\?create=1&user=uploader$/)
  await dialog().getByText('uploader').waitFor()
  await dialog().getByLabel('Policy Name').fill('docs-in')
  await dialog().getByLabel('Start From').selectOption('Read and upload in one folder')
  await dialog().getByLabel('Bucket', { exact: true }).selectOption('docs')
  await dialog().getByLabel('Folder').fill('in')
  await screenshot(page, 'policy-from-template')
  assert.equal(await findings(), [])
  await press('Save')
  await closed()
  assert.equal((await userOnServer('uploader')).policy, ['docs-in'])
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
  assert.equal(
    granted.map(({ id }) => id),
    ['s3:PutObject in/a'],
  )
})

test('an access key that is taken is told in the dialog, which stays open', async () => {
  await userOf('taken')
  await openPage('/users?create=1', 'Users')
  await dialog().getByLabel('Access Key').fill('taken')
  await dialog().getByLabel('Secret Key').fill(secretKey)
  await check('readonly')
  await press('Save')
  await dialog().getByRole('alert').getByText('already in use').waitFor()
  await press('Cancel')
  await closed()
  assert.is(new URL(page.url()).search, '')
})

test('selected users are added to groups, the summary names them, and closing it clears the selection', async () => {
  await userOf('one', { groups: ['first'] })
  await userOf('two')
  await openPage('/users', 'Users')
  assert.is(await button('Add to Group').getAttribute('aria-disabled'), 'true')
  await page.getByLabel('Select one').check()
  await page.getByLabel('Select two').check()
  await page.getByText('2 selected').waitFor()
  await button('Add to Group').click()
  await dialog().getByRole('heading', { name: 'Add Users to Group' }).waitFor()
  assert.is(await dialog().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true')
  await check('readers')
  await press('Save')
  await dialog().getByText('The selected users were added to the following groups.').waitFor()
  await dialog().getByText('readers').waitFor()
  await screenshot(page, 'users-added')
  await press('Done')
  await closed()
  await page.getByText('2 selected').waitFor({ state: 'detached' })
  await row('one').getByText('first, readers').waitFor()
  assert.equal((await userOnServer('two')).memberOf, ['readers'])
})

test('adding to a group can be undone, which takes nobody out who was in it before', async () => {
  await userOf('undo-one', { groups: ['undo-team'] })
  await userOf('undo-two')
  await openPage('/users?search=undo', 'Users')
  await page.getByLabel('Select undo-one').check()
  await page.getByLabel('Select undo-two').check()
  await button('Add to Group').click()
  await check('undo-team')
  await press('Save')
  await dialog().getByText('The selected users were added to the following groups.').waitFor()
  assert.equal((await userOnServer('undo-two')).memberOf, ['undo-team'])
  await press('Undo')
  await closed()
  assert.equal((await userOnServer('undo-one')).memberOf, ['undo-team'])
  assert.equal((await userOnServer('undo-two')).memberOf, [])
  await inRow('undo-one', 'Edit')
  await dialog().getByLabel('Enabled').click()
  await press('Save')
  await page.getByText('User successfully updated').waitFor()
  assert.is((await userOnServer('undo-one')).status, 'disabled')
  await button('Undo').click()
  await until(async () => (await userOnServer('undo-one')).status === 'enabled')
  assert.equal((await userOnServer('undo-one')).memberOf, ['undo-team'])
})

test('a user is edited with a fixed access key', async () => {
  await userOf('edited', { groups: ['readers'] })
  await openPage('/users?search=edited', 'Users')
  await inRow('edited', 'Edit')
  const key = dialog().getByLabel('Access Key')
  assert.is(await key.inputValue(), 'edited')
  assert.is(await key.getAttribute('readonly'), '')
  await dialog().getByLabel('Enabled').click()
  await dialog().getByLabel('Select readers').uncheck()
  await press('Save')
  await closed()
  await row('edited').getByText('Disabled').waitFor()
  const { status, memberOf } = await userOnServer('edited')
  assert.equal({ status, memberOf }, { status: 'disabled', memberOf: [] })
})

test('disabling a user shows at once and ends its session', async () => {
  const pair = await userOf('leaving', { policies: ['readwrite'] })
  const other = await openTab(browser)
  await login(other.page, { url: server.url, root: pair })
  await openPage('/users/leaving', 'leaving')
  await page.getByText('Status: Enabled').waitFor()
  await button('Disable').click()
  await page.getByText('Status: Disabled').waitFor()
  await button('Enable').waitFor()
  await until(async () => (await userOnServer('leaving')).status === 'disabled')

  await other.page.goto(`${server.url}/account`)
  await other.page.waitForURL(/\/login$/)
  const { status } = await (await signIn(server.url))('POST', '/api/v1/login', pair)
  assert.is(status, 401)

  await button('Enable').click()
  await until(async () => (await userOnServer('leaving')).status === 'enabled')
  assert.is((await (await signIn(server.url))('POST', '/api/v1/login', pair)).status, 201)
  await other.page.context().close()
})

test('who is signed in cannot delete or disable themself', async () => {
  const reason = 'You cannot delete yourself'
  await inTab({ pair: await userOf('myself', { policies: ['consoleAdmin'] }) }, async () => {
    await openPage('/users?search=myself', 'Users')
    await row('myself').getByText('You', { exact: true }).waitFor()
    await inRow('myself', 'Delete')
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
  assert.is((await userOnServer('myself')).status, 'enabled')
})

test('groups and policies of a user are set in its tabs, which the address remembers', async () => {
  await userOf('tabbed', { policies: ['readonly'] })
  await openPage('/users/tabbed', 'tabbed')
  await page.getByText('This user is in no group.').waitFor()
  await button('Add to Groups').click()
  await dialog().getByRole('heading', { name: 'Set Groups' }).waitFor()
  await check('readers')
  await press('Save')
  await closed()
  await row('readers').waitFor()

  await page.getByRole('tab', { name: 'Policies' }).click()
  assert.is(new URL(page.url()).search, '?tab=policies')
  await button('Assign Policies').click()
  await dialog().getByRole('heading', { name: 'Set Policies' }).waitFor()
  assert.ok(await dialog().getByLabel('Select readonly').isChecked())
  await dialog().getByRole('searchbox').fill('diag')
  await dialog().getByLabel('Select consoleAdmin').waitFor({ state: 'detached' })
  await dialog().getByRole('searchbox').press('Escape')
  assert.is(await dialog().getByRole('searchbox').inputValue(), '')
  await check('diagnostics')
  assert.equal(await findings(), [])
  await press('Save')
  await closed()
  await row('diagnostics').waitFor()
  const { policy, memberOf } = await userOnServer('tabbed')
  assert.equal({ policy: policy.sort(), memberOf }, { policy: ['diagnostics', 'readonly'], memberOf: ['readers'] })

  await page.reload()
  await row('diagnostics').getByRole('link', { name: 'diagnostics' }).click()
  await page.waitForURL(/\/policies\/diagnostics$/)
  await page.goBack()
  await row('diagnostics').waitFor()
  assert.is(await page.getByRole('tab', { name: 'Policies' }).getAttribute('aria-selected'), 'true')
})

test('a user without a policy is given no service account', async () => {
  await userOf('powerless')
  await openPage('/users/powerless?tab=service-accounts', 'powerless')
  await page.getByText('There are no service accounts yet.').waitFor()
  await pressDisabled('Create service account')
  await page.getByText('Assign a policy to the user first').first().waitFor()
})

test('a service account is restricted, named, shown once and downloaded', async () => {
  await userOf('owner', { policies: ['readwrite'] })
  await openPage('/users/owner?tab=service-accounts', 'owner')
  await button('Create service account').click()
  assert.is(await dialog().getByLabel('Policy', { exact: true }).count(), 0)
  await dialog().getByLabel('Restrict with policy').click()
  await dialog().getByLabel('Customize Credentials').click()
  await dialog().getByLabel('Policy', { exact: true }).fill('{\n"Version": "2012-10-17"\n"Statement": []}')
  await dialog().getByText('Line 2: expected a comma').waitFor()
  await press('Create')
  await dialog().getByText('An access key has at least 3 characters', { exact: true }).waitFor()
  const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::reports/*'] }
  await dialog()
    .getByLabel('Policy', { exact: true })
    .fill(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))
  await dialog().getByLabel('Access Key').fill('REPORTING-RO')
  await dialog().getByLabel('Secret Key').fill('reporting-secret')
  assert.equal(await findings(), [])
  await press('Create')

  await dialog().getByRole('heading', { name: 'New Service Account Created' }).waitFor()
  await dialog().getByText('reporting-secret').waitFor()
  assert.equal(await findings(), [])
  await screenshot(page, 'service-account-created')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download')])
  assert.is(download.suggestedFilename(), 'credentials.json')
  assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')), {
    console: [{ access_key: 'REPORTING-RO', secret_key: 'reporting-secret' }],
  })
  await press('Done')
  await closed()
  await row('REPORTING-RO').waitFor()
  await page.getByRole('tab', { name: 'Service Accounts 1' }).waitFor()
  assert.is(await page.getByText('reporting-secret').count(), 0)

  await inRow('REPORTING-RO', 'Delete')
  await dialog().getByRole('heading', { name: 'Delete ServiceAccount' }).waitFor()
  await agree('Delete')
  await closed()
  await page.getByText('There are no service accounts yet.').waitFor()
})

test("one makes a service account of one's own with generated keys", async () => {
  await openPage('/account', 'Service Accounts')
  await button('Create service account').click()
  await press('Create')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download')])
  const file: { console: { access_key: string; secret_key: string }[] } = JSON.parse(
    readFileSync(await download.path(), 'utf8'),
  )
  const [keys] = file.console
  assert.ok(keys && keys.access_key.length >= 3 && keys.secret_key.length >= 8)
  await press('Done')
  await row(keys.access_key).waitFor()
  assert.equal((await root('GET', '/api/v1/service-accounts')).json, [keys.access_key])

  await openPage('/account?create=1', 'Service Accounts')
  await dialog().getByLabel('Customize Credentials').click()
  await dialog().getByLabel('Access Key').fill(keys.access_key)
  await dialog().getByLabel('Secret Key').fill('another-secret')
  await press('Create')
  await dialog().getByRole('alert').waitFor()
  assert.is(await dialog().getByLabel('Access Key').getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Escape')
  await dialog().getByText('Discard what you entered?').waitFor()
  await press('Discard')
  await closed()
})

test('a group is made, edited, given policies, and deleted only once it is empty', async () => {
  await userOf('member')
  await openPage('/groups', 'Groups')
  await button('Create Group').click()
  await dialog().getByLabel('Group Name').fill('operations')
  await check('member')
  await press('Save')
  await closed()
  await row('operations').waitFor()
  await screenshot(page, 'groups')
  assert.equal(await findings(), [])

  await inRow('operations', 'Set Policies')
  await dialog().getByRole('heading', { name: 'Set Policies' }).waitFor()
  await check('diagnostics')
  await press('Save')
  await closed()
  await inRow('operations', 'Set Policies')
  await dialog().getByText('1 selected').waitFor()
  assert.ok(await dialog().getByLabel('Select diagnostics').isChecked())
  await press('Cancel')

  await inRow('operations', 'Delete')
  await dialog().getByRole('heading', { name: 'Delete User', exact: true }).waitFor()
  await confirmed('operations', 'Delete')
  await dialog().getByRole('alert').waitFor()
  await press('Cancel')

  for (const text of ['1', 'diagnostics', 'Enabled']) await row('operations').getByText(text, { exact: true }).waitFor()
  await screenshot(page, 'groups-details')
  await row('operations').getByRole('link').click()
  await page.getByRole('heading', { name: 'operations' }).waitFor()
  assert.equal(await findings(), [])
  await screenshot(page, 'group')
  await inRow('member', 'Take Out')
  await page.getByText('Nobody is in this group.').waitFor()
  await button('Undo').click()
  await row('member').waitFor()
  await page.getByRole('tab', { name: /Policies/ }).click()
  await row('diagnostics').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Groups' }).waitFor()
  await inRow('operations', 'Edit')
  assert.is(await dialog().getByLabel('Group Name').getAttribute('readonly'), '')
  await dialog().getByLabel('Select member').uncheck()
  await dialog().getByLabel('Enabled').click()
  await press('Save')
  await closed()
  assert.equal((await root('GET', '/api/v1/group?name=operations')).json, {
    name: 'operations',
    members: [],
    status: 'disabled',
    policy: 'diagnostics',
  })
  await inRow('operations', 'Delete')
  await confirmed('operations', 'Delete')
  await closed()
  await row('operations').waitFor({ state: 'detached' })
})

test('the password of root is not the console to change, and why is said', async () => {
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

test("one changes one's own password and stays signed in", async () => {
  const pair = await userOf('changing', { policies: ['readonly'] })
  const next = 'a-better-password'
  await inTab({ pair }, async () => {
    await openPage('/account', 'Service Accounts')
    await button('Change Password').click()
    const [current, fresh, again] = ['Current Password', 'New Password', 'Type New Password Again'].map((label) =>
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
    assert.equal(await findings(), [])
    await current?.fill(secretKey)
    await save.click()
    await closed()
    await page.getByText('Your password was changed').waitFor()
    await openPage('/account', 'Service Accounts')
  })
  const send = await signIn(server.url)
  assert.is((await send('POST', '/api/v1/login', pair)).status, 401)
  assert.is((await send('POST', '/api/v1/login', { ...pair, secretKey: next })).status, 201)
})

test('another user is given a new password', async () => {
  const pair = await userOf('forgetful')
  await openPage('/users/forgetful', 'forgetful')
  await button('Change Password').click()
  await dialog().getByRole('heading', { name: 'Change User Password' }).waitFor()
  const save = dialog().getByRole('button', { name: 'Save' })
  await dialog().getByLabel('New Password', { exact: true }).fill('short')
  await dialog().getByLabel('Type New Password Again').fill('shor')
  assert.is(await save.getAttribute('aria-disabled'), 'true')
  await dialog().getByLabel('Type New Password Again').fill('short')
  await save.click()
  await dialog().getByText('Passwords must be at least 8 characters long', { exact: true }).waitFor()
  await dialog().getByLabel('New Password', { exact: true }).fill('remember-this')
  await dialog().getByLabel('Type New Password Again').fill('remember-this')
  await save.click()
  await closed()
  const send = await signIn(server.url)
  assert.is((await send('POST', '/api/v1/login', pair)).status, 401)
  assert.is((await send('POST', '/api/v1/login', { ...pair, secretKey: 'remember-this' })).status, 201)
})

test('a deleted user is gone from the list and cannot sign in', async () => {
  const pair = await userOf('gone')
  await openPage('/users/gone', 'gone')
  await button('Delete User').click()
  await dialog().getByText('It cannot be undone.').waitFor()
  assert.equal(await findings(), [])
  await confirmed('gone', 'Delete')
  await page.waitForURL(/\/users$/)
  await row('ana.moreau').waitFor()
  assert.is(await row('gone').count(), 0)
  assert.is((await (await signIn(server.url))('POST', '/api/v1/login', pair)).status, 401)
  await openPage('/users/gone', 'gone')
  await page.getByText('The user could not be loaded').waitFor()
})

test('a user whose name needs encoding is found again by its address', async () => {
  const name = 'cn=100% a/b?#&'.replace('=', '-')
  await userOf(name)
  await openPage('/users', 'Users')
  await row(name).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('Status: Enabled').waitFor()
})

test('who may not list groups and policies is told so and makes users all the same', async () => {
  await policyOf(
    'user-keeper',
    allow(
      ['ListUsers', 'CreateUser', 'DeleteUser', 'GetUser', 'EnableUser', 'DisableUser'].map((name) => `admin:${name}`),
    ),
  )
  await inTab({ pair: await userOf('keeper', { policies: ['user-keeper'] }) }, async () => {
    await openPage('/users?create=1', 'Users')
    await dialog().getByText('your policies do not allow admin:ListGroups').waitFor()
    await dialog().getByText('your policies do not allow admin:ListUserPolicies').waitFor()
    assert.equal(await findings(), [])
    await dialog().getByLabel('Access Key').fill('kept')
    await dialog().getByLabel('Secret Key').fill(secretKey)
    await press('Save')
    await press('Save Without Policy')
    await press('Done')
    await closed()
    await row('kept').waitFor()

    await openPage('/users/kept?tab=service-accounts', 'kept')
    await page.getByText('You cannot see service accounts').waitFor()
    await screenshot(page, 'no-permission')
    assert.equal(await findings(), [])
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
    await press('Save')
    await press('Done')
    await closed()
    await row('by.name').getByText('readonly').waitFor()
  })
  await alone.stop()
})

test('on a phone, what can be done with a user is in a menu, and the chosen tab in view', async () =>
  inTab({ width: 390, height: 844 }, async () => {
    await userOf('carried', { policies: ['readonly'] })
    const chosen = page.getByRole('tab', { selected: true })
    const isInView = async () => {
      const { x = -1, width = 0 } = (await chosen.boundingBox()) ?? {}
      return x >= 0 && x + width <= 390 && (await page.evaluate(() => document.scrollingElement?.scrollTop)) === 0
    }
    await openPage('/users/carried?tab=policies', 'carried')
    await page.getByText('1 policy', { exact: true }).waitFor()
    assert.match((await chosen.textContent()) ?? '', 'Policies')
    assert.ok(await isInView(), 'the tab that the address names')
    // the focus alone would make the browser scroll, and chooses
    await page.getByRole('tab', { name: 'Groups' }).evaluate((tab: HTMLElement) => tab.focus({ preventScroll: true }))
    await page.getByText('This user is in no group.').waitFor()
    assert.match((await chosen.textContent()) ?? '', 'Groups')
    assert.ok(await isInView(), 'the tab that was chosen')

    assert.is(await button('Delete User').count(), 0)
    await button('More page actions').click()
    await screenshot(page, 'phone-user-actions')
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await dialog().getByRole('heading', { name: 'Change User Password' }).waitFor()
    await page.keyboard.press('Escape')
    await closed()
    await button('More page actions').click()
    await page.getByRole('menuitem', { name: 'Delete User' }).click()
    await confirmed('carried', 'Delete')
    await page.waitForURL(/\/users$/)
  }))

for (const theme of seenThemes) {
  test(`on a phone, in ${theme}, users and their pages fit and are accessible`, async () =>
    inTab({ width: 390, height: 844, theme }, async () => {
      for (const [address, title, foot] of [
        ['/users', 'Users', /^\d+ users$/],
        ['/users/one', 'one', '2 groups'],
        ['/groups', 'Groups', /^\d+ groups$/],
        ['/account', 'Service Accounts', '1 service account'],
      ] as const) {
        await openPage(address, title)
        await page.getByText(foot).waitFor()
        await readable(`phone-${theme}-${title}`)
      }
      await openPage('/users', 'Users')
      await page
        .getByRole('row')
        .filter({ hasText: 'ana.moreau' })
        .getByRole('button', { name: 'More actions' })
        .click()
      await page.getByRole('menuitem', { name: 'View' }).click()
      await page.waitForURL(/\/users\/ana\.moreau$/)
    }))
}

test.run()
