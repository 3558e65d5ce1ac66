import { keyframes } from '@vanilla-extract/css'
import { vars } from '../themes/contract.css.ts'
import { uiStyle } from '../themes/style.ts'

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

/** Animated even with reduced motion, because nothing else shows progress. */
export const spinning = uiStyle({ animation: `${turn} ${vars.motion.spin} linear infinite` })
