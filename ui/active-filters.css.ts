import { vars } from '../themes/contract.css.ts'
import { ellipsis, inlineRow, wrappedRow } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle } from '../themes/style.ts'

/** On one line on a phone, with horizontal scrolling. */
export const chips = uiStyle({
  flex: 'none',
  ...wrappedRow(2),
  minWidth: 0,
  paddingBottom: vars.space[4],
  '@media': { [narrow]: { flexWrap: 'nowrap', overflowX: 'auto' } },
})

export const chip = uiStyle({
  flex: 'none',
  ...inlineRow(2),
  maxWidth: '100%',
  minHeight: vars.size.control,
  padding: `0 ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  background: vars.neutral.tint,
  font: vars.text[13],
  selectors: { '&:hover': { background: vars.surface.hoverStrong } },
})

export const label = uiStyle({ color: vars.text.muted })

export const value = uiStyle(ellipsis)
