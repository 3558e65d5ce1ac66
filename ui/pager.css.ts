import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

export const foot = uiStyle({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: vars.space[3],
  padding: `${vars.space[3]} 0`,
  font: vars.text[13],
  color: vars.text.muted,
})

export const pages = uiStyle({ display: 'flex', alignItems: 'center', gap: vars.space[1] })

export const label = uiStyle({ marginRight: vars.space[2] })

export const page = uiStyle({
  display: 'grid',
  placeItems: 'center',
  minWidth: vars.size.controlSm,
  height: vars.size.controlSm,
  borderRadius: vars.radius.sm,
  font: vars.text[13],
  color: vars.text.muted,
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '&[aria-current=page]': { background: vars.primary.tint, color: vars.primary.text, fontWeight: vars.weight.bold },
  },
})
