import { vars } from '../themes/contract.css.ts'
import { flexRow } from '../themes/fragments.ts'
import { brandColor } from '../core/protocol/brand-color.ts'
import { pageStyle, pageVariants } from '../themes/style.ts'

export const mark = pageStyle({ width: vars.shell.mark, height: vars.shell.mark, fill: vars.brand.on })

/** A logo of the operator. */
export const picture = pageStyle({ width: vars.shell.mark, height: vars.shell.mark, objectFit: 'contain' })

export const tile = pageVariants({ navy: { fill: brandColor(vars.brand.tile) }, faint: { fillOpacity: 0.14 } })

export const accent = pageStyle({ fill: vars.brand.accent })

export const wordmark = pageStyle({ ...flexRow(), gap: vars.shell.inset, font: vars.text[16], whiteSpace: 'nowrap' })

export const stack = pageStyle({ width: '100%', height: 'auto', fill: vars.brand.on })
