import { vars } from '../../themes/contract.css.ts'
import { uiStyle } from '../../themes/style.ts'

export const row = uiStyle({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: vars.size.row,
  borderBottom: `1px solid ${vars.border.hairline}`,
})

export const cell = uiStyle({ padding: `0 ${vars.space[4]}` })

export const bar = uiStyle({ height: vars.size.skeleton, borderRadius: vars.radius.xs, background: vars.skeleton })
