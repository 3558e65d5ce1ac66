import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { screenshot } from '../lib/browser.ts'
import { coveredFocus, geometry } from '../lib/geometry.ts'
import { button, inTab, page, useConsole } from './console.ts'
import { drawn, eachPlace, owners, seed, visit } from './places.ts'

const test = suite('the layout')

const widths = [360, 390, 800, 1024, 1280, 1920]
/** Themes differ in colours and lines, so one narrow and one wide window tell about them. */
const themes = ['dark', 'contrast', 'light']
const wide = { width: 1280, height: 800 }

useConsole(test)
test.before(seed)

/** Looks at what is open at every width, and in every theme, and says where what is wrong. */
const look = async (where: string) => {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 720 ? 844 : 800 })
    await drawn()
    for (const theme of width === 390 || width === 1280 ? themes : ['light']) {
      await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)
      const problems = await page.evaluate(geometry)
      found.push(...problems.map((problem) => `${where}, ${width} px, ${theme}: ${problem}`))
      if (problems.length > 0) await screenshot(page, `${where.replace(/\W+/g, '-').slice(-80)}-${width}-${theme}`)
    }
    if (width === 390 || width === 1280) {
      found.push(...(await page.evaluate(coveredFocus)).map((problem) => `${where}, ${width} px: ${problem}`))
    }
  }
  await page.setViewportSize(wide)
  await drawn()
  return found
}

for (const owner of owners) {
  test(`no page, dialog or menu of ${owner.id} overlaps, cuts or hides anything, at any width, in any theme`, async () => {
    const found: string[] = []
    await inTab(wide, async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await eachPlace(owner, async (where) => void found.push(...(await look(where))))
    })
    assert.equal(found, [])
  })
}

test('an address that is no page overlaps, cuts or hides nothing either', async () => {
  await visit('/no-such-page')
  assert.equal(await look('/no-such-page'), [])
})

const right = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  return box ? Math.round(box.x + box.width) : undefined
}

test('in a very wide window the head ends where the content does', async () => {
  await inTab({ width: 1920 }, async () => {
    await visit('/users')
    assert.is(await right('header button[aria-label=Help]'), await right('[role=grid]'))
  })
})

test('where there is little room the sidebar is closed, unless somebody opens it there', async () => {
  await inTab({ width: 800 }, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit('/users')
    await button('Open the sidebar').click()
    await button('Close the sidebar').waitFor()
    await page.setViewportSize(wide)
    await button('Close the sidebar').waitFor()
    await page.setViewportSize({ width: 800, height: 800 })
    await page.reload()
    await button('Open the sidebar').waitFor()
  })
})

test.run()
