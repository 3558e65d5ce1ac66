import { narrow, pageStyle, vars } from 'stowage/theme'

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

/** As wide whatever is selected, so that nothing moves. */
export const find = pageStyle({
  flex: `0 0 clamp(${vars.size.searchLeast}, 14vw, ${vars.size.search})`,
  display: 'flex',
  '@media': { [narrow]: { flex: '1 0 100%' } },
})

/** Its words stay beside its box. */
export const toggle = pageStyle({ flex: 'none', whiteSpace: 'nowrap' })

export const scope = pageStyle({ flex: 'none', display: 'flex' })
