import { vars } from '../themes/contract.css.ts'
import { gridOf } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

/** Reserves space for the remove button, so that typing shifts nothing. */
export const row = uiStyle({
  ...gridOf(3, `minmax(0, 1fr) ${vars.size.iconButton}`),
  alignItems: 'center',
  selectors: { '&[hidden]': { display: 'none' } },
})
