import { axeFindings, contrastFindings } from '../lib/axe.ts'
import { screenshot } from '../lib/browser.ts'
import { coveredFocus, layoutFindings } from '../lib/layout-findings.ts'
import { page } from './console.ts'
import { waitForPaint } from './routes.ts'

const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 800 }
const between = [360, 800, 1024, 1920].map((width) => ({ width, height: width < 720 ? 844 : 800 }))

/** Combinations of colors that are in order, by theme. */
const known = { light: new Set<string>(), dark: new Set<string>(), contrast: new Set<string>() }

const dress = (theme: string) => page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)

const resize = async (size: { width: number; height: number }) => {
  await page.setViewportSize(size)
  await waitForPaint()
}

let overs = 0

/**
 * The widths of the layout. A page is looked at in all of them. Dialogs and menus change at the narrow width only, so
 * that each is looked at narrow, wide and in one of the others, which take turns.
 */
const widthsOf = (what: 'page' | 'over') => (what === 'page' ? between : [between[overs++ % between.length]!])

/**
 * What is wrong with what is open, a line each: what axe finds, what overlaps, is cut or hides the focus. The layout is
 * that of light, and of contrast, which draws more lines. Of the colors those are checked, in each theme, that no place
 * before had. What lies over a page is the same for axe when narrow.
 */
export const viewFindings = async (where: string, what: 'page' | 'over'): Promise<string[]> => {
  const found: string[] = []
  const keep = async (how: string, findings: readonly string[]) => {
    found.push(...findings.map((finding) => `${where}, ${how}: ${finding}`))
    if (findings.length > 0)
      await screenshot(page, `${where.replace(/\W+/g, '-').slice(-80)}-${how.replace(/\W+/g, '-')}`)
  }
  const layout = async (how: string) => keep(how, await page.evaluate(layoutFindings))
  const reach = async (how: string) => keep(how, await page.evaluate(coveredFocus))
  const colors = async (theme: keyof typeof known) => {
    await dress(theme)
    const first = await contrastFindings(page, known[theme])
    // what was still coming in is in order by now
    await keep(theme, first.length > 0 ? await contrastFindings(page, known[theme]) : first)
  }

  await colors('dark')
  await colors('contrast')
  await layout('1280 px, contrast')
  await colors('light')
  await keep('light', await axeFindings(page, 'structure'))
  await layout('1280 px')
  await reach('1280 px')
  for (const size of widthsOf(what)) {
    await resize(size)
    await layout(`${size.width} px`)
  }
  await resize(narrow)
  if (what === 'page') await keep('narrow', await axeFindings(page, 'structure'))
  await layout('390 px')
  await reach('390 px')
  await dress('contrast')
  await layout('390 px, contrast')
  await dress('light')
  await resize(wide)
  return found
}

/** The same of what takes more than one press to open, with a picture of it wide and light, and one narrow and dark. */
export const stepFindings = async (name: string, what: 'page' | 'over' = 'over'): Promise<string[]> => {
  await waitForPaint()
  const found = await viewFindings(name, what)
  if (!process.env.SHOTS) return found
  const picture = `step-${name.replace(/\W+/g, '-')}`
  await screenshot(page, picture)
  await dress('dark')
  await resize(narrow)
  await screenshot(page, `${picture}-390-dark`)
  await resize(wide)
  await dress('light')
  return found
}
