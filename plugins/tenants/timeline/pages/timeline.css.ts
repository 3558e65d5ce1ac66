import { narrow, pageStyle, vars } from 'stowage/theme'

export const day = pageStyle({
  padding: `${vars.space[4]} 0 ${vars.space[2]}`,
  font: vars.text[13],
  fontWeight: vars.weight.bold,
  color: vars.text.muted,
})

export const events = pageStyle({ borderTop: `1px solid ${vars.border.hairline}` })

export const event = pageStyle({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: vars.space[5],
  padding: `${vars.space[3]} 0`,
  borderBottom: `1px solid ${vars.border.hairline}`,
  '@media': { [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: vars.space[1] } },
})

export const time = pageStyle({ font: vars.text[13], color: vars.text.muted, fontVariantNumeric: 'tabular-nums' })

export const lines = pageStyle({ display: 'grid', gap: vars.space[1], minWidth: 0 })

export const reason = pageStyle({ fontWeight: vars.weight.bold })

export const message = pageStyle({ overflowWrap: 'anywhere' })

export const muted = pageStyle({ font: vars.text[13], color: vars.text.muted, overflowWrap: 'anywhere' })
