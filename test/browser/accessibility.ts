import { assert, type Test } from '../lib/suite.ts'
import { axeFindings } from '../lib/axe.ts'
import { screenshot } from '../lib/browser.ts'
import { layoutFindings } from '../lib/layout-findings.ts'
import { hasAxe, inTab, page, server } from './console.ts'

/** Returns axe's findings in a wide window only: the same elements are not checked again in a narrow one. */
const wideFindings = async () => (hasAxe && (page.viewportSize()?.width ?? 0) > 720 ? axeFindings(page) : [])

/** All findings of axe, once everything is loaded. */
export const pageFindings = async () => {
  await loaded()
  return hasAxe ? axeFindings(page) : []
}

/** Findings of axe and of the layout on a page that is complete, each after its address. */
export const quickFindings = async (address: string) =>
  [...(await axeFindings(page)), ...(await page.evaluate(layoutFindings))].map((finding) => `${address}: ${finding}`)

/** Asserts that axe finds no serious problem. Takes a screenshot. */
export const assertAccessible = async (picture: string) => {
  await screenshot(page, picture)
  assert.equal(
    (await wideFindings()).filter((finding) => /^(serious|critical)/.test(finding)),
    [],
    picture,
  )
}

const loaded = () => page.locator('[role=progressbar][aria-label=Loading]').waitFor({ state: 'detached' })

/** Asserts that axe finds no problem and the page fits its window. Takes a screenshot. */
export const assertReadable = async (picture: string) => {
  await loaded()
  assert.equal(await wideFindings(), [], picture)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.is(width, page.viewportSize()?.width, `${picture} scrolls sideways`)
  await screenshot(page, picture)
}

const themes = ['light', 'dark', 'contrast'] as const

/**
 * Widths and themes in which pages with content are tested: wide in light and narrow in dark. With `SHOTS`, every theme
 * at every width. The suites of axe and of the layout test all pages and dialogs in all themes.
 */
export const appearances = themes
  .flatMap((theme) => [1280, 390].map((width) => ({ theme, width })))
  .filter(({ theme, width }) => process.env.SHOTS || theme === (width === 1280 ? 'light' : 'dark'))

/** Themes for tests that use both widths. */
export const testedThemes = process.env.SHOTS ? themes : (['dark'] as const)

/** Tests that what `open` shows is readable in wide and narrow tabs, light and dark. */
export const testReadability = (test: Test, picture: string, open: (width: number) => Promise<void>) => {
  for (const width of [1280, 390])
    for (const theme of ['light', 'dark'] as const)
      test(`it is readable at ${width} px in ${theme}`, () =>
        inTab({ width, height: width === 390 ? 844 : 800, theme }, async () => {
          await open(width)
          await assertReadable(`${picture}-${width}-${theme}`)
        }))
}

/** Tests in all appearances that screens are readable: each by its name, path, and a text that it shows. */
export const testScreens = (
  test: Test,
  picture: string,
  screens: readonly (readonly [name: string, path: string, text: string])[],
) => {
  for (const { theme, width } of appearances)
    test(`every tab and dialog is readable at ${width} px in ${theme}`, () =>
      inTab({ width, height: 844, theme }, async () => {
        for (const [name, path, text] of screens) {
          await page.goto(server.url + path)
          await page.getByText(text).first().waitFor()
          await assertReadable(`${picture}-${name}-${theme}-${width}`)
        }
      }))
}
