import { pageStyle, vars } from 'stowage/theme'

/** Suggested next actions. */
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
