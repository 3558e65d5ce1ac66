import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { axeFindings } from '../lib/browser.ts'
import { inTab, page, useConsole } from './console.ts'
import { drawn, eachPlace, owners, seed } from './places.ts'

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
