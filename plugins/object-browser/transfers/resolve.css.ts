import { vars } from '../../../themes/contract.css.ts'
import { pageStyle } from '../../../themes/style.ts'

export const what = pageStyle({ color: vars.text.muted })

export const names = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })
