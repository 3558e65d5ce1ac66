import { narrow, pageStyle, smallText, vars } from 'stowage/theme'

export const folderIcon = pageStyle({ display: 'flex', color: vars.primary.text })

export const push = pageStyle({ marginLeft: 'auto' })

/** In place of the table's footer. */
export const waiting = pageStyle({ flex: 'none', minHeight: vars.size.row, ...smallText(12, 'faint') })

/** Fixed width, so that nothing moves when the selection changes. */
export const find = pageStyle({
  flex: `0 0 clamp(${vars.size.searchLeast}, 14vw, ${vars.size.search})`,
  display: 'flex',
  '@media': { [narrow]: { flex: '1 0 100%' } },
})

/** Label next to its checkbox, without wrapping. */
export const toggle = pageStyle({ flex: 'none', whiteSpace: 'nowrap' })

export const scope = pageStyle({ flex: 'none', display: 'flex' })
