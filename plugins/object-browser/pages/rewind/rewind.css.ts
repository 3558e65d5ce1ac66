import { pageStyle, vars } from 'stowage/theme'

export const banner = pageStyle({ flex: 'none', padding: `${vars.space[3]} 0` })
