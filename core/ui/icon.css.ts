import { keyframes } from '@vanilla-extract/css'
import { vars } from '../../themes/contract.css.ts'
import { uiStyle } from '../../themes/style.ts'

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

/** Goes round as long as something runs; also where people asked for no movement, since nothing else says so. */
export const spinning = uiStyle({ animation: `${turn} ${vars.motion.spin} linear infinite` })
