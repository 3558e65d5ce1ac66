import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { edge, flexRow, smallText } from '../themes/fragments.ts'
import { inDark } from '../themes/media.ts'
import { raised } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const appear = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[2]})` } })

export const menu = uiStyle({
  zIndex: vars.z.menu,
  minWidth: vars.size.menu,
  // a long reason wraps instead of widening the menu over half of the page
  maxWidth: `min(${vars.size.help}, calc(100vw - ${vars.space[5]}))`,
  maxHeight: 'var(--radix-dropdown-menu-content-available-height)',
  overflow: 'auto',
  padding: vars.space[2],
  ...raised,
  outline: 'none',
  animation: `${appear} ${vars.motion.base} ${vars.motion.out}`,
})

const base = {
  ...flexRow('inset'),
  minHeight: vars.size.menuItem,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  font: vars.text.control,
  outline: 'none',
  userSelect: 'none',
} as const

const states = {
  '&[data-highlighted]': { background: vars.surface.hover, textDecoration: 'none' },
  [`${inDark}[data-highlighted]`]: { background: vars.surface.hoverStrong },
  '&[data-disabled]': { color: vars.text.disabled },
} as const

export const item = uiVariants({
  plain: { ...base, color: vars.text.default, selectors: states },
  danger: { ...base, color: vars.danger.text, selectors: states },
})

export const icon = uiVariants({
  plain: { color: vars.text.muted, selectors: { '[data-disabled] &': { color: 'inherit' } } },
  danger: { color: 'inherit' },
})

export const label = uiStyle({ flex: '1', minWidth: 0 })

/** Note at the right of an item. */
export const note = uiStyle({ marginLeft: 'auto', ...smallText(12) })

export const reason = uiStyle({ display: 'block', font: vars.text[12] })

/** Reason that disabled items share, above them. */
export const shared = uiStyle({
  marginBottom: vars.space[2],
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderBottom: edge,
  ...smallText(12),
  overflowWrap: 'anywhere',
})

export const line = uiStyle({
  height: '1px',
  margin: `${vars.space[2]} calc(${vars.space[2]} * -1)`,
  background: vars.border.default,
})

/** Space for the check mark at the left of every option. */
export const check = uiStyle({ display: 'flex', flex: 'none', width: vars.size.icon, color: vars.primary.text })

export const heading = uiStyle({
  padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[1]}`,
  ...smallText(12, 'faint'),
})

/** Around a button and its menu. */
export const root = uiStyle({ position: 'relative', display: 'inline-flex', flex: 'none', maxWidth: '100%' })

/** Anchor of an open menu: the button, or the position of the pointer. */
export const anchor = uiVariants({
  button: { position: 'absolute', inset: 0, pointerEvents: 'none' },
  point: { position: 'fixed', width: '1px', height: '1px', pointerEvents: 'none' },
})
