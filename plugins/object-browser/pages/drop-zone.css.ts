import { pageStyle, vars } from 'stowage/theme'

export const zone = pageStyle({
  position: 'relative',
  flex: '1',

  minHeight: 0,
})

export const target = pageStyle({
  position: 'absolute',
  zIndex: vars.z.docked,
  inset: `0 calc(-1 * ${vars.space[3]}) ${vars.space[3]}`,

  border: `${vars.size.line} dashed ${vars.primary.text}`,
  borderRadius: vars.radius.lg,
  background: vars.primary.tint,
  color: vars.primary.text,
  font: vars.text[14],
  fontWeight: vars.weight.bold,
  opacity: '.94',
  pointerEvents: 'none',
})
