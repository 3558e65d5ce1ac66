import { gridOf, pageStyle, tabular, vars } from 'stowage/theme'

export const description = pageStyle({ color: vars.text.muted, overflowWrap: 'anywhere' })

export const progress = pageStyle(gridOf(2))

export const done = pageStyle({ font: vars.text[13], ...tabular })
