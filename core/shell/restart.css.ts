import { vars } from '../../themes/contract.css.ts'
import { pageStyle } from '../../themes/style.ts'

export const running = pageStyle({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: `0 ${vars.space[5]}` })

export const bar = pageStyle({ flex: 1, minWidth: vars.size.target, maxWidth: vars.size.search })
