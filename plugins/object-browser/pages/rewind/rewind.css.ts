import { vars } from '../../../../themes/contract.css.ts'
import { pageStyle } from '../../../../themes/style.ts'

export const banner = pageStyle({ flex: 'none', padding: `${vars.space[3]} 0` })

export const actions = pageStyle({ display: 'flex', gap: vars.space[3] })
