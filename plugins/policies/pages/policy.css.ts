import { flexColumn, narrow, pageGlobal, pageStyle, stickyFoot, vars } from 'stowage/theme'

/** Column of readable width below the tabs. */
export const column = pageStyle({
  maxWidth: vars.size.dialog,
  padding: `${vars.space[6]} 0 ${vars.space[8]}`,
})

/** Full width, for cards next to JSON. */
export const wide = pageStyle({ ...flexColumn(5), padding: `${vars.space[5]} 0 ${vars.space[8]}` })

/** Save and what it would change; stays visible below a long document. */
export const foot = pageStyle({
  ...stickyFoot,
  ...flexColumn(4),
  // as wide as the focus outlines that it covers
  margin: `0 calc(-1 * ${vars.space[1]})`,
  padding: `${vars.space[4]} ${vars.space[1]}`,
})
pageGlobal(`:root:has(${foot})`, { vars: { '--foot-height': vars.size.header } })

/** The changed lines, in the foot; a long diff scrolls by itself. In a narrow window they are in the dialog only. */
export const changes = pageStyle({
  maxHeight: `calc(${vars.size.cardHeight} + ${vars.size.controlSm})`,
  overflow: 'auto',
  '@media': { [narrow]: { display: 'none' } },
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
