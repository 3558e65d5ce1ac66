import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { screenshot } from '../lib/browser.ts'
import { coveredFocus, geometry } from '../lib/geometry.ts'
import { inTab, page, useConsole } from './console.ts'
import { drawn, eachPlace, seed } from './places.ts'

const test = suite('the layout')

const widths = [360, 390, 800, 1024, 1280, 1920]
const themes = ['light', 'dark', 'contrast']
const wide = { width: 1280, height: 800 }

useConsole(test)
test.before(seed)

/** Looks at what is open at every width in every theme, and says where what is wrong. */
const look = async (where: string) => {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 720 ? 844 : 800 })
    await drawn()
    for (const theme of themes) {
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

test('no page and no dialog overlaps, cuts or hides anything, at any width, in any theme', async () => {
  const found: string[] = []
  await inTab(wide, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await eachPlace(async (where) => void found.push(...(await look(where))))
  })
  assert.equal(found, [])
})

test.run()
