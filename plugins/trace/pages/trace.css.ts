import { vars } from '../../../themes/contract.css.ts'
import { medium, narrow } from '../../../themes/media.ts'
import { pageStyle, pageVariants } from '../../../themes/style.ts'

/** One line where there is room for it; the choices below the fields, or two fields in a line, where there is not. */
export const filters = pageStyle({
  flex: 'none',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 10fr) minmax(0, 10fr) minmax(0, 16fr) minmax(0, 21fr) minmax(0, 15fr) auto',
  alignItems: 'start',
  gap: vars.space[4],
  padding: `${vars.space[4]} 0`,
  '@media': {
    [medium]: { gridTemplateColumns: 'repeat(4, minmax(0, 10fr)) minmax(0, 14fr)' },
    [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: `${vars.space[3]} ${vars.space[4]}` },
  },
})

export const filter = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[2], minWidth: 0 })

export const label = pageStyle({ font: vars.text[12], color: vars.text.muted, whiteSpace: 'nowrap' })

/** In line with the inputs, below the height of their labels. */
export const kinds = pageStyle({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${vars.space[5]}`,
  minHeight: vars.size.control,
  marginTop: vars.space[6],
  font: vars.text.control,
  '@media': { [medium]: { gridColumn: '1 / -1', marginTop: 0 } },
})

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
