import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

type AxeRun = (context: unknown, options: unknown) => Promise<AxeResults>
declare const axe: { run: AxeRun }

const axeSource = () => (source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
let source: string | undefined

/** Waits until animations end: contrast is too low while an element fades in. Returns whether axe is loaded. */
const endAnimations = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    return 'axe' in window
  })

/** Loads axe into the page, unless it is there, and waits until animations end. */
const loadAxe = async (page: Page) => {
  if (!(await endAnimations(page))) await page.evaluate(axeSource())
}

const runOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
const noColors = { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }

/** Takes as long as all other rules together; `layoutFindings()` checks the same success criterion, 2.5.8, faster. */
const noTargets = { 'target-size': { enabled: false } }

const structureFindings = async (page: Page, targets: boolean): Promise<string[]> => {
  await loadAxe(page)
  return page.evaluate(
    async (options) => {
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, impact, help, nodes }) => `${impact} ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
      )
      // `resultTypes` leaves out passed checks: sending them takes longer than finding them
    },
    {
      runOnly,
      rules: targets ? noColors : { ...noColors, ...noTargets },
      resultTypes: ['violations'],
      selectors: false,
    },
  )
}

type TextsWindow = Window & { textsByColors?: Map<string, Element[]> }

/**
 * Runs in the page: returns the combinations that determine the contrast of its texts, and leaves the texts of each in
 * the window. A combination is a text's color, size and weight, and all backgrounds and opacities of its ancestors.
 */
const colorCombinations = () => {
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
  const texts = new Map<string, Element[]>()
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
    const others = texts.get(combination)
    if (others) others.push(element)
    else texts.set(combination, [element])
  }
  ;(window as TextsWindow).textsByColors = texts
  return [...texts.keys()]
}

/** Runs in the page: checks the texts of combinations; returns those that are still in the page, and the findings. */
const checkColors = async ({ combinations, options }: { combinations: readonly string[]; options: object }) => {
  const texts = (window as TextsWindow).textsByColors
  const elementsOf = (combination: string) => (texts?.get(combination) ?? []).filter(({ isConnected }) => isConnected)
  const checked = combinations.filter((combination) => elementsOf(combination).length > 0)
  if (checked.length === 0) return { found: [], checked }
  const { violations } = await axe.run({ include: checked.flatMap(elementsOf) }, options)
  const found = violations.map(
    ({ id, impact, help, nodes }) => `${impact} ${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  return { found, checked }
}

const rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Contrast findings of the page that axe has among color combinations that are not in `known`, one line each. Adds
 * those that pass to `known`. The page must be in the theme that `known` belongs to.
 */
export const contrastFindings = async (page: Page, known: Set<string>): Promise<string[]> => {
  await endAnimations(page)
  const combinations = (await page.evaluate(colorCombinations)).filter((one) => !known.has(one))
  if (combinations.length === 0) return []
  await loadAxe(page)
  const options = { runOnly: rules, resultTypes: ['violations'], selectors: false }
  const { found, checked } = await page.evaluate(checkColors, { combinations, options })
  if (found.length === 0) for (const combination of checked) known.add(combination)
  return found
}

/** Color combinations that passed on any page. */
const knownColors = new Set<string>()

/** Checks twice: elements that load during the first check are incomplete. */
const findTwice = async (find: () => Promise<string[]>) => ((await find()).length > 0 ? find() : [])

/**
 * Findings of axe for the page, one line each: WCAG 2.2 A and AA, and its best practices. Contrast takes half of the
 * time, so only texts with new color combinations are checked, and none without `colors`. Sizes of targets are checked
 * with `targets`.
 */
export const axeFindings = async (page: Page, { colors = true, targets = false } = {}): Promise<string[]> => {
  const found = await findTwice(() => structureFindings(page, targets))
  return colors ? [...found, ...(await findTwice(() => contrastFindings(page, knownColors)))] : found
}
