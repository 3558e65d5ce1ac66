import { vars } from '../../themes/contract.css.ts'
import { wrappedRow } from '../../themes/fragments.ts'
import { pageStyle } from '../../themes/style.ts'

export const running = pageStyle(wrappedRow([0, 5]))

export const bar = pageStyle({ flex: 1, minWidth: vars.size.target, maxWidth: vars.size.search })
