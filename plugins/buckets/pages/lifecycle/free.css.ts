import { cardFrame, gridOf, hairline, narrow, pageStyle, plainList, vars } from 'stowage/theme'

export const card = pageStyle({
  flex: 'none',
  ...gridOf(3),
  padding: `${vars.space[4]} ${vars.space[5]}`,
  margin: `${vars.space[5]} 0 ${vars.space[6]}`,
  ...cardFrame,
  font: vars.text[13],
})

export const title = pageStyle({ font: vars.text[16], fontWeight: vars.weight.bold })

export const rows = pageStyle(plainList)

export const row = pageStyle({
  ...gridOf(5, 'minmax(0, 1fr) max-content max-content'),
  alignItems: 'center',
  padding: `${vars.space[3]} 0`,
  borderTop: hairline,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) max-content' } },
})

export const what = pageStyle({
  minWidth: 0,
  overflowWrap: 'anywhere',
  '@media': { [narrow]: { gridColumn: '1 / -1' } },
})

export const value = pageStyle({ textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
