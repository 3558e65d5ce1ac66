import { vars } from '../../../../themes/contract.css.ts'
import { pageStyle } from '../../../../themes/style.ts'

export const part = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[4], minWidth: 0 })
export const heading = pageStyle({ font: vars.text[16] })
