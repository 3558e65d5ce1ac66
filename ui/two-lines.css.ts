import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexColumn } from '../themes/fragments.ts'
import { uiStyle, uiVariants } from '../themes/style.ts'

export const two = uiStyle({ ...flexColumn(), minWidth: 0 })

const cut = { color: vars.text.muted, ...ellipsis } as const

export const second = uiVariants({ plain: { ...cut, font: vars.text[12] }, mono: { ...cut, font: vars.text.mono } })
