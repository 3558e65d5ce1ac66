import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

export type AxeRun = (context: unknown, options: unknown) => Promise<AxeResults>
declare const axe: { run: AxeRun }

const axeSource = () => (source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
let source: string | undefined

/** Loads axe into the page, unless it is there, and waits until animations end. */
const loadAxe = async (page: Page) => {
  // contrast is too low while an element fades in
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource())
}

const runOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const noColors = { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }

const structureFindings = async (page: Page): Promise<string[]> => {
  await loadAxe(page)
  return page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, impact, help, nodes }) => `${impact} ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
      )
      // `resultTypes` leaves out passed checks: sending them takes longer than finding them
    },
    { runOnly, rules: noColors, resultTypes: ['violations'], selectors: false },
  )
}

/**
 * Runs in the page: checks texts whose colors were not checked before. `known` lists combinations that determine the
 * contrast: those of a text's color, size and weight, and all backgrounds and opacities of its ancestors.
 */
const checkNewColors = async ({ known, options }: { known: readonly string[]; options: object }) => {
  const seen = new Set(known)
  const stacks = new Map<Element, string>()
  const stackOf = (element: Element | null): string => {
    if (!element) return ''
    const before = stacks.get(element)
    if (before !== undefined) return before
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`
    const stack = stackOf(element.parentElement) + (own === 'rgba(0, 0, 0, 0) none 1' ? '' : `${own};`)
    stacks.set(element, stack)
    return stack
  }
  const combinations = new Set<string>()
  const elements: Element[] = []
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    if (!hasText && !element.matches('input, textarea, select')) continue
    // axe exempts these, so their result says nothing about an enabled text with the same colors
    if (!element.checkVisibility() || element.closest('[aria-hidden=true], [inert]')) continue
    const isDisabled = element.closest('[aria-disabled=true], :disabled') !== null
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element)
    const around = element.parentElement ? getComputedStyle(element.parentElement).color : ''
    const text = [element.tagName, color, fontSize, fontWeight, textDecorationLine, around, isDisabled].join(' ')
    const combination = `${text} on ${stackOf(element)}`
    if (seen.has(combination)) continue
    combinations.add(combination)
    elements.push(element)
  }
  if (elements.length === 0) return { found: [], combinations: [] }
  const { violations } = await axe.run({ include: elements }, options)
  const found = violations.map(
    ({ id, impact, help, nodes }) => `${impact} ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  return { found, combinations: [...combinations] }
}

const rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Contrast findings of the page that axe has among color combinations that are not in `known`, one line each. Adds
 * those that pass to `known`. The page must be in the theme that `known` belongs to.
 */
export const contrastFindings = async (page: Page, known: Set<string>): Promise<string[]> => {
  await loadAxe(page)
  const options = { runOnly: rules, resultTypes: ['violations'], selectors: false }
  const { found, combinations } = await page.evaluate(checkNewColors, { known: [...known], options })
  if (found.length === 0) for (const combination of combinations) known.add(combination)
  return found
}

/** Color combinations that passed on any page. */
const knownColors = new Set<string>()

/** Checks twice: elements that load during the first check are incomplete. */
const findTwice = async (find: () => Promise<string[]>) => ((await find()).length > 0 ? find() : [])

/**
 * All findings of axe for the page, one line each: WCAG 2.2 A and AA, and its best practices. Contrast takes half of
 * the time, so only texts with new color combinations are checked. `structure` leaves out the colors.
 */
export const axeFindings = async (page: Page, what: 'everything' | 'structure' = 'everything'): Promise<string[]> => {
  const found = await findTwice(() => structureFindings(page))
  return what === 'structure' ? found : [...found, ...(await findTwice(() => contrastFindings(page, knownColors)))]
}
