import { vars } from '../../themes/contract.css.ts'
import { uiStyle } from '../../themes/style.ts'

/** The space of the remove button stays free where there is none, so that typing moves nothing. */
export const row = uiStyle({
  display: 'grid',
  gridTemplateColumns: `minmax(0, 1fr) ${vars.size.iconButton}`,
  alignItems: 'center',
  gap: vars.space[3],
  selectors: { '&[hidden]': { display: 'none' } },
})
