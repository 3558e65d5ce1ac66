import { vars } from '../themes/contract.css.ts'
import { edge, ellipsis, smallText, tabular } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

/** For screen readers only. */
export const hidden = uiStyle({
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})

/** Truncates with an ellipsis; put the whole text in `title`. */
export const truncated = uiStyle({ ...ellipsis, minWidth: 0 })

/** Keys, ARNs, endpoints, paths. */
export const mono = uiStyle({ font: vars.text.mono })

/** Aligned digits: Lato's have equal widths once kerning is off. */
export const tabularNumbers = uiStyle(tabular)

export const muted = uiStyle({ color: vars.text.muted })
export const faint = uiStyle({ color: vars.text.faint })

/** A keyboard key. */
export const keycap = uiStyle({
  ...smallText(11, 'faint'),
  border: edge,
  borderRadius: vars.radius.xs,
  padding: `0 ${vars.space[2]}`,
  background: vars.surface.canvas,
  minWidth: vars.size.check,
  textAlign: 'center',
  flex: 'none',
})
