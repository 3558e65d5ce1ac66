import { keyframes } from '@vanilla-extract/css'
import { vars } from '../../themes/contract.css.ts'
import { flexRow } from '../../themes/fragments.ts'
import { raised } from '../../themes/fragments.ts'
import { pageStyle } from '../../themes/style.ts'

const appear = keyframes({ from: { opacity: 0 } })

/** Over the page's header, where it neither shifts the layout nor intercepts clicks. */
export const status = pageStyle({
  position: 'fixed',
  zIndex: vars.z.toast,
  top: vars.space[3],
  insetInline: vars.space[5],
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
})

export const notice = pageStyle({
  ...flexRow('inset'),
  padding: `${vars.space[3]} ${vars.space[4]}`,
  ...raised,
  font: vars.text[13],
  animation: `${appear} ${vars.motion.base} ${vars.motion.out}`,
})
