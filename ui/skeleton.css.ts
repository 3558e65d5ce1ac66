import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { hairline } from '../themes/fragments.ts'
import { narrow } from '../themes/media.ts'
import { uiStyle } from '../themes/style.ts'

export const row = uiStyle({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  minHeight: vars.size.row,
  borderBottom: hairline,
  '@media': { [narrow]: { minHeight: vars.size.rowTall } },
})

export const cell = uiStyle({ padding: `0 ${vars.space[4]}`, '@media': { [narrow]: { padding: 0 } } })

export const checkCell = uiStyle({ paddingLeft: vars.space[4], '@media': { [narrow]: { padding: 0 } } })

export const checkbox = uiStyle({
  width: vars.size.check,
  height: vars.size.check,
  borderRadius: vars.radius.xs,
  background: vars.skeleton,
  '@media': { [narrow]: { width: vars.space[6], height: vars.space[6] } },
})

export const bar = uiStyle({ height: vars.size.skeleton, borderRadius: vars.radius.xs, background: vars.skeleton })

const appear = keyframes({ from: { opacity: 0 } })

/** In the line of a text, whose height stays. Appears only after a delay. */
export const inline = uiStyle({
  display: 'inline-block',
  maxWidth: '100%',
  height: vars.size.skeleton,
  borderRadius: vars.radius.xs,
  background: vars.skeleton,
  verticalAlign: 'middle',
  animation: `${appear} ${vars.motion.fast} ${vars.motion.base} backwards`,
})
