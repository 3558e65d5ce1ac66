import { pageStyle, vars } from 'stowage/theme'

export const actions = pageStyle({ paddingTop: vars.space[4] })

export const more = pageStyle({ font: vars.text[13] })

export const version = pageStyle({ minHeight: vars.size.controlSm, font: vars.text[13] })

export const size = pageStyle({ marginLeft: 'auto', color: vars.text.muted, fontVariantNumeric: 'tabular-nums' })
