import { pageStyle, vars } from 'stowage/theme'

export const heading = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const step = pageStyle({ minHeight: vars.size.iconButton, color: vars.text.muted })

export const text = pageStyle({ minWidth: 0, overflowWrap: 'anywhere' })
