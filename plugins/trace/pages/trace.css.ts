import { vars } from '../../../themes/contract.css.ts'
import { narrow } from '../../../themes/media.ts'
import { pageStyle, pageVariants } from '../../../themes/style.ts'

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
