import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { cardFrame, gridOf } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

const columns = { ...gridOf(4, `repeat(auto-fill, minmax(min(${vars.size.card}, 100%), 1fr))`) } as const

export const grid = uiStyle(columns)

const appear = keyframes({ from: { opacity: 0 } })

/** Appears only after a delay. */
export const loading = uiStyle({
  ...columns,
  animation: `${appear} ${vars.motion.fast} ${vars.motion.base} backwards`,
})

export const placeholder = uiStyle({ ...cardFrame, height: vars.size.cardHeight, padding: vars.space[5] })

export const bar = uiStyle({
  height: vars.space[4],
  width: '60%',
  borderRadius: vars.radius.xs,
  background: vars.skeleton,
})
