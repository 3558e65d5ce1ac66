import { axeFindings, contrastFindings } from '../lib/axe.ts'
import { screenshot } from '../lib/browser.ts'
import { coveredFocus, layoutFindings } from '../lib/layout-findings.ts'
import { page } from './console.ts'
import { waitForPaint } from './routes.ts'

const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 800 }
const between = [360, 800, 1024, 1920].map((width) => ({ width, height: width < 720 ? 844 : 800 }))

/** Color combinations with sufficient contrast, by theme. */
const passedColors = { light: new Set<string>(), dark: new Set<string>(), contrast: new Set<string>() }

const setTheme = (theme: string) => page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme)

const resize = async (size: { width: number; height: number }) => {
  await page.setViewportSize(size)
  await waitForPaint()
}

let overlays = 0

/**
 * Widths of the layout. A page is checked at all of them. Dialogs and menus change only at the narrow width, so each is
 * checked narrow, wide and at one of the others in turn.
 */
const widthsOf = (what: 'page' | 'over') => (what === 'page' ? between : [between[overlays++ % between.length]!])

/**
 * Problems of the open page, dialog or menu, one line each: findings of axe, overlaps, cut texts and hidden focus. The
 * layout is checked in the light theme, and in high contrast, which has more lines. Of the colors, each theme's new
 * combinations are checked. For axe a dialog or menu is the same when narrow.
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
  const colors = async (theme: keyof typeof passedColors) => {
    await setTheme(theme)
    const first = await contrastFindings(page, passedColors[theme])
    // what was still loading is complete by now
    await keep(theme, first.length > 0 ? await contrastFindings(page, passedColors[theme]) : first)
  }

  await colors('dark')
  await colors('contrast')
  await layout('1280 px, contrast')
  await colors('light')
  await keep('light', await axeFindings(page, { colors: false }))
  await layout('1280 px')
  await reach('1280 px')
  for (const size of widthsOf(what)) {
    await resize(size)
    await layout(`${size.width} px`)
  }
  await resize(narrow)
  if (what === 'page') await keep('narrow', await axeFindings(page, { colors: false, targets: true }))
  await layout('390 px')
  await reach('390 px')
  await setTheme('contrast')
  await layout('390 px, contrast')
  await setTheme('light')
  await resize(wide)
  return found
}

/** Problems of a dialog that takes several steps to open, with screenshots wide and light, and narrow and dark. */
export const stepFindings = async (name: string, what: 'page' | 'over' = 'over'): Promise<string[]> => {
  await waitForPaint()
  const found = await viewFindings(name, what)
  if (!process.env.SHOTS) return found
  const picture = `step-${name.replace(/\W+/g, '-')}`
  await screenshot(page, picture)
  await setTheme('dark')
  await resize(narrow)
  await screenshot(page, `${picture}-390-dark`)
  await resize(wide)
  await setTheme('light')
  return found
}
