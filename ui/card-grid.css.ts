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

/** As high as a bucket's card, which is as high as its buttons and `cardHeight`. */
export const placeholder = uiStyle({
  ...cardFrame,
  height: `calc(${vars.size.cardHeight} + ${vars.size.controlSm})`,
  padding: `${vars.space[4]} ${vars.space[5]}`,
})

export const name = uiStyle({ height: vars.size.target, lineHeight: vars.size.target })

export const caption = uiStyle({ height: vars.space[5], font: vars.text[12] })

export const facts = uiStyle({ ...gridOf(4, 'repeat(2, minmax(0, 1fr))'), marginTop: vars.space[7] })
