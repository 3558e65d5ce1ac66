import { vars } from '../themes/contract.css.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const diff = uiStyle({
  font: vars.text.mono,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.sm,
  overflow: 'auto',
  maxHeight: vars.size.editor,
  background: vars.surface.sunken,
  padding: `${vars.space[3]} 0`,
})
const line = {
  display: 'flex',
  minHeight: vars.size.iconLg,
  whiteSpace: 'pre',
  padding: `0 ${vars.space[4]}`,
  gap: vars.space[3],
  width: 'max-content',
  minWidth: '100%',
} as const
export const side = uiVariants({
  both: line,
  before: { ...line, background: vars.danger.tint },
  after: { ...line, background: vars.ok.tint },
})
export const gap = uiStyle({ padding: `0 ${vars.space[4]}`, color: vars.text.muted })
