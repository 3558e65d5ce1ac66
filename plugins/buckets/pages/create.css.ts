import { pageStyle, vars } from 'stowage/theme'

const column = { display: 'flex', flexDirection: 'column', gap: vars.space[6] } as const

export const form = pageStyle(column)

export const features = pageStyle({ borderTop: `1px solid ${vars.border.hairline}`, paddingTop: vars.space[6] })

/** Fields that a switch reveals, below its label. */
export const opened = pageStyle({ paddingLeft: `calc(${vars.size.switchWidth} + ${vars.space[4]})` })

/** Two short fields side by side. */
export const pair = pageStyle({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: vars.space[5],
  alignItems: 'start',
})
