import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

/** On one line at every width: the search field shrinks in favor of the count and the buttons. */
export const bar = uiStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
  alignItems: 'center',
  gap: vars.space[3],
  marginBottom: vars.space[3],
})

export const count = uiStyle({
  font: vars.text[12],
  color: vars.text.muted,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
})
