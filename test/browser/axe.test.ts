import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { axeFindings, screenshot } from '../lib/browser.ts'
import { userOf } from './accounts.ts'
import { at, button, dialog, heading, inTab, page, press, useConsole } from './console.ts'
import { drawn, eachPlace, extreme, owners, seed, visit } from './places.ts'

const test = suite('axe')

useConsole(test)
test.before(seed)

const dress = (theme: string) => page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)

/** What axe finds wrong with what is open, in all themes, and with a page when narrow too. */
const look = async (where: string, what: 'page' | 'over') => {
  const found: string[] = []
  const keep = (how: string, findings: readonly string[]) => found.push(...findings.map((finding) => `${where}, ${how}: ${finding}`))
  keep('light', await axeFindings(page))
  for (const theme of ['dark', 'contrast']) {
    await dress(theme)
    keep(theme, await axeFindings(page, 'colors'))
  }
  await dress('light')
  if (what === 'over') return found
  await page.setViewportSize({ width: 390, height: 844 })
  await drawn()
  keep('narrow', await axeFindings(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  await drawn()
  return found
}

/** Looks at what takes more than one press, and keeps pictures of it. */
const steps = async (name: string, what: 'page' | 'over') => {
  await drawn()
  const found = await look(name, what)
  const picture = `axe-${name.replace(/\W+/g, '-')}`
  await screenshot(page, picture)
  await dress('dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await drawn()
  await screenshot(page, `${picture}-390-dark`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dress('light')
  return found
}

test('axe finds nothing wrong with the palette, the shortcuts and questions about what was chosen', async () => {
  const found: string[] = []
  const keep = async (name: string, what: 'page' | 'over' = 'over') => void found.push(...(await steps(name, what)))
  await inTab({}, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
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
    await button('More for what is selected').click()
    await page.getByRole('menu').waitFor()
    await keep('users, menu of one selected')
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await dialog().waitFor()
    await keep('users, delete one')
    await visit(`/buckets/${extreme.bucket}/admin/summary`)
    await button('Delete Bucket').click()
    await dialog().getByRole('heading', { name: 'Empty Bucket' }).waitFor()
    await keep('empty bucket')
    await press('Cancel')
    await button('Change').first().click()
    await dialog().getByRole('radio', { name: 'Public' }).click()
    await press('Set')
    await dialog().getByRole('button', { name: 'Make Public' }).waitFor()
    await keep('make public')
  })
  assert.equal(found, [])
})

test('axe finds nothing wrong with what one may not see, and with what one may do', async () => {
  const found: string[] = []
  const reader = await userOf('axe-reader', { policies: ['readonly'] })
  const nobody = await userOf('axe-nobody')
  await inTab({ pair: reader }, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await at('/users')
    await page.getByText('You cannot see users').waitFor()
    found.push(...(await steps('forbidden', 'page')))
    await button('See What I Can Do').click()
    await dialog().getByText('s3:GetObject', { exact: true }).waitFor()
    found.push(...(await steps('what I can do', 'over')))
  })
  await inTab({ pair: nobody }, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await at('/')
    await page.getByText('Nothing is allowed to you yet').waitFor()
    found.push(...(await steps('no rights', 'page')))
    await at('/no/such/page')
    await heading('404 Not Found')
    found.push(...(await steps('not found', 'page')))
  })
  assert.equal(found, [])
})

for (const owner of owners) {
  test(`axe finds nothing wrong with any page, dialog or menu of ${owner.id}, in any theme`, async () => {
    const found: string[] = []
    await inTab({}, async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await eachPlace(owner, async (where, what) => void found.push(...(await look(where, what))))
    })
    assert.equal(found, [])
  })
}

test.run()
