import { vars } from '../../../themes/contract.css.ts'
import { helpOver, narrow } from '../../../themes/media.ts'
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

export const headersTitle = pageStyle({ padding: `${vars.space[5]} 0 ${vars.space[2]}`, font: vars.text[13], fontWeight: vars.weight.bold })

/** What all calls come to, API by API, at the left of the rows or in their place. */
export const statistics = pageStyle({
  flex: 'none',
  width: vars.size.sidebar,
  minHeight: 0,
  overflow: 'auto',
  paddingRight: vars.space[5],
  marginRight: vars.space[5],
  borderRight: `1px solid ${vars.border.hairline}`,
  font: vars.text[12],
  fontVariantNumeric: 'tabular-nums',
  '@media': { [helpOver]: { width: '100%', flex: '1', padding: 0, margin: 0, border: 0 } },
})

export const statistic = pageStyle({ padding: `${vars.space[3]} 0`, borderBottom: `1px solid ${vars.border.hairline}` })

export const statisticLine = pageStyle({ display: 'flex', justifyContent: 'space-between', gap: vars.space[4], color: vars.text.muted })

export const statisticName = pageStyle({ font: vars.text[13], color: vars.text.default, overflow: 'hidden', textOverflow: 'ellipsis' })

/** The tabs take no more room than they need. */
export const views = pageStyle({ flex: 'none' })
