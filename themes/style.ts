import { globalStyle, style, styleVariants, type GlobalStyleRule, type StyleRule } from '@vanilla-extract/css'
import { base, page, reset, ui } from './layers.css.ts'

type Rule = Omit<StyleRule, '@layer'>
type GlobalRule = Omit<GlobalStyleRule, '@layer'>

const layered = (layer: string, rule: Rule): StyleRule => ({ '@layer': { [layer]: rule } })

/** A component's class, in the `ui` layer; for `*.css.ts` files only. */
export const uiStyle = (rule: Rule) => style(layered(ui, rule))

/** Component classes by variant: `uiVariants({ ok: {…}, danger: {…} })`. */
export const uiVariants = <Word extends string | number>(rules: Record<Word, Rule>) =>
  styleVariants(rules, (rule: Rule) => layered(ui, rule)) as Record<Word, string>

/** A rule by selector in the `ui` layer, for the markup of libraries. */
export const uiGlobal = (selector: string, rule: GlobalRule) => globalStyle(selector, { '@layer': { [ui]: rule } })

/** A class of a page or the shell, in the `page` layer, which overrides every component. */
export const pageStyle = (rule: Rule) => style(layered(page, rule))

/** Page classes by variant. */
export const pageVariants = <Word extends string | number>(rules: Record<Word, Rule>) =>
  styleVariants(rules, (rule: Rule) => layered(page, rule)) as Record<Word, string>

/** A rule by selector in the `page` layer. */
export const pageGlobal = (selector: string, rule: GlobalRule) => globalStyle(selector, { '@layer': { [page]: rule } })

/** A rule by selector for plain elements, below every class. */
export const baseGlobal = (selector: string, rule: GlobalRule) => globalStyle(selector, { '@layer': { [base]: rule } })

/** A rule by selector that resets browser defaults. */
export const resetGlobal = (selector: string, rule: GlobalRule) =>
  globalStyle(selector, { '@layer': { [reset]: rule } })

/** A rule for printing, in the `page` layer, for elements with any of the classes. */
export const inPrint = (classes: readonly string[], rule: GlobalRule) =>
  pageGlobal(classes.flatMap((one) => one.split(' ').map((name) => `.${name}`)).join(), { '@media': { print: rule } })
