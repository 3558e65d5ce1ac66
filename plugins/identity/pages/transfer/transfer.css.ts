import { pageStyle, vars } from 'stowage/theme'

export const part = pageStyle({ display: 'flex', flexDirection: 'column', gap: vars.space[4], minWidth: 0 })
export const heading = pageStyle({ font: vars.text[16] })
