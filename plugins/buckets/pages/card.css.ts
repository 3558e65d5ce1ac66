import { cardFrame, ellipsis, gridOf, hairline, pageStyle, tabular, vars } from 'stowage/theme'

export const card = pageStyle({
  ...cardFrame,
  selectors: { '&:hover': { borderColor: vars.border.control, boxShadow: vars.shadow.raised } },
})

export const body = pageStyle({ flex: '1', padding: `${vars.space[4]} ${vars.space[5]}` })

export const name = pageStyle({
  flex: '1',
  minWidth: 0,
  font: vars.text.lead,
  fontWeight: vars.weight.bold,
  ...ellipsis,
})

export const link = pageStyle({
  display: 'block',
  lineHeight: vars.size.target,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  color: vars.text.default,
})

export const facts = pageStyle({
  ...gridOf(4),
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  marginTop: vars.space[5],
})

export const value = pageStyle({ font: vars.text.lead, ...tabular })

export const foot = pageStyle({ padding: vars.space[3], borderTop: hairline })
