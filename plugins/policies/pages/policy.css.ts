import { pageStyle, vars } from 'stowage/theme'

/** Column of readable width below the tabs. */
export const column = pageStyle({
  maxWidth: vars.size.dialog,
  padding: `${vars.space[6]} 0 ${vars.space[8]}`,
})

/** Full width, for cards next to JSON. */
export const wide = pageStyle({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space[5],
  padding: `${vars.space[5]} 0 ${vars.space[8]}`,
})

export const heading = pageStyle({ font: vars.text[16], paddingBottom: vars.space[3] })

/** Resource names, one per line. */
export const lines = pageStyle({
  font: vars.text.mono,
  overflowWrap: 'anywhere',
  padding: `${vars.space[3]} 0`,
  minWidth: 0,
})

/** Dangerous permissions and their consequences. */
export const risks = pageStyle({
  overflowWrap: 'anywhere',
  listStyle: 'disc',
  paddingInlineStart: vars.space[6],
})
