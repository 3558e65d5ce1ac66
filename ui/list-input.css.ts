import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

/** Reserves space for the remove button, so that typing shifts nothing. */
export const row = uiStyle({
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) ${vars.size.iconButton}`,
  alignItems: 'center',
  gap: vars.space[3],
  selectors: { '&[hidden]': { display: 'none' } },
})
