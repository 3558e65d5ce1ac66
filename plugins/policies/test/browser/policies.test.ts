import { assert, suite } from '../../../../test/lib/suite.ts'
import { screenshot } from '../../../../test/lib/browser.ts'
import { policyDocument, createPolicy as savePolicy, createUser } from '../../../../test/browser/accounts.ts'
import { pageFindings, assertReadable, testedThemes } from '../../../../test/browser/accessibility.ts'
import { inTab, page, root, useConsole } from '../../../../test/browser/console.ts'
import { waitForDialogClose, confirmByTyping, dialog, pressInDialog } from '../../../../test/browser/dialogs.ts'
import { button, row } from '../../../../test/browser/elements.ts'
import { waitForHeading, openPage } from '../../../../test/browser/pages.ts'

const test = suite('policies')

useConsole(test)

const statement = (...actions: string[]) => ({ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::reports/*'] })

const policyOf = (name: string, ...statements: object[]) =>
  savePolicy(name, ...(statements.length > 0 ? statements : [statement('s3:GetObject')]))

const onServer = async (name: string) => {
  const response = await root('GET', `/api/v1/policy?name=${encodeURIComponent(name)}`)
  return response.status === 200 ? JSON.parse((response.json as { policy: string }).policy) : undefined
}

const tabOf = (name: string | RegExp) => page.getByRole('tab', { name })

test('a policy is created after broken JSON and a refused document', async () => {
  await openPage('/policies', 'Policies')
  await row('readwrite').waitFor()
  await screenshot(page, 'policies')
  assert.equal(await pageFindings(), [])

  await button('Create Policy').click()
  const save = dialog().getByRole('button', { name: 'Save' })
  const policy = dialog().getByLabel('Write Policy')
  assert.is(await save.getAttribute('aria-disabled'), 'true')
  await dialog().getByRole('button', { name: 'JSON', exact: true }).click()
  await dialog().getByLabel('Policy Name').fill('reports-reader')

  await policy.fill('{\n  "Version": "2012-10-17"\n  "Statement": []\n}')
  await dialog().getByText('Line 2: expected a comma').waitFor()
  await save.click()
  assert.is(await onServer('reports-reader'), undefined)

  await policy.fill(policyDocument({ ...statement('s3:GetObject'), Effect: 'Maybe' }))
  await save.click()
  const refusal = '"Effect" must be "Allow" or "Deny"'
  await dialog().getByRole('alert').getByText(refusal).waitFor()
  assert.is(await policy.getAttribute('aria-invalid'), 'true')
  assert.match(await dialog().locator('[data-field=policy]').innerText(), refusal)
  await screenshot(page, 'policy-refused')
  assert.equal(await pageFindings(), [])

  await policy.fill(policyDocument(statement('s3:GetObject')))
  assert.is(await policy.getAttribute('aria-invalid'), null)
  await save.click()
  await waitForDialogClose()
  await row('reports-reader').getByText('s3:GetObject').waitFor()
  assert.equal((await onServer('reports-reader')).Statement, [statement('s3:GetObject')])
})

test('a new policy does not replace one of the same name, even if that was created meanwhile', async () => {
  await openPage('/policies?create=1', 'Policies')
  await dialog().getByLabel('Policy Name').fill('taken')
  await policyOf('taken')
  const before = await onServer('taken')
  await pressInDialog('Save')
  await dialog().getByRole('alert').getByText('A policy with this name already exists').waitFor()
  assert.is(await dialog().getByLabel('Policy Name').getAttribute('aria-invalid'), 'true')
  await dialog().getByLabel('Policy Name').fill('taken-not')
  await pressInDialog('Save')
  await waitForDialogClose()
  assert.equal([await onServer('taken'), (await onServer('taken-not')) !== undefined], [before, true])
})

test('a right that leads to all others is marked in the editor and in the list', async () => {
  const risky = policyDocument({ Effect: 'Allow', Action: ['admin:CreateUser', 'admin:ListUsers'] })
  await openPage('/policies?create=1', 'Policies')
  const note = dialog().getByText('Users with this policy can gain full access')
  assert.is(await note.count(), 0)
  await dialog().getByRole('button', { name: 'JSON', exact: true }).click()
  await dialog().getByLabel('Write Policy').fill(risky)
  await note.waitFor()
  assert.equal(await note.getByRole('listitem').allInnerTexts(), [
    'admin:CreateUser sets the password of any user except root, and can then sign in as that user.',
  ])
  await screenshot(page, 'policy-risk')
  assert.equal(await pageFindings(), [])
  await dialog().getByLabel('Policy Name').fill('risky')
  await pressInDialog('Save')
  await waitForDialogClose()

  await openPage('/policies/risky', 'risky')
  await page.getByText('Users with this policy can gain full access').first().waitFor()
  await screenshot(page, 'policy-risk-summary')
  assert.equal(await pageFindings(), [])
  await tabOf('JSON').click()
  const warning = page.getByText('Users with this policy can gain full access').filter({ visible: true })
  await warning.waitFor()
  await page.getByLabel('Policy document').fill(policyDocument(statement('s3:GetObject')))
  await warning.waitFor({ state: 'detached' })
})

test('a policy shows what it allows and denies, and who uses it', async () => {
  await policyOf(
    'told',
    { Sid: 'Read', ...statement('s3:GetObject', 's3:ListBucket') },
    { ...statement('s3:DeleteObject'), Effect: 'Deny' },
  )
  await createUser('holder', { groups: ['holders'], policies: ['told'] })
  assert.is(
    (
      await root('PUT', '/api/v1/set-policy', {
        name: ['told', 'readonly'],
        entityType: 'group',
        entityName: 'holders',
      })
    ).status,
    204,
  )

  await openPage('/policies', 'Policies')
  await row('told').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Allow' }).waitFor()
  await page.getByRole('heading', { name: 'Deny' }).waitFor()
  await page.getByText('1 user, 1 group').waitFor()
  await screenshot(page, 'policy-summary')
  assert.equal(await pageFindings(), [])

  await tabOf('Users 1').click()
  assert.is(new URL(page.url()).search, '?tab=users')
  await row('holder').getByRole('link').click()
  await page.waitForURL(/\/users\/holder$/)
  await page.goBack()
  await tabOf('Groups 1').click()
  await row('holders').getByRole('link').click()
  await page.waitForURL(/\/groups\/holders/)
  await waitForHeading('holders')
})

test('a built-in policy opens like others', async () => {
  await openPage('/policies/consoleAdmin', 'consoleAdmin')
  await page.getByText('admin:*', { exact: true }).first().waitFor()
  await openPage('/policies/consoleAdmin?tab=json', 'consoleAdmin')
  assert.match(await page.getByLabel('Policy document').inputValue(), '"admin:*"')
})

test('the JSON of a policy is edited, and unsaved changes are not lost without a confirmation', async () => {
  await policyOf('changed')
  await openPage('/policies/changed', 'changed')
  await button('Edit').click()
  const editor = page.getByLabel('Policy document')
  assert.is(await button('Save').getAttribute('aria-disabled'), 'true')
  await editor.fill(policyDocument(statement('s3:Nonsense')))
  await button('Save').click()
  await page.getByRole('alert').getByText('The policy is not valid').waitFor()

  await editor.fill(policyDocument(statement('s3:PutObject')))
  await page.getByRole('region', { name: 'Changed lines' }).getByText('s3:PutObject').waitFor()
  assert.ok(await button('Save').evaluate((save) => save.getBoundingClientRect().bottom <= innerHeight))
  await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
  await dialog().getByText('What you entered here is not saved yet.').waitFor()
  await pressInDialog('Cancel')
  await waitForDialogClose()
  await tabOf('Summary').click()
  await page.getByText('s3:GetObject', { exact: true }).waitFor()
  await tabOf('JSON').click()
  assert.match(await editor.inputValue(), 's3:PutObject')
  await button('Save').click()
  await page.getByText('Policy successfully updated').waitFor()
  assert.equal((await onServer('changed')).Statement, [statement('s3:PutObject')])

  await tabOf('Summary').click()
  await page.getByText('s3:PutObject', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
  await page.waitForURL(/\/policies$/)
})

test('a policy in use cannot be deleted, with the reason, and an unused one can', async () => {
  await policyOf('in-use')
  await policyOf('free')
  await createUser('user-of-it', { policies: ['in-use'] })
  await openPage('/policies/in-use', 'in-use')
  await button('Delete Policy').click()
  await dialog().getByRole('heading', { name: 'Delete Policy' }).waitFor()
  await confirmByTyping('in-use', 'Delete')
  await dialog().getByRole('alert').getByText('is in use').waitFor()
  await pressInDialog('Cancel')
  assert.ok(await onServer('in-use'))

  await openPage('/policies', 'Policies')
  await row('free').hover()
  await row('free').getByRole('button', { name: 'Delete' }).click()
  await confirmByTyping('free', 'Delete')
  await waitForDialogClose()
  await row('free').waitFor({ state: 'detached' })
  assert.is(await onServer('free'), undefined)
})

test('a policy whose name needs encoding is opened, changed and deleted under that name only', async () => {
  const name = '100%25"odd"?#&+=..'
  await policyOf(name)
  await policyOf('100%')
  await openPage('/policies', 'Policies')
  await row(name).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.reload()
  await page.getByText('s3:GetObject', { exact: true }).waitFor()
  await button('Delete Policy').click()
  await confirmByTyping(name, 'Delete')
  await page.waitForURL(/\/policies$/)
  await row('100%').waitFor()
  assert.is(await onServer(name), undefined)
  assert.ok(await onServer('100%'))
})

test('an unknown policy says so', async () => {
  await openPage('/policies/nothing', 'nothing')
  await page.getByText('There is no policy "nothing"').waitFor()
  await page.getByRole('link', { name: 'All Policies' }).waitFor()
  assert.equal(await pageFindings(), [])
})

for (const theme of testedThemes) {
  test(`on a phone, in ${theme}, policies fit and are accessible`, async () =>
    inTab({ width: 390, height: 844, theme }, async () => {
      for (const [address, title, content] of [
        ['/policies', 'Policies', /^\d+ policies$/],
        ['/policies/readonly', 'readonly', '0 users, 1 group'],
        ['/policies/readonly?tab=json', 'readonly', 'Policy document'],
      ] as const) {
        await openPage(address, title)
        await page.getByText(content).waitFor()
        await assertReadable(`phone-${theme}-policy-${address.length}`)
      }
    }))
}
