import {
  ellipsis,
  flexColumn,
  flexRow,
  gridOf,
  hairline,
  narrow,
  pageGlobal,
  pageStyle,
  pageVariants,
  smallText,
  stickyFoot,
  vars,
} from 'stowage/theme'

export const both = pageStyle({
  ...gridOf(7, 'minmax(0, 1fr) minmax(0, 3fr)', narrow),
  padding: `${vars.space[4]} 0 ${vars.space[8]}`,
  alignItems: 'start',
})

export const groupTitle = pageStyle({ ...smallText(13), padding: `0 ${vars.space[3]}` })

export const items = pageStyle({ ...flexColumn(), gap: vars.space[1] })

const item = {
  ...flexRow(3),
  justifyContent: 'space-between',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  color: vars.text.default,
} as const

export const section = pageVariants({
  plain: { ...item, selectors: { '&:hover': { background: vars.surface.hover } } },
  current: { ...item, background: vars.surface.selected, fontWeight: vars.weight.bold },
})
for (const one of Object.values(section)) pageGlobal(`${one}:hover`, { textDecoration: 'none' })

export const hit = pageStyle({ ...smallText(13), paddingLeft: vars.space[6], ...ellipsis })

export const editor = pageStyle({ maxWidth: vars.size.dialogForm })

/** At the right, also below the title. */
export const targetActions = pageStyle({ marginLeft: 'auto' })

/** Bar with unsaved changes and their actions; stays visible below long forms. */
export const foot = pageStyle({ ...stickyFoot, padding: `${vars.space[4]} 0` })
pageGlobal(`:root:has(${foot})`, { vars: { '--foot-height': vars.size.header } })

export const marks = pageStyle({
  flex: 'none',

  fontWeight: vars.weight.regular,
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const diffHead = pageStyle({ paddingBottom: vars.space[2] })

export const diffTitle = pageStyle({ font: vars.text.lead, fontWeight: vars.weight.bold })

export const diff = pageStyle({ borderTop: hairline })

export const change = pageStyle({
  ...gridOf(4, 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr)'),
  padding: `${vars.space[3]} 0`,
  borderBottom: hairline,
  font: vars.text.mono,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[1] } },
})

export const key = pageStyle({ overflowWrap: 'anywhere' })
export const value = pageStyle({ overflowWrap: 'anywhere', minWidth: 0 })
export const muted = pageStyle({ color: vars.text.muted })

export const problems = pageStyle({ overflowWrap: 'anywhere' })

/** A list with lines between its entries. */
export const entries = pageStyle({ borderTop: hairline })

export const entry = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: hairline })

export const setting = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const step = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: hairline })

export const detail = pageStyle({ ...smallText(13), overflowWrap: 'anywhere' })
