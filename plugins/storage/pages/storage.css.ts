import { vars } from '../../../themes/contract.css.ts'
import { uiStyle } from '../../../themes/style.ts'

export const allocated = uiStyle({ display: 'flex', alignItems: 'center', gap: vars.space[3] })
export const bar = uiStyle({ flex: '0 1 78px', minWidth: vars.space[5] })
export const stack = uiStyle({ display: 'grid', gap: vars.space[4] })
