import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { backdrop, flexColumn } from '../themes/fragments.ts'
import { pageStyle } from '../themes/style.ts'

const fade = keyframes({ from: { opacity: 0 } })
const slide = keyframes({ from: { transform: 'translateX(-100%)' } })

export const overlay = pageStyle({ ...backdrop, animation: `${fade} ${vars.motion.slow} ${vars.motion.out}` })

export const sheet = pageStyle({
  position: 'fixed',
  insetBlock: 0,
  insetInlineStart: 0,
  zIndex: vars.z.dialog,
  ...flexColumn(),
  width: vars.size.sidebarSheet,
  maxWidth: '100%',
  background: vars.surface.sidebar,
  boxShadow: vars.shadow.dialog,
  outline: 'none',
  animation: `${slide} ${vars.motion.slow} ${vars.motion.out}`,
})
