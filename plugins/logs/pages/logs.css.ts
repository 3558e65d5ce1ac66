import { vars } from '../../../themes/contract.css.ts'
import { pageStyle, pageVariants } from '../../../themes/style.ts'

const level = { display: 'inline-flex', alignItems: 'center', gap: vars.space.tight } as const

export const levels = pageVariants({
  warning: { ...level, color: vars.warning.text },
  danger: { ...level, color: vars.danger.text, fontWeight: vars.weight.bold },
})

/** A text with its own line breaks, which no line leaves. */
export const lines = pageStyle({
  font: vars.text.mono,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
