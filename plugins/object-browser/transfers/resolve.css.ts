import { pageStyle, vars } from 'stowage/theme'

export const names = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })
