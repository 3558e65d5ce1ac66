import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { flexColumn, flexRow } from '../themes/fragments.ts'
import { raised } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

const rise = keyframes({ from: { opacity: 0, transform: `translateY(${vars.space[2]})` } })

/**
 * Bottom right; above the transfer dock and a form's footer, which raise it through `--dock-height` and
 * `--foot-height`.
 */
export const stack = uiStyle({
  position: 'fixed',
  zIndex: vars.z.toast,
  right: vars.space[5],
  bottom: `calc(${vars.space[5]} + var(--dock-height, 0px) + var(--foot-height, 0px))`,
  ...flexColumn(3),
  width: vars.size.toast,
  maxWidth: `calc(100vw - 2 * ${vars.space[5]})`,
  // a modal dialog disables pointer events for everything around it
  pointerEvents: 'auto',
})

export const toast = uiStyle({
  ...flexRow('inset'),
  minHeight: vars.size.banner,
  padding: `${vars.space[2]} ${vars.space[3]} ${vars.space[2]} ${vars.space[4]}`,
  ...raised,
  font: vars.text.control,
  animation: `${rise} ${vars.motion.base} ${vars.motion.out}`,
})

export const icon = uiVariants({ ok: { color: vars.ok.solid }, danger: { color: vars.danger.solid } })

export const body = uiStyle({ flex: '1', minWidth: 0 })
