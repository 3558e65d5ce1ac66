import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

const columns = {
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${vars.size.card}, 100%), 1fr))`,
  gap: vars.space[4],
} as const

export const grid = uiStyle(columns)

const appear = keyframes({ from: { opacity: 0 } })

/** Appears only after a delay. */
export const loading = uiStyle({
  ...columns,
  animation: `${appear} ${vars.motion.fast} ${vars.motion.base} backwards`,
})

export const placeholder = uiStyle({
  border: `1px solid ${vars.border.default}`,
  borderRadius: vars.radius.md,
  background: vars.surface.panel,
  height: vars.size.cardHeight,
  padding: vars.space[5],
})

export const bar = uiStyle({
  height: vars.space[4],
  width: '60%',
  borderRadius: vars.radius.xs,
  background: vars.skeleton,
})
