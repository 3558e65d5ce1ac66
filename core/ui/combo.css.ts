import { vars } from '../../themes/contract.css.ts'
import { raised } from '../../themes/raised.ts'
import { uiStyle, uiVariants } from '../../themes/style.ts'

export const place = uiStyle({ position: 'relative', minWidth: 0 })

/** Below the field and as wide; what is under it is not moved. */
export const list = uiStyle({
  position: 'absolute',
  zIndex: vars.z.menu,
  top: '100%',
  insetInline: 0,
  minWidth: vars.size.menu,
  maxHeight: vars.size.editor,
  marginTop: vars.space[2],
  padding: vars.space[2],
  overflow: 'auto',
  ...raised,
})

export const heading = uiStyle({
  padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[1]}`,
  font: vars.text[12],
  color: vars.text.muted,
})

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: vars.space[3],
  minHeight: vars.size.menuItem,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  font: vars.text.control,
  cursor: 'default',
} as const

export const look = uiVariants({
  active: { ...option, background: vars.surface.hoverStrong },
  other: { ...option, selectors: { '&:hover': { background: vars.surface.hover } } },
})

export const check = uiStyle({ display: 'flex', flex: 'none', width: vars.size.icon, color: vars.primary.text })

export const name = uiStyle({ flex: '0 1 auto', minWidth: 0, overflowWrap: 'anywhere' })
export const mono = uiStyle({ font: vars.text.mono })

export const hint = uiStyle({
  flex: '1 1 0',
  minWidth: 0,
  textAlign: 'right',
  font: vars.text[12],
  color: vars.text.muted,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

export const nothing = uiStyle({ padding: vars.space[3], font: vars.text[13], color: vars.text.muted })
