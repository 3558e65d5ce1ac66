import { flexColumn, gridOf, hairline, pageStyle, vars } from 'stowage/theme'

export const form = pageStyle(flexColumn(6))

export const features = pageStyle({ borderTop: hairline, paddingTop: vars.space[6] })

/** Fields that a switch reveals, below its label. */
export const opened = pageStyle({ paddingLeft: `calc(${vars.size.switchWidth} + ${vars.space[4]})` })

/** Two short fields side by side. */
export const pair = pageStyle({ ...gridOf(5, '1fr 1fr'), alignItems: 'start' })
