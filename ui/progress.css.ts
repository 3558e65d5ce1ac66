import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { smallText } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const head = uiStyle({
  display: 'flex',
  justifyContent: 'space-between',
  gap: vars.space[3],
  marginBottom: vars.space[2],
  ...smallText(12),
})

const bar = { overflow: 'hidden', borderRadius: vars.radius.full, background: vars.chart.track } as const

export const track = uiVariants({
  md: { ...bar, height: vars.size.bar },
  thin: { ...bar, height: vars.size.barThin },
})

const part = {
  height: '100%',
  borderRadius: vars.radius.full,
  transition: `width ${vars.motion.base}`,
  forcedColorAdjust: 'none',
} as const

export const fill = uiVariants({
  plain: { ...part, background: vars.chart[1] },
  ok: { ...part, background: vars.ok.solid },
  warning: { ...part, background: vars.warning.solid },
  danger: { ...part, background: vars.danger.solid },
})

const pass = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } })

/** Indeterminate: a part of the bar moves from left to right. */
export const running = uiStyle({ width: '30%', animation: `${pass} calc(2 * ${vars.motion.spin}) linear infinite` })

export const line = uiStyle({
  position: 'fixed',
  zIndex: vars.z.toast,
  top: 0,
  left: 0,
  right: 0,
  height: vars.size.line,
  overflow: 'hidden',
  pointerEvents: 'none',
})

export const lineFill = uiStyle({
  height: '100%',
  background: vars.info.solid,
  transition: `width ${vars.motion.base}`,
})

export const share = uiStyle({ width: '100%' })
export const shareHead = uiStyle({ display: 'flex', justifyContent: 'space-between', gap: vars.space[3] })
export const shareOf = uiStyle(smallText(12))
