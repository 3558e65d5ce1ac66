import { vars } from '../themes/contract.css.ts'
import { narrow } from '../themes/media.ts'
import { pageStyle } from '../themes/style.ts'

export const lists = pageStyle({
  columns: 2,
  marginTop: vars.space[4],
  columnGap: vars.space[8],
  '@media': { [narrow]: { columns: 1 } },
})

export const list = pageStyle({ breakInside: 'avoid' })

export const title = pageStyle({
  padding: `${vars.space[3]} 0 ${vars.space[1]}`,
  font: vars.text[12],
  color: vars.text.faint,
})

export const line = pageStyle({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[4],
  minHeight: vars.size.control,
  font: vars.text[13],
  borderBottom: `1px solid ${vars.border.hairline}`,
})

export const keys = pageStyle({ display: 'flex', flex: 'none', gap: vars.space[2] })
