import { vars } from '../../../themes/contract.css.ts'
import { pageStyle } from '../../../themes/style.ts'

export const details = pageStyle({ maxWidth: vars.size.form, padding: `${vars.space[4]} 0 ${vars.space[7]}` })

/** Exactly as stored: spaces count, and long names break anywhere. */
export const exact = pageStyle({ font: vars.text.mono, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 })
