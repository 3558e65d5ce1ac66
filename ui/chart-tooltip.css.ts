import { vars } from '../themes/contract.css.ts'
import { smallText } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

/** List of the values at the cursor; the pointer goes through it. */
export const readings = uiStyle({
  position: 'fixed',
  top: 0,
  left: 0,
  // until it is positioned
  visibility: 'hidden',
  zIndex: vars.z.tooltip,
  maxWidth: `min(${vars.size.dock}, 90vw)`,
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderRadius: vars.radius.md,
  background: vars.surface.raised,
  boxShadow: vars.shadow.menu,
  ...smallText(12),
  pointerEvents: 'none',
})

export const time = uiStyle({ paddingBottom: vars.space[2], color: vars.text.faint, whiteSpace: 'nowrap' })

export const head = uiStyle({ paddingBottom: vars.space[2], color: vars.text.faint, textAlign: 'right' })

export const swatch = uiStyle({
  display: 'block',
  width: vars.size.skeleton,
  height: `calc(${vars.size.line} + 1px)`,
  borderRadius: '1px',
  forcedColorAdjust: 'none',
})

export const name = uiStyle({ padding: `0 ${vars.space[3]}`, overflowWrap: 'anywhere' })

const number = { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

export const value = uiStyle({ ...number, color: vars.text.default })

export const before = uiStyle({ ...number, paddingLeft: vars.space[4], color: vars.text.faint })

export const event = uiStyle({ marginTop: vars.space[2], color: vars.text.default, overflowWrap: 'anywhere' })
