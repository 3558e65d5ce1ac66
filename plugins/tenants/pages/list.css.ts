import { uiStyle, vars } from 'stowage/theme'

export const used = uiStyle({ display: 'flex', alignItems: 'center', gap: vars.space[3] })
export const bar = uiStyle({ flex: '0 1 48px', minWidth: vars.space[5] })
