import { pageStyle, vars } from 'stowage/theme'

export const banner = pageStyle({ flex: 'none', padding: `${vars.space[3]} 0` })

export const actions = pageStyle({ display: 'flex', gap: vars.space[3] })
