import { vars } from '../../themes/contract.css.ts'
import { pageStyle } from '../../themes/style.ts'
import { side } from './sidebar.css.ts'

/** The collapsed sidebar has no room next to the label. */
export const mark = pageStyle({
  flex: 'none',
  font: vars.text[12],
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    [`${side.closed} &`]: { position: 'absolute', insetBlockStart: vars.space[1], insetInlineEnd: vars.space[1] },
  },
})
