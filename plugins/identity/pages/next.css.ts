import { pageStyle, vars } from 'stowage/theme'

/** Under what was made: what to do with it. */
export const next = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[2] })

export const heading = pageStyle({ font: vars.text[14], fontWeight: vars.weight.bold })

export const step = pageStyle({
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.size.iconButton,
  color: vars.text.muted,
})

export const words = pageStyle({ minWidth: 0, overflowWrap: 'anywhere' })
