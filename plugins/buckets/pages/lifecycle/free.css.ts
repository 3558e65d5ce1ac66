import { narrow, pageStyle, vars } from 'stowage/theme'

export const card = pageStyle({
  flex: 'none',
  display: 'grid',
  gap: vars.space[3],
  padding: `${vars.space[4]} ${vars.space[5]}`,
  margin: `${vars.space[5]} 0 ${vars.space[6]}`,
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
  font: vars.text[13],
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const rows = pageStyle({ margin: 0, padding: 0, listStyle: 'none' })

export const row = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) max-content max-content',
  alignItems: 'center',
  gap: vars.space[5],
  padding: `${vars.space[3]} 0`,
  borderTop: `1px solid ${vars.border.hairline}`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) max-content' } },
})

export const what = pageStyle({
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { gridColumn: '1 / -1' } },
})

export const figure = pageStyle({ textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
