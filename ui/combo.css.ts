import { vars } from '../themes/contract.css.ts'
import {
  centeredSquare,
  chip as chipStyle,
  ellipsis,
  flexRow,
  plainList,
  raised,
  smallText,
  wrappedRow,
} from '../themes/fragments.ts'
import { uiGlobal, uiStyle } from '../themes/style.ts'
import { chevron } from './field.css.ts'

export const anchor = uiStyle({ position: 'relative', minWidth: 0 })

/** The box of a field with chips: as high as their lines. */
export const chipBox = uiStyle({
  flexWrap: 'wrap',
  minHeight: vars.size.control,
  padding: `${vars.space[1]} 0`,
  rowGap: vars.space[1],
})
uiGlobal(`${chipBox} > input`, {
  flex: `1 1 ${vars.size.menu}`,
  height: `calc(${vars.size.control} - 2 * ${vars.space[2]})`,
})

/** Next to the text, not over the chips. */
uiGlobal(`${chipBox} > ${chevron}`, { bottom: `calc((${vars.size.control} - ${vars.size.icon}) / 2)` })

/** The first chips scroll away when there are many. */
export const chips = uiStyle({
  ...plainList,
  ...wrappedRow(2),
  flex: '0 1 auto',
  minWidth: 0,
  maxHeight: vars.size.editor,
  padding: `${vars.space[1]} ${vars.space[2]}`,
  overflow: 'auto',
})

export const chip = uiStyle({
  ...chipStyle,
  selectors: { '&:focus-within': { background: vars.surface.hoverStrong } },
})

export const remove = uiStyle({
  ...centeredSquare(vars.size.target),
  flex: 'none',
  borderRadius: vars.radius.xs,
  color: vars.text.muted,
  selectors: { '&:hover': { color: vars.text.default } },
})

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
