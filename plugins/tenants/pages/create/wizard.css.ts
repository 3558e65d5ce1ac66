import {
  cardFrame,
  edge,
  flexColumn,
  gridOf,
  hairline,
  medium,
  narrow,
  pageGlobal,
  pageStyle,
  pageVariants,
  plainList,
  smallText,
  stickyFoot,
  vars,
} from 'stowage/theme'

/** Step list, current step, and its preview. */
export const layout = pageStyle({
  flex: '1 0 auto',
  ...gridOf(7, '184px minmax(0, 1fr) 300px'),
  alignItems: 'start',
  alignContent: 'start',
  padding: `${vars.space[6]} 0 ${vars.space[8]}`,
  '@media': { [medium]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[6] } },
})
export const form = pageStyle({
  ...flexColumn(),
  gap: vars.space[6],
  maxWidth: vars.size.dialog,
  width: '100%',
  minWidth: 0,
})
/** Keeps a focused field above the sticky footer, which has two lines in a narrow window. */
pageGlobal(`${form} :is(input, select, textarea, button)`, { scrollMarginBottom: `calc(${vars.space[10]} * 2)` })
/** Above every section except the first. */
export const next = pageStyle({ paddingTop: vars.space[6], borderTop: hairline })
export const intro = pageStyle({ color: vars.text.muted, marginTop: `calc(${vars.space[4]} * -1)` })
export const heading = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })
export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })
export const preview = pageStyle({ ...flexColumn(), minWidth: 0, ...cardFrame, overflow: 'hidden' })
export const part = pageStyle({
  padding: vars.space[5],
  selectors: { '& + &': { borderTop: hairline } },
})
export const rows = pageStyle({ margin: 0 })
export const row = pageStyle({
  minHeight: vars.size.control,
  font: vars.text[13],
  fontVariantNumeric: 'tabular-nums',
  selectors: { '& + &': { borderTop: hairline } },
})
export const amount = pageStyle({ margin: 0, textAlign: 'right' })
export const table = pageStyle({
  width: '100%',
  borderCollapse: 'collapse',
  font: vars.text[13],
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'right',
})
const cell = { padding: `${vars.space[2]} ${vars.space[3]}` } as const
export const head = pageStyle({ ...cell, ...smallText(12), borderBottom: edge })
export const value = pageStyle(cell)
export const chosen = pageVariants({ yes: { fontWeight: vars.weight.bold, background: vars.surface.selected }, no: {} })
export const servers = pageStyle({ ...gridOf(3, 'repeat(auto-fill, minmax(52px, 1fr))'), alignItems: 'center' })
export const server = pageStyle({ padding: vars.space[2], border: edge, borderRadius: vars.radius.sm })
export const drive = pageVariants({
  data: { height: '8px', borderRadius: vars.radius.xs, background: vars.chart[1] },
  parity: {
    height: '8px',
    borderRadius: vars.radius.xs,
    background: `repeating-linear-gradient(135deg, ${vars.chart[1]} 0 2px, ${vars.surface.panel} 2px 4px)`,
    border: `1px solid ${vars.chart[1]}`,
  },
})
/** Sticky footer as wide as the page. */
export const foot = pageStyle({
  ...stickyFoot,
  flex: 'none',
  margin: `0 calc(${vars.size.gutter} * -1)`,
  padding: `${vars.space[4]} ${vars.size.gutter}`,
  '@media': { [narrow]: { padding: `${vars.space[3]} ${vars.size.gutter}` } },
})
pageGlobal(`:root:has(${foot})`, { vars: { '--foot-height': vars.size.header } })
export const errorText = pageStyle({ flex: '1', minWidth: 0, '@media': { [narrow]: { flexBasis: '100%' } } })
export const parts = pageStyle(plainList)
export const created = pageStyle({ padding: `${vars.space[2]} 0`, borderBottom: hairline })
export const difference = pageStyle({
  padding: `${vars.space[2]} 0`,
  borderBottom: hairline,
  overflowWrap: 'anywhere',
})
export const summary = pageStyle({ cursor: 'pointer', padding: `${vars.space[2]} 0` })
export const sentences = pageStyle({ margin: `${vars.space[2]} 0 0`, paddingLeft: vars.space[5], listStyle: 'disc' })
