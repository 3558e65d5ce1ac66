import { pageStyle, vars } from 'stowage/theme'

export const intro = pageStyle({ color: vars.text.muted })

export const names = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })
