import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { screenshot } from '../lib/browser.ts'
import { coveredFocus, geometry } from '../lib/geometry.ts'
import { inTab, page, useConsole } from './console.ts'
import { drawn, eachOver, places, seed, visit } from './places.ts'

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
      const problems = await page.evaluate(geometry, theme)
      found.push(...problems.map((problem) => `${where}, ${width} px, ${theme}: ${problem}`))
      if (problems.length > 0 && theme === 'light') await screenshot(page, `${where.replace(/\W+/g, '-').slice(-80)}-${width}-${theme}`)
    }
    if (width === 390 || width === 1280) {
      found.push(...(await page.evaluate(coveredFocus)).map((problem) => `${where}, ${width} px: ${problem}`))
    }
  }
  await page.setViewportSize(wide)
  return found
}

test('no page and no dialog overlaps, cuts or hides anything, at any width, in any theme', async () => {
  const found: string[] = []
  await inTab(wide, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of places()) {
      await visit(address)
      console.error(new Date().toISOString().slice(14,22), address.slice(-40)); const lf = await look(address); console.error(lf.join('\n')); found.push(...lf)
      if (!/[?&](create|password)=/.test(address)) {
        await eachOver(address, async (name) => { console.error(new Date().toISOString().slice(14,22), '  ', name); const lf = await look(`${address} ${name}`); console.error(lf.join('\n')); found.push(...lf) })
      }
    }
  })
  assert.equal(found, [])
})

test.run()
