import { vars } from '../../../themes/contract.css.ts'
import { pageGlobal, pageStyle } from '../../../themes/style.ts'

export const pick = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[3] })

export const line = pageStyle({ display: 'flex' })
pageGlobal(`${line} > *`, { flex: '1' })

/** A list of its own height in a form that scrolls. */
export const list = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  height: vars.size.editor,
  overflow: 'hidden',
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  paddingInline: vars.space[3],
})
