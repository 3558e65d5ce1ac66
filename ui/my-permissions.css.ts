import { vars } from '../themes/contract.css.ts'
import { gridOf } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const statements = uiStyle({ ...gridOf(5), listStyle: 'none' })

export const lines = uiStyle({ listStyle: 'none', padding: `${vars.space[2]} 0`, overflowWrap: 'anywhere' })
