import { pageStyle, vars } from 'stowage/theme'

export const summary = pageStyle({ color: vars.text.muted, overflowWrap: 'anywhere' })

export const progress = pageStyle({ display: 'grid', gap: vars.space[3], font: vars.text[13], color: vars.text.muted })

export const failures = pageStyle({ maxHeight: vars.size.editor, overflow: 'auto' })

export const failure = pageStyle({
  padding: `${vars.space[3]} 0`,
  borderBottom: `1px solid ${vars.border.hairline}`,
})

export const path = pageStyle({ font: vars.text.mono, overflowWrap: 'anywhere' })

export const form = pageStyle({ display: 'grid', gap: vars.space[6] })
