import { vars } from '../../../themes/contract.css.ts'
import { pageStyle } from '../../../themes/style.ts'

export const folderIcon = pageStyle({ display: 'flex', color: vars.primary.text })

/** Between what acts on the choice and what acts on the folder. */
export const divider = pageStyle({
  width: '1px',
  height: vars.size.target,
  margin: `0 ${vars.space[2]}`,
  background: vars.border.default,
})

export const push = pageStyle({ marginLeft: 'auto' })

/** Stands where the table's foot will be. */
export const waiting = pageStyle({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  minHeight: vars.size.row,
  font: vars.text[12],
  color: vars.text.faint,
})
