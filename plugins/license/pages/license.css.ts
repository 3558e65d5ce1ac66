import {
  cardFrame,
  edge,
  exactText,
  flexColumn,
  hairline,
  medium,
  narrow,
  pageGlobal,
  pageStyle,
  pageVariants,
  smallText,
  vars,
} from 'stowage/theme'

export const panel = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)',
  margin: `${vars.space[6]} 0 ${vars.space[8]}`,
  ...cardFrame,
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const side = pageStyle({
  minWidth: 0,
  padding: vars.space[6],
  selectors: { '& + &': { borderLeft: edge, '@media': { [medium]: { borderLeft: 0, borderTop: edge } } } },
})

export const heading = pageStyle({ margin: `0 0 ${vars.space[3]}`, font: vars.text[16] })
export const lead = pageStyle({ margin: 0, font: vars.text.lead, color: vars.text.muted })
/** Below the page's header. */
export const intro = pageStyle({ margin: `${vars.space[6]} 0 0`, font: vars.text.lead, color: vars.text.muted })

export const number = pageStyle({
  margin: `${vars.space[2]} 0 ${vars.space[3]}`,
  font: vars.text[26],
  letterSpacing: vars.tracking.figure,
  fontVariantNumeric: 'tabular-nums',
})
export const unit = pageStyle({ ...smallText(14), letterSpacing: 0 })
export const remaining = pageStyle({ marginTop: vars.space[3], ...smallText(13) })

export const plansHead = pageStyle({ marginBottom: vars.space[4] })

/** A button that looks like a link. */
export const opens = pageStyle({
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: vars.text.link,
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})

export const plans = pageStyle({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  font: vars.text[14],
})

const cell = {
  padding: `${vars.space[3]} ${vars.space[5]}`,
  borderBottom: hairline,
  textAlign: 'start',
  verticalAlign: 'middle',
  height: vars.size.rowTall,
  overflowWrap: 'anywhere',
} as const
const chosen = {
  background: vars.surface.selected,
  borderLeft: `1px solid ${vars.info.border}`,
  borderRight: `1px solid ${vars.info.border}`,
} as const

export const cells = pageVariants({ plain: cell, current: { ...cell, ...chosen } })
export const headings = pageVariants({
  plain: { ...cell, borderTop: edge, font: vars.text[16] },
  current: {
    ...cell,
    ...chosen,
    borderTop: `1px solid ${vars.info.border}`,
    borderRadius: `${vars.radius.md} ${vars.radius.md} 0 0`,
    font: vars.text[16],
  },
})
export const feet = pageVariants({
  plain: { ...cell, borderBottom: 0 },
  current: {
    ...cell,
    ...chosen,
    borderBottom: `1px solid ${vars.info.border}`,
    borderRadius: `0 0 ${vars.radius.md} ${vars.radius.md}`,
  },
})
export const rowHead = pageStyle({
  ...cell,
  paddingLeft: 0,
  width: '15%',
  ...smallText(14),
  fontWeight: vars.weight.regular,
})
export const muted = pageStyle({ color: vars.text.muted })

export const one = pageStyle({ '@media': { [narrow]: { marginTop: vars.space[4] } } })
export const foot = pageStyle({ marginTop: vars.space[5] })

/** Scrolls in its own box, so that keyboard focus is visible. */
export const agpl = pageStyle({ maxHeight: '60vh', overflow: 'auto', margin: 0, ...exactText })

export const form = pageStyle(flexColumn(5))
export const or = pageStyle({ margin: 0, paddingTop: vars.space[4], borderTop: hairline, ...smallText(13) })
// in running text a color alone does not mark a link
pageGlobal(`${or} a`, { textDecoration: 'underline' })
pageGlobal(`${plans} strong`, { fontWeight: vars.weight.bold })
