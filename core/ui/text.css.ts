import { vars } from '../../themes/contract.css.ts'
import { uiStyle } from '../../themes/style.ts'

/** For screen readers only. */
export const hidden = uiStyle({
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

/** Cuts at the end with an ellipsis; give the whole text as `title`. */
export const truncated = uiStyle({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 })

/** Keys, ARNs, endpoints, paths. */
export const mono = uiStyle({ font: vars.text.mono })

/** Digits under each other: Lato's are all of one width once kerning is off. */
export const figures = uiStyle({ fontVariantNumeric: 'tabular-nums', fontKerning: 'none' })

export const muted = uiStyle({ color: vars.text.muted })
export const faint = uiStyle({ color: vars.text.faint })

/** A key of the keyboard. */
export const keycap = uiStyle({
  font: vars.text[11],
  color: vars.text.faint,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.xs,
  padding: `0 ${vars.space[2]}`,
  background: vars.surface.canvas,
  minWidth: vars.size.check,
  textAlign: 'center',
  flex: 'none',
})
