import { readFileSync } from 'node:fs'
import { assert, suite } from '../lib/suite.ts'
import { screenshot } from '../lib/browser.ts'
import { createUser } from './accounts.ts'
import { until } from '../lib/until.ts'
import { pageFindings } from './accessibility.ts'
import { inTab, page, root, useConsole } from './console.ts'
import { confirm, dialog, pressInDialog, selectInDialog } from './dialogs.ts'
import { button, row } from './elements.ts'
import { createBucket } from './objects.ts'
import { openPage } from './pages.ts'

const test = suite('tables')

useConsole(test)

const names = ['ana', 'bob', 'mei', 'zoe'].map((name) => `table-${name}`)

test.before(async () => {
  for (const name of names) await createUser(name)
  for (const name of ['alpha', 'beta', 'gamma']) await createBucket(`list-${name}`)
})

const waitForStatus = (text: string) => page.getByRole('status').getByText(text).first().waitFor()
const chosen = () => page.getByRole('row', { selected: true }).count()
const more = async (label: string) => {
  await button('More actions for the selection').click()
  await page.getByRole('menuitem', { name: label }).click()
}
const users = async () =>
  (await root('GET', '/api/v1/users')).json as { users: { accessKey: string; status: string; policy: string[] }[] }
const userNamed = async (name: string) => (await users()).users.find(({ accessKey }) => accessKey === name)

test('several users are disabled, given a policy and deleted together, by keyboard too', async () => {
  await openPage('/users?search=table-', 'Users')
  await row('table-ana').waitFor()
  await page.keyboard.press('Control+a')
  assert.is(await chosen(), 4)
  await screenshot(page, 'tables-selected')
  assert.equal(await pageFindings(), [])
  await more('Disable')
  await waitForStatus('4 users disabled')
  await until(async () => (await userNamed('table-zoe'))?.status === 'disabled')
  await more('Enable')
  await waitForStatus('4 users enabled')
  await more('Assign Policies')
  await dialog().getByRole('heading', { name: 'Assign Policies' }).waitFor()
  await selectInDialog('Policies', 'readonly')
  await pressInDialog('Save')
  await waitForStatus('4 users updated')
  assert.equal((await userNamed('table-mei'))?.policy, ['readonly'])

  await row('table-ana').focus()
  await page.keyboard.press('Escape')
  assert.is(await chosen(), 0)
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  assert.is(await chosen(), 2)
  await page.keyboard.press('Delete')
  await dialog().getByText('This deletes table-ana, table-bob.').waitFor()
  await dialog().getByLabel('Type 2 users to confirm').fill('2 users')
  await confirm('Delete')
  await waitForStatus('2 users deleted')
  await row('table-ana').waitFor({ state: 'detached' })
  assert.is(await userNamed('table-bob'), undefined)
})

test('a row opens its menu at the pointer, and gets the focus back', async () => {
  await openPage('/users?search=table-', 'Users')
  await row('table-mei').getByText('Enabled').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  assert.equal(await pageFindings(), [])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await until(async () => (await row('table-mei').evaluate((one) => one === document.activeElement)) === true)
})

test('the visible table can be exported, and stays as left', async () => {
  await openPage('/buckets?view=list&search=list-', 'Buckets')
  await row('list-beta').waitFor()
  await button('View').click()
  const view = page.getByRole('menu')
  await view.getByRole('menuitemcheckbox', { name: 'Access' }).click()
  await view.getByRole('menuitemradio', { name: 'Compact' }).click()
  assert.equal(await pageFindings(), [])
  await screenshot(page, 'tables-view')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    view.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ])
  assert.is(file.suggestedFilename(), 'buckets.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  assert.is(lines[0], 'Name,Created,Usage,Objects')
  assert.equal(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['list-alpha', 'list-beta', 'list-gamma'],
  )
  await page.reload()
  await row('list-beta').waitFor()
  assert.is(await page.getByRole('columnheader', { name: 'Access' }).count(), 0)
  assert.is((await row('list-beta').boundingBox())?.height, 32)
})

test('a list changed by others reloads, and shows its load time', async () => {
  await openPage('/buckets?view=list', 'Buckets')
  await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor()
  await button('View').click()
  await page.clock.install()
  await page.getByRole('menuitemradio', { name: 'Every 10 s' }).click()
  await page.keyboard.press('Escape')
  await createBucket('list-delta')
  assert.is(await row('list-delta').count(), 0)
  await page.clock.runFor(10_000)
  await row('list-delta').waitFor()
  await page.clock.resume()
})

test('in a narrow window each row has two lines', async () => {
  await inTab({ width: 1280 }, async () => {
    await openPage('/users', 'Users')
    await row('table-mei').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const line = page.getByRole('row').filter({ hasText: 'table-mei' })
    await until(async () => (await line.boundingBox())?.height === 56)
    const tops = await page
      .locator('[data-index]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    tops.slice(1).forEach((top, index) => assert.ok(top - (tops[index] ?? 0) >= 48, `${tops}`))
  })
})

test('Tab leaves an invalid field for the next one', async () => {
  await openPage('/users/table-mei', 'table-mei')
  await button('Change Password').click()
  const field = dialog().locator('[data-field=next]')
  await field.locator('input').fill('short')
  await page.keyboard.press('Tab')
  await field.locator('[aria-invalid=true]').waitFor()
  assert.is(await field.getByRole('button', { name: 'Show' }).evaluate((one) => one === document.activeElement), true)
})

test('with forced colors the selected and current items are still marked', async () => {
  await inTab({}, async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage('/users', 'Users')
    await row('table-mei').waitFor()
    await page.keyboard.press('Control+a')
    const outline = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).outlineStyle)
    assert.is(await outline('[aria-current=page]'), 'solid')
    assert.is(await outline('[role=row][aria-selected=true]'), 'solid')
    assert.is(
      await page
        .locator('[role=row] input')
        .first()
        .evaluate((one) => getComputedStyle(one).appearance),
      'auto',
    )
    await screenshot(page, 'tables-forced')
  })
})
