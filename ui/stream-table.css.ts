import { vars } from '../themes/contract.css.ts'
import { flexColumn, hairline, newerButton } from '../themes/fragments.ts'
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
export const newer = uiStyle({ ...newerButton, bottom: vars.size.header })

export const foot = uiStyle({ borderTop: hairline })
