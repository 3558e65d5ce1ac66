import { narrow, pageGlobal, pageStyle, pageVariants, vars } from 'stowage/theme'

const column = { display: 'flex', flexDirection: 'column' } as const

export const both = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 3fr)',
  gap: vars.space[7],
  padding: `${vars.space[4]} 0 ${vars.space[8]}`,
  alignItems: 'start',
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})

export const groupTitle = pageStyle({ font: vars.text[13], color: vars.text.muted, padding: `0 ${vars.space[3]}` })

export const items = pageStyle({ ...column, gap: vars.space[1] })

const item = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.sm,
  color: vars.text.default,
} as const

export const section = pageVariants({
  plain: { ...item, selectors: { '&:hover': { background: vars.surface.hover } } },
  current: { ...item, background: vars.surface.selected, fontWeight: vars.weight.bold },
})
for (const one of Object.values(section)) pageGlobal(`${one}:hover`, { textDecoration: 'none' })

export const hit = pageStyle({
  font: vars.text[13],
  color: vars.text.muted,
  paddingLeft: vars.space[6],
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const editor = pageStyle({ maxWidth: vars.size.dialogForm })

/** Bar with unsaved changes and their actions; stays visible below long forms. */
export const foot = pageStyle({
  position: 'sticky',
  bottom: 0,
  zIndex: vars.z.sticky,

  padding: `${vars.space[4]} 0`,
  borderTop: `1px solid ${vars.border.hairline}`,
  background: vars.surface.canvas,
})
pageGlobal(`:root:has(${foot})`, { vars: { '--foot-height': vars.size.header } })

export const marks = pageStyle({
  flex: 'none',

  fontWeight: vars.weight.regular,
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const diffHead = pageStyle({ paddingBottom: vars.space[2] })

export const diffTitle = pageStyle({ font: vars.text.lead, fontWeight: vars.weight.bold })

export const diff = pageStyle({ borderTop: `1px solid ${vars.border.hairline}` })

export const change = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr)',
  gap: vars.space[4],
  padding: `${vars.space[3]} 0`,
  borderBottom: `1px solid ${vars.border.hairline}`,
  font: vars.text.mono,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: vars.space[1] } },
})

export const key = pageStyle({ overflowWrap: 'anywhere' })
export const value = pageStyle({ overflowWrap: 'anywhere', minWidth: 0 })
export const muted = pageStyle({ color: vars.text.muted })

export const problems = pageStyle({ overflowWrap: 'anywhere' })

/** A list with lines between its entries. */
export const entries = pageStyle({ borderTop: `1px solid ${vars.border.hairline}` })

export const entry = pageStyle({
  padding: `${vars.space[3]} 0`,
  borderBottom: `1px solid ${vars.border.hairline}`,
})

export const setting = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const step = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: `1px solid ${vars.border.hairline}` })

export const detail = pageStyle({ font: vars.text[13], color: vars.text.muted, overflowWrap: 'anywhere' })
