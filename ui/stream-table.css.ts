import { vars } from '../themes/contract.css.ts'
import { flexColumn, hairline, inlineRow, tabular } from '../themes/fragments.ts'
import { raised } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const frame = uiStyle({
  position: 'relative',
  flex: '1',
  ...flexColumn(),
  minWidth: 0,
  minHeight: vars.size.editor,
})

/** Fills the frame from the first row on, so that the footer stays in place; scroll anchoring is off. */
export const scroller = uiStyle({ flex: '1 1 0', overflowAnchor: 'none' })

/** Clickable rows. */
export const opens = uiStyle({ cursor: 'pointer' })

/** Button that returns to the newest rows. */
export const newer = uiStyle({
  position: 'absolute',
  zIndex: vars.z.docked,
  left: '50%',
  bottom: vars.size.header,
  transform: 'translateX(-50%)',
  ...inlineRow(3),
  height: vars.size.control,
  padding: `0 ${vars.space[5]}`,
  ...raised,
  borderRadius: vars.radius.full,
  font: vars.text.control,
  ...tabular,
  whiteSpace: 'nowrap',
  selectors: { '&:hover': { background: vars.surface.hover } },
})

export const foot = uiStyle({ borderTop: hairline })
