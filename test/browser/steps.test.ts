import { assert, suite } from '../lib/suite.ts'
import { createUser } from './accounts.ts'
import { inTab, page, useConsole } from './console.ts'
import { dialog, pressInDialog } from './dialogs.ts'
import { button } from './elements.ts'
import { goto, waitForHeading } from './pages.ts'
import { extremeNames, seed, visit } from './routes.ts'
import { stepFindings } from './view-findings.ts'

const test = suite('what is wrong with single steps')

useConsole(test)
test.before(seed)

test('the palette, the shortcuts and confirmations of selections are accessible', async () => {
  const found: string[] = []
  const keep = async (name: string, what: 'page' | 'over' = 'over') =>
    void found.push(...(await stepFindings(name, what)))
  await inTab({}, async () => {
    await visit('/users')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await keep('palette')
    await page.getByRole('combobox').fill('a')
    await page.getByRole('option', { name: 'ana.moreau' }).waitFor()
    await keep('palette, found')
    await page.getByRole('combobox').fill('no such thing')
    await page.getByText('Nothing matches "no such thing"').waitFor()
    await keep('palette, nothing')
    await page.keyboard.press('Escape')
    await page.locator('h1').focus()
    await page.keyboard.press('?')
    await dialog().waitFor()
    await keep('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByLabel('Select ana.moreau').check()
    await keep('users, one selected', 'page')
    await button('More actions for the selection').click()
    await page.getByRole('menu').waitFor()
    await keep('users, menu of one selected')
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await dialog().waitFor()
    await keep('users, delete one')
    await visit(`/buckets/${extremeNames.bucket}/admin/summary`)
    await button('Delete Bucket').click()
    await dialog().getByRole('heading', { name: 'Empty Bucket' }).waitFor()
    await keep('empty bucket')
    await pressInDialog('Cancel')
    await button('Edit Access Policy').click()
    await dialog().getByRole('radio', { name: 'Public' }).click()
    await pressInDialog('Set')
    await dialog().getByRole('button', { name: 'Make Public' }).waitFor()
    await keep('make public')
  })
  assert.equal(found, [])
})

test('forbidden pages and limited accounts are accessible', async () => {
  const found: string[] = []
  const reader = await createUser('axe-reader', { policies: ['readonly'] })
  const nobody = await createUser('axe-nobody')
  await inTab({ pair: reader }, async () => {
    await goto('/users')
    await page.getByText('You cannot open Users').waitFor()
    found.push(...(await stepFindings('forbidden', 'page')))
    await button('See What I Can Do').click()
    await dialog().getByText('s3:GetObject', { exact: true }).waitFor()
    found.push(...(await stepFindings('what I can do')))
  })
  await inTab({ pair: nobody }, async () => {
    await goto('/')
    await page.getByText('You have no permissions yet').waitFor()
    found.push(...(await stepFindings('no rights', 'page')))
    await goto('/no/such/page')
    await waitForHeading('404 Not Found')
    found.push(...(await stepFindings('not found', 'page')))
  })
  assert.equal(found, [])
})

const right = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  return box ? Math.round(box.x + box.width) : undefined
}

test('in a very wide window the header ends where the content does', async () => {
  await inTab({ width: 1920 }, async () => {
    await visit('/users')
    assert.is(await right('header button[aria-label=Help]'), await right('[role=grid]'))
  })
})

test('in a narrow window the sidebar is collapsed unless opened there', async () => {
  await inTab({ width: 800 }, async () => {
    await visit('/users')
    await button('Open the sidebar').click()
    await button('Close the sidebar').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await button('Close the sidebar').waitFor()
    await page.setViewportSize({ width: 800, height: 800 })
    await page.reload()
    await button('Open the sidebar').waitFor()
  })
})
