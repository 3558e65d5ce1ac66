import { pageStyle, vars } from 'stowage/theme'

export const heading = pageStyle({ font: vars.text[16] })
