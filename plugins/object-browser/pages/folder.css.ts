import { vars } from '../../../themes/contract.css.ts'
import { pageStyle } from '../../../themes/style.ts'

export const folderIcon = pageStyle({ display: 'flex', color: vars.primary.text })

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

/** Hears keys, and lays nothing out. */
export const find = pageStyle({ display: 'contents' })

/** Its words stay beside its box. */
export const toggle = pageStyle({ flex: 'none', whiteSpace: 'nowrap' })
