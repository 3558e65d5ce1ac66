import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

export const statements = uiStyle({ display: 'grid', gap: vars.space[5], listStyle: 'none' })

export const lines = uiStyle({ listStyle: 'none', padding: `${vars.space[2]} 0`, overflowWrap: 'anywhere' })
