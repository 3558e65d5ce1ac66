import { vars } from '../themes/contract.css.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const two = uiStyle({ display: 'flex', flexDirection: 'column', minWidth: 0 })

const cut = { color: vars.text.muted, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export const second = uiVariants({ plain: { ...cut, font: vars.text[12] }, mono: { ...cut, font: vars.text.mono } })
