import { vars } from '../../themes/contract.css.ts'
import { smallText } from '../../themes/fragments.ts'
import { pageStyle } from '../../themes/style.ts'

export const copyright = pageStyle({
  marginTop: 'auto',
  padding: `${vars.space[4]} 0`,
  textAlign: 'center',
  ...smallText(12, 'faint'),
})
