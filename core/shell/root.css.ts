import { vars } from '../../themes/contract.css.ts'
import { pageStyle } from '../../themes/style.ts'

export const broken = pageStyle({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'start',
  gap: vars.space[4],
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
