import { pageStyle, vars } from 'stowage/theme'

export const description = pageStyle({ color: vars.text.muted, overflowWrap: 'anywhere' })

export const progress = pageStyle({ display: 'grid', gap: vars.space[2] })

export const done = pageStyle({
  font: vars.text[13],
  fontVariantNumeric: 'tabular-nums',
  fontKerning: 'none',
})
