import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { axeFindings } from '../lib/browser.ts'
import { inTab, page, useConsole } from './console.ts'
import { drawn, eachPlace, seed } from './places.ts'

const test = suite('axe')

useConsole(test)
test.before(seed)

const dress = (theme: string) => page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)

/** What axe finds wrong with what is open, in all themes and when narrow. */
const look = async (where: string) => {
  const found: string[] = []
  const keep = (how: string, findings: readonly string[]) => found.push(...findings.map((finding) => `${where}, ${how}: ${finding}`))
  keep('light', await axeFindings(page))
  for (const theme of ['dark', 'contrast']) {
    await dress(theme)
    keep(theme, await axeFindings(page, 'colors'))
  }
  await dress('light')
  await page.setViewportSize({ width: 390, height: 844 })
  await drawn()
  keep('narrow', await axeFindings(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  await drawn()
  return found
}

test('axe finds nothing wrong with any page, dialog or menu, in any theme', async () => {
  const found: string[] = []
  await inTab({}, async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await eachPlace(async (where) => void found.push(...(await look(where))))
  })
  assert.equal(found, [])
})

test.run()
