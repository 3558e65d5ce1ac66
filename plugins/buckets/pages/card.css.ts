import { pageStyle, vars } from 'stowage/theme'

export const card = pageStyle({
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
  selectors: { '&:hover': { borderColor: vars.border.control, boxShadow: vars.shadow.raised } },
})

export const body = pageStyle({ flex: '1', padding: `${vars.space[4]} ${vars.space[5]}` })

export const name = pageStyle({
  flex: '1',
  minWidth: 0,
  font: vars.text.lead,
  fontWeight: vars.weight.bold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const link = pageStyle({
  display: 'block',
  lineHeight: vars.size.target,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  color: vars.text.default,
})

export const facts = pageStyle({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: vars.space[4],
  marginTop: vars.space[5],
})

export const figure = pageStyle({ font: vars.text.lead, fontVariantNumeric: 'tabular-nums', fontKerning: 'none' })

export const foot = pageStyle({ padding: vars.space[3], borderTop: `1px solid ${vars.border.hairline}` })
