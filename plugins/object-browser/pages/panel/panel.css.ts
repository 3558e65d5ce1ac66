import { pageStyle, vars } from 'stowage/theme'

export const actions = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  paddingTop: vars.space[4],
})

export const more = pageStyle({ font: vars.text[13] })

export const version = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.size.controlSm,
  font: vars.text[13],
})

export const size = pageStyle({ marginLeft: 'auto', color: vars.text.muted, fontVariantNumeric: 'tabular-nums' })
