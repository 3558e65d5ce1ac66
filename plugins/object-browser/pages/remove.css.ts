import { gridOf, hairline, pageStyle, smallText, vars } from 'stowage/theme'

export const summary = pageStyle({ color: vars.text.muted, overflowWrap: 'anywhere' })

export const progress = pageStyle({ ...gridOf(3), ...smallText(13) })

export const failures = pageStyle({ maxHeight: vars.size.editor, overflow: 'auto' })

export const failure = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: hairline })

export const path = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const form = pageStyle(gridOf(6))
