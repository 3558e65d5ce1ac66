import { vars } from '../../../themes/contract.css.ts'
import { uiStyle } from '../../../themes/style.ts'

export const used = uiStyle({ display: 'flex', alignItems: 'center', gap: vars.space[3] })
export const bar = uiStyle({ flex: '0 1 48px', minWidth: vars.space[5] })
