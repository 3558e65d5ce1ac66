import { vars } from '../../themes/contract.css.ts'
import { pageStyle } from '../../themes/style.ts'

export const keys = pageStyle({ display: 'flex', gap: vars.space[2] })
