import { vars } from '../../../themes/contract.css.ts'
import { medium, narrow } from '../../../themes/media.ts'
import { pageStyle, pageVariants } from '../../../themes/style.ts'

const factsBase = {
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[5],
  marginRight: vars.space[3],
  font: vars.text.control,
  color: vars.text.muted,
  fontVariantNumeric: 'tabular-nums',
  fontKerning: 'none',
  whiteSpace: 'nowrap',
} as const

/** How the trace stands, beside its buttons; when narrow there is room for one word, which matters most while it is live. */
export const facts = pageVariants({
  live: factsBase,
  other: { ...factsBase, '@media': { [narrow]: { display: 'none' } } },
})

export const wideFact = pageStyle({ '@media': { [medium]: { display: 'none' } } })

const answer = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space.tight,
  maxWidth: '100%',
  verticalAlign: 'middle',
} as const

/** A status with room for its sign, so that all numbers stand under each other. */
export const answers = pageVariants({
  fine: { ...answer, color: vars.text.muted },
  warning: { ...answer, color: vars.warning.text },
  danger: { ...answer, color: vars.danger.text, fontWeight: vars.weight.bold },
})

export const sign = pageStyle({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: vars.size.icon,
  '@media': { [narrow]: { selectors: { '&:empty': { display: 'none' } } } },
})

export const number = pageStyle({ color: vars.text.default })

export const slow = pageStyle({ color: vars.danger.text, fontWeight: vars.weight.bold })

export const faint = pageStyle({ color: vars.text.muted })
