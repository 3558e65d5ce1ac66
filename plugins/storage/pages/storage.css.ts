import { gridOf, uiStyle, vars } from 'stowage/theme'

export const bar = uiStyle({ flex: '0 1 78px', minWidth: vars.space[5] })
export const stack = uiStyle(gridOf(4))
