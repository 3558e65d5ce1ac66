import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

const appear = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[2]})` } })

export const anchor = uiStyle({ display: 'inline-flex', minWidth: 0 })

export const bubble = uiStyle({
  position: 'fixed',
  top: 0,
  left: 0,
  // until it is positioned
  visibility: 'hidden',
  zIndex: vars.z.tooltip,
  maxWidth: vars.size.search,
  width: 'max-content',
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  background: vars.tooltip.surface,
  color: vars.tooltip.on,
  font: vars.text[12],
  pointerEvents: 'none',
  overflowWrap: 'anywhere',
  animation: `${appear} ${vars.motion.base} ${vars.motion.out}`,
})

export const exact = uiStyle({ display: 'block', font: vars.text.mono })
