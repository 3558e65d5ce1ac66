import { vars } from '../themes/contract.css.ts'
import { flexRow, smallText, wrappedRow } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const foot = uiStyle({
  ...wrappedRow(3),
  justifyContent: 'space-between',
  padding: `${vars.space[3]} 0`,
  ...smallText(13),
})

export const pages = uiStyle(flexRow(1))

export const label = uiStyle({ marginRight: vars.space[2] })

export const page = uiStyle({
  display: 'grid',
  placeItems: 'center',
  minWidth: vars.size.controlSm,
  height: vars.size.controlSm,
  borderRadius: vars.radius.sm,
  ...smallText(13),
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&:hover': { background: vars.surface.hover },
    '&[aria-current=page]': { background: vars.primary.tint, color: vars.primary.text, fontWeight: vars.weight.bold },
  },
})
