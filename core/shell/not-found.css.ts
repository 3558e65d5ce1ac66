import { vars } from '../../themes/contract.css.ts'
import { pageStyle } from '../../themes/style.ts'

export const copyright = pageStyle({
  marginTop: 'auto',
  padding: `${vars.space[4]} 0`,
  textAlign: 'center',
  font: vars.text[12],
  color: vars.text.faint,
})
