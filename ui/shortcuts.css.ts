import { vars } from '../themes/contract.css.ts'
import { flexRow, hairline, smallText } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { pageStyle } from '../themes/style.ts'

export const lists = pageStyle({
  columns: 2,
  marginTop: vars.space[4],
  columnGap: vars.space[8],
  '@media': { [narrow]: { columns: 1 } },
})

export const list = pageStyle({ breakInside: 'avoid' })

export const title = pageStyle({ padding: `${vars.space[3]} 0 ${vars.space[1]}`, ...smallText(12, 'faint') })

export const line = pageStyle({
  ...flexRow(4),
  justifyContent: 'space-between',
  minHeight: vars.size.control,
  font: vars.text[13],
  borderBottom: hairline,
})

export const keys = pageStyle({ display: 'flex', flex: 'none', gap: vars.space[2] })
