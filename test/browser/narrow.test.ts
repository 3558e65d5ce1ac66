import type { Locator } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { inTab, page, useConsole } from './console.ts'
import { dialog, pressInDialog, waitForDialogClose } from './dialogs.ts'
import { button } from './elements.ts'
import { openPage } from './pages.ts'

const test = suite('a window of 390 px')

useConsole(test)

const topOf = async (of: Locator) => Math.round((await of.boundingBox())?.y ?? Number.NaN)

test('search, saved filters and Refresh of a list are on one line', () =>
  inTab({ width: 390 }, async () => {
    await openPage('/plugins', 'Plugins')
    assert.is(await topOf(button('Refresh')), await topOf(button('Saved filters')))
  }))

test('a toast is above the buttons of a selection and of a dialog', () =>
  inTab({ width: 390 }, async () => {
    const toast = page.locator('[data-part=toast]')
    const assertAbove = async (of: Locator) => {
      const { y = Number.NaN, height = Number.NaN } = (await toast.boundingBox()) ?? {}
      assert.ok(y + height <= (await topOf(of)), 'the toast covers the button')
    }
    await openPage('/groups?create=1', 'Groups')
    await page.getByLabel('Group Name').fill('narrow')
    await pressInDialog('Save')
    await waitForDialogClose()
    await toast.hover()
    await page.getByRole('checkbox').last().check()
    await assertAbove(button('Clear selection'))
    await button('Create Group').last().click()
    await assertAbove(dialog().getByRole('button', { name: 'Save' }))
  }))
