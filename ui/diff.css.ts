import { vars } from '../themes/contract.css.ts'
import { wellFrame } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const diff = uiStyle({
  font: vars.text.mono,
  ...wellFrame,
  overflow: 'auto',
  maxHeight: vars.size.editor,
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
