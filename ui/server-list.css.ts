import { vars } from '../themes/contract.css.ts'
import { edge, gridOf } from '../themes/fragments.ts'
import { pageStyle, pageVariants } from '../themes/style.ts'

export const list = pageStyle({ ...gridOf(3), listStyle: 'none' })

const server = {
  ...gridOf([0, 4], 'auto minmax(0, 1fr)'),
  alignItems: 'center',
  minHeight: vars.size.target,
  padding: `${vars.space[3]} ${vars.space[4]}`,
  border: edge,
  borderRadius: vars.radius.sm,
  color: vars.text.muted,
  ':hover': { borderColor: vars.border.strong, color: vars.text.default, textDecoration: 'none' },
} as const

export const link = pageVariants({
  other: server,
  current: { ...server, borderColor: vars.primary.solid, background: vars.primary.tint, color: vars.text.default },
})

export const name = pageStyle({ font: vars.text.control, overflowWrap: 'anywhere' })

export const address = pageStyle({ gridColumn: 2, font: vars.text.mono, overflowWrap: 'anywhere' })
