import type { Locator } from 'playwright-core'
import { assert, suite } from '../lib/suite.ts'
import { inTab, useConsole } from './console.ts'
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
