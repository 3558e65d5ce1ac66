import { uiStyle, vars } from 'stowage/theme'

export const bar = uiStyle({ flex: '0 1 48px', minWidth: vars.space[5] })
