import { vars } from '../../themes/contract.css.ts'
import { gridOf } from '../../themes/fragments.ts'
import { pageStyle } from '../../themes/style.ts'

export const broken = pageStyle({
  ...gridOf(4),
  alignContent: 'center',
  justifyItems: 'start',
  minHeight: '100dvh',
  maxWidth: vars.size.form,
  margin: '0 auto',
  padding: vars.size.gutter,
  whiteSpace: 'pre-wrap',
})

export const reload = pageStyle({
  height: vars.size.control,
  padding: `0 ${vars.space[4]}`,
  border: `1px solid ${vars.border.strong}`,
  borderRadius: vars.radius.sm,
})
