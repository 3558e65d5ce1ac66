import { vars } from '../themes/contract.css.ts'
import { ellipsis, flexRow, smallText } from '../themes/fragments.ts'
import { raised } from '../themes/fragments.ts'
import { uiStyle } from '../themes/style.ts'

export const anchor = uiStyle({ position: 'relative', minWidth: 0 })

/** Below the field, or above it if there is no room; as wide as the field. */
export const list = uiStyle({
  zIndex: vars.z.menu,
  minWidth: vars.size.menu,
  maxHeight: `min(${vars.size.editor}, var(--popover-available-height))`,
  padding: vars.space[2],
  overflow: 'auto',
  ...raised,
})

export const heading = uiStyle({ padding: `${vars.space[3]} ${vars.space[3]} ${vars.space[1]}`, ...smallText(12) })

export const option = uiStyle({
  ...flexRow(3),
  minHeight: vars.size.menuItem,
  padding: `${vars.space[2]} ${vars.space[3]}`,
  borderRadius: vars.radius.xs,
  font: vars.text.control,
  cursor: 'default',
  selectors: { '&[data-active-item]': { background: vars.surface.hoverStrong } },
})

export const check = uiStyle({ display: 'flex', flex: 'none', width: vars.size.icon, color: vars.primary.text })

export const name = uiStyle({ flex: '0 1 auto', minWidth: 0, overflowWrap: 'anywhere' })
export const mono = uiStyle({ font: vars.text.mono })

export const hint = uiStyle({ flex: '1 1 0', minWidth: 0, textAlign: 'right', ...smallText(12), ...ellipsis })

export const nothing = uiStyle({ padding: vars.space[3], ...smallText(13) })
